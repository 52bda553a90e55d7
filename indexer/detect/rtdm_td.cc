// Templates by tree mapping over sample pages, taken out of all pages of the site (Vieira et al., CIKM 2006).
//
// The sample of a site is its first distinct pages, so that the template is known early: the sample is judged
// when it is full or the input has ended, every later page when it arrives. Nothing depends on runs.
#include <algorithm>
#include <cmath>

#include "common/coder.h"
#include "indexer/detect/find_template.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/site_pages.h"
#include "indexer/detect/strike_list.h"
#include "indexer/detect/tree_match.h"

namespace thresh {
namespace {

constexpr std::uint32_t kMostSampleNodes = 50'000;    // larger pages are no sample pages
constexpr std::size_t kMostWaiting = 4;               // times the sample: small pages wait, too
constexpr std::uint32_t kMostWaitingNodes = 1 << 20;  // of a site: 24 MB

struct RtdmParameters {
  std::uint32_t max_pages = 25;
  std::uint32_t replace_cost = 1;
  bool clusters = false;         // several templates a site
  std::uint32_t min_pages = 2;   // of a cluster
  std::uint32_t min_tokens = 0;  // of a sample page
};

struct WaitingPage {
  DocId doc;
  bool sample = false;
  LabelTree tree;
};

struct SampledSite {
  bool ready = false;
  std::vector<WaitingPage> waiting;  // until it is ready
  std::vector<SiteTemplate> templates;
};

class RtdmTd final : public Detector {
 public:
  explicit RtdmTd(const RtdmParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, DocId doc) override;
  Strikes Judge(const Run&) override { return fresh_.Take(); }
  LateStrikes Conclude() override;
  std::size_t bytes() const override;
  std::string SaveState() const override;
  bool RestoreState(std::string_view state) override;

 private:
  bool IsSample(const Page& page) const;
  bool IsFull(const SampledSite& site) const;
  void FindTemplatesOf(SampledSite* site, SiteId id);
  static void StrikePage(const SampledSite& site, SiteId id, const WaitingPage& page, StrikeList* strikes);

