// Site style tree: sample pages make a tree, what is noise in it is taken out of all pages of the site (Yi,
// Liu, Li, KDD 2003).
//
// The sample of a site is its first distinct pages: it is judged when it is full or the input has ended,
// every later page when it arrives. Nothing depends on runs.
#include <algorithm>
#include <cmath>

#include "common/coder.h"
#include "indexer/detect/marked_styles.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/site_pages.h"
#include "indexer/detect/strike_list.h"
#include "indexer/detect/style_tree.h"

namespace thresh {
namespace {

constexpr std::size_t kMostTreeBytes = 64u << 20;  // of a site; its sample ends there

struct SstParameters {
  std::uint32_t sample_pages = 500;
  double threshold = 0.2;
  bool attributes = true;  // display attributes are part of a style
};

// Text nodes of a page that lie in one element.
struct TextsOf {
  std::uint32_t element = 0;
  std::uint32_t first = 0, count = 0;
};

struct SamplePage {
  DocId doc;
  std::vector<TextsOf> texts;
};

struct StyledSite {
  bool ready = false;
  StyleTree tree;  // until it is ready
  std::vector<SamplePage> sample;
  MarkedStyles marked;  // from then on
};

class Sst final : public Detector {
 public:
  explicit Sst(const SstParameters& parameters) : parameters_(parameters), reader_(parameters.attributes) {}
  void Observe(const Page& page, DocId doc) override;
  Strikes Judge(const Run&) override { return fresh_.Take(); }
  LateStrikes Conclude() override;
  std::size_t bytes() const override;
  std::string SaveState() const override;
  bool RestoreState(std::string_view state) override;

 private:
  void AddToSample(const StyledPage& page, DocId doc, StyledSite* site);
  void Mark(StyledSite* site, SiteId id);
  static void StrikePage(const MarkedStyles& marked, SiteId id, const SamplePage& page, StrikeList* strikes);

  SstParameters parameters_;
  StyledPageReader reader_;
  SitePages pages_;
  std::vector<StyledSite> sites_;  // by SiteId
  StrikeList fresh_, late_;        // of pages of the run at hand, and of sample pages
};

// `elements`: of the page's nodes.
SamplePage TextsByElement(const StyledPage& page, DocId doc, const std::vector<std::uint32_t>& elements) {
  SamplePage texts{doc, {}};
  for (std::size_t i = 0; i < page.nodes.size(); ++i) {
    const StyledNode& node = page.nodes[i];
    if (node.texts > 0) texts.texts.push_back({elements[i], node.first_text, node.texts});
  }
  return texts;
}

void Sst::Observe(const Page& page, DocId doc) {
  const SitePages::Arrival arrival = pages_.Add(page);
  sites_.resize(pages_.sites());
  if (arrival.duplicate) return;
  StyledSite& site = sites_[arrival.site.value];
  const StyledPage& styled = reader_.Read(page);
  if (site.ready) {
    const SamplePage texts = TextsByElement(styled, doc, site.marked.FindNoise(styled));
    return StrikePage(site.marked, arrival.site, texts, &fresh_);
  }
  AddToSample(styled, doc, &site);
  if (site.sample.size() == parameters_.sample_pages || site.tree.bytes() >= kMostTreeBytes)
    Mark(&site, arrival.site);
}

void Sst::AddToSample(const StyledPage& page, DocId doc, StyledSite* site) {
  std::vector<std::uint32_t> elements;
  site->tree.Add(page, &elements);
  site->sample.push_back(TextsByElement(page, doc, elements));
}

void Sst::Mark(StyledSite* site, SiteId id) {
  std::vector<std::uint32_t> noisy_of;
  site->marked = MarkedStyles(site->tree, parameters_.threshold, &noisy_of);
  site->tree = {};
  site->ready = true;
  for (SamplePage& page : site->sample) {
    for (TextsOf& texts : page.texts) texts.element = noisy_of[texts.element];
    StrikePage(site->marked, id, page, &late_);
  }
  site->sample = {};
}

void Sst::StrikePage(const MarkedStyles& marked, SiteId id, const SamplePage& page, StrikeList* strikes) {
  for (const TextsOf& texts : page.texts) {
    if (texts.element == MarkedStyles::kNone) continue;
    const MarkedStyles::Element& element = marked.element(texts.element);
    const TemplateId name =
        strikes->Name({id, element.path,
                       "element of the style tree on " + std::to_string(element.pages) +
                           " sample pages, importance " + std::to_string(element.percent) + " %"});
    for (std::uint32_t i = 0; i < texts.count; ++i) strikes->Add(page.doc, BlockNo(texts.first + i), name);
  }
}

LateStrikes Sst::Conclude() {
  for (std::uint32_t id = 0; id < sites_.size(); ++id) {
    if (!sites_[id].ready) Mark(&sites_[id], SiteId(id));
  }
  return late_.Take();
}

std::size_t Sst::bytes() const {
  std::size_t bytes = sizeof(*this) + reader_.bytes() + pages_.bytes() + fresh_.bytes() + late_.bytes();
  for (const StyledSite& site : sites_) {
    bytes += sizeof(site) + site.tree.bytes() + site.marked.bytes();
    for (const SamplePage& page : site.sample)
      bytes += sizeof(page) + page.texts.capacity() * sizeof(TextsOf);
  }
  return bytes;
}

// In both directions, but for the parts that code themselves.
template <typename Coder, typename Sites, typename Part>
void DescribeSites(Coder& coder, Sites& sites, Part part) {
  coder.List(sites, [&](auto& site) {
    coder.Flag(site.ready);
    part(site.tree);
    part(site.marked);
    coder.List(site.sample, [&](auto& page) {
      coder.Number(page.doc.value);
      coder.List(page.texts, [&](auto& texts) {
        coder.Number(texts.element);
        coder.Number(texts.first);
        coder.Number(texts.count);
      });
    });
  });
}

std::string Sst::SaveState() const {
  return Encoded([&](RecordWriter& out) {
    const auto write = [&](const auto& part) { out.String(part.Encode()); };
    write(pages_);
    write(late_);
    DescribeSites(out, sites_, write);
  });
}

bool Sst::RestoreState(std::string_view state) {
  const bool whole = Decoded(state, [&](RecordReader& in) {
    const auto read = [&](auto& part) {
      std::string bytes;
      in.String(bytes);
      if (!part.Decode(bytes)) in.Fail();
    };
    read(pages_);
    read(late_);
    DescribeSites(in, sites_, read);
  });
  const auto in_tree = [](const StyledSite& site) {
    return std::all_of(site.sample.begin(), site.sample.end(), [&](const SamplePage& page) {
      return std::all_of(page.texts.begin(), page.texts.end(),
                         [&](const TextsOf& texts) { return texts.element < site.tree.elements().size(); });
    });
  };
  return whole && std::all_of(sites_.begin(), sites_.end(), in_tree);
}

}  // namespace

std::unique_ptr<Detector> MakeSst(const DetectorConfig& config) {
  SstParameters parameters;
  parameters.sample_pages = static_cast<std::uint32_t>(
      std::lround(std::clamp(config.Get("sst.sample_pages", parameters.sample_pages), 1.0, 1e5)));
  parameters.threshold = std::clamp(config.Get("sst.threshold", parameters.threshold), 0.0, 1.0);
  parameters.attributes = config.Get("sst.attributes", 1) != 0;
  return std::make_unique<Sst>(parameters);
}

}  // namespace thresh