  RtdmParameters parameters_;
  SitePages pages_;
  std::vector<SampledSite> sites_;  // by SiteId
  StrikeList fresh_, late_;         // of pages of the run at hand, and of sample pages
};

bool RtdmTd::IsSample(const Page& page) const {
  return page.body_tokens >= parameters_.min_tokens && page.tree.nodes.size() <= kMostSampleNodes;
}

bool RtdmTd::IsFull(const SampledSite& site) const {
  std::size_t sample = 0, nodes = 0;
  for (const WaitingPage& page : site.waiting) {
    sample += page.sample ? 1U : 0U;
    nodes += page.tree.nodes.size();
  }
  return sample == parameters_.max_pages || nodes > kMostWaitingNodes ||
         site.waiting.size() == kMostWaiting * parameters_.max_pages;
}

void RtdmTd::Observe(const Page& page, DocId doc) {
  const SitePages::Arrival arrival = pages_.Add(page);
  sites_.resize(pages_.sites());
  if (arrival.duplicate) return;
  SampledSite& site = sites_[arrival.site.value];
  WaitingPage arrived{doc, IsSample(page), MakeLabelTree(page)};
  if (site.ready) return StrikePage(site, arrival.site, arrived, &fresh_);
  site.waiting.push_back(std::move(arrived));
  if (IsFull(site)) FindTemplatesOf(&site, arrival.site);
}

void RtdmTd::FindTemplatesOf(SampledSite* site, SiteId id) {
  std::vector<const LabelTree*> sample;
  for (const WaitingPage& page : site->waiting) {
    if (page.sample) sample.push_back(&page.tree);
  }
  site->templates = parameters_.clusters
                        ? FindTemplates(sample, parameters_.replace_cost, parameters_.min_pages)
                        : FindTemplate(sample, parameters_.replace_cost);
  site->ready = true;
  for (const WaitingPage& page : site->waiting) StrikePage(*site, id, page, &late_);
  site->waiting = {};
}

// A text node has no children: where it is matched it is deleted.
void RtdmTd::StrikePage(const SampledSite& site, SiteId id, const WaitingPage& page, StrikeList* strikes) {
  const SiteTemplate* found = TemplateFor(page.tree, site.templates);
  if (found == nullptr || found->tree.nodes.empty()) return;
  Hasher128 key;
  key.Number(found->tree.nodes[0].subtree);
  const TemplateId name =
      strikes->Name({id, key.Finish(),
                     "tree of " + std::to_string(found->tree.nodes.size()) + " nodes that " +
                         std::to_string(found->pages) + " sample pages have in common"});
  const std::vector<std::uint32_t> taken = EmbedInPart(found->tree, page.tree);
  std::uint32_t text = 0, node = 0;
  for (const std::uint32_t next : taken) {
    for (; node < next; ++node) text += IsTextLabel(page.tree.nodes[node].label) ? 1U : 0U;
    if (IsTextLabel(page.tree.nodes[next].label)) strikes->Add(page.doc, BlockNo(text), name);
  }
}

LateStrikes RtdmTd::Conclude() {
  for (std::uint32_t id = 0; id < sites_.size(); ++id) {
    if (!sites_[id].ready) FindTemplatesOf(&sites_[id], SiteId(id));
  }
  return late_.Take();
}

std::size_t RtdmTd::bytes() const {
  std::size_t bytes = sizeof(*this) + pages_.bytes() + fresh_.bytes() + late_.bytes();
  for (const SampledSite& site : sites_) {
    bytes += sizeof(site) + site.waiting.capacity() * sizeof(WaitingPage);
    for (const WaitingPage& page : site.waiting) bytes += page.tree.bytes();
    for (const SiteTemplate& found : site.templates)
      bytes += sizeof(found) + found.tree.bytes() + found.leader.capacity() * sizeof(std::uint64_t);
  }
  return bytes;
}

// In both directions; hashes of subtrees are made again.
template <typename Coder, typename Tree>
void DescribeTree(Coder& coder, Tree& tree) {
  coder.List(tree.nodes, [&](auto& node) {
    coder.Number(node.label);
    coder.Number(node.end);
  });
}

template <typename Coder, typename Sites>
void DescribeSites(Coder& coder, Sites& sites) {
  coder.List(sites, [&](auto& site) {
    coder.Flag(site.ready);
    coder.List(site.waiting, [&](auto& page) {
      coder.NumberAndFlag(page.doc.value, page.sample);
      DescribeTree(coder, page.tree);
    });
    coder.List(site.templates, [&](auto& found) {
      DescribeTree(coder, found.tree);
      coder.List(found.leader, [&](auto& path) { coder.Number(path); });
      coder.Number(found.pages);
    });
  });
}

std::string RtdmTd::SaveState() const {
  return Encoded([&](RecordWriter& out) {
    out.String(pages_.Encode());
    out.String(late_.Encode());
    DescribeSites(out, sites_);
  });
}

bool RtdmTd::RestoreState(std::string_view state) {
  std::string pages, late;
  const bool whole = Decoded(state, [&](RecordReader& in) {
    in.String(pages);
    in.String(late);
    DescribeSites(in, sites_);
  });
  if (!whole || !pages_.Decode(pages) || !late_.Decode(late)) return false;
  bool nested = true;
  for (SampledSite& site : sites_) {
    for (WaitingPage& page : site.waiting) nested = nested && HashSubtrees(&page.tree);
    for (SiteTemplate& found : site.templates) nested = nested && HashSubtrees(&found.tree);
  }
  return nested;
}

}  // namespace

std::unique_ptr<Detector> MakeRtdmTd(const DetectorConfig& config) {
  const auto whole = [&](std::string_view key, std::uint32_t otherwise, double least) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(config.Get(key, otherwise), least, 1e4)));
  };
  RtdmParameters parameters;
  const bool modern = config.Get("rtdm_td.modern", 0) != 0;
  parameters.max_pages = whole("rtdm_td.max_pages", parameters.max_pages, 2);
  parameters.replace_cost = whole("rtdm_td.replace_cost", modern ? 2 : 1, 1);
  if (modern) {
    parameters.clusters = true;
    parameters.min_pages = 3;
    parameters.min_tokens = 50;
  }
  return std::make_unique<RtdmTd>(parameters);
}

}  // namespace thresh
