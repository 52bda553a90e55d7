// A page is judged the moment it arrives, by what its site has shown before (Wang, Fang, Cheng,
// Guo, Xu, WWW 2008): segment, expand, detect, shrink.
#include <algorithm>
#include <cmath>
#include <vector>

#include "indexer/detect/incremental/page_versions.h"
#include "indexer/detect/incremental/segment_table.h"
#include "indexer/detect/incremental/text_segments.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/site_pages.h"
#include "indexer/detect/strike_builder.h"

namespace thresh {
namespace {

struct IncrementalParameters {
  double tb = 20, n = 20;              // life of a segment seen once; of one seen often, Tb times N
  std::uint32_t min_df = 5;            // pages that make a segment template
  std::uint32_t ratio_permille = 700;  // template length / length that a template block exceeds
  Separators separators = Separators::kPaper;
};

class Incremental final : public Detector {
 public:
  explicit Incremental(const IncrementalParameters& parameters)
      : parameters_(parameters), life_(parameters.tb, parameters.n), page_(parameters.separators) {}

  void Observe(const Page& page, DocId doc) override;
  Strikes Judge(const Run&) override { return strikes_.Take(); }
  LateStrikes Conclude() override { return {}; }
  std::size_t bytes() const override;
  std::string SaveState() const override;
  bool RestoreState(std::string_view state) override;

 private:
  struct Site {
    SegmentTable table;
    PageVersions versions;
  };
  struct Evidence {  // of a block
    std::uint64_t length = 0, template_length = 0;
    std::size_t leader = 0;  // its first template segment
  };
  Site& SiteOf(SiteId site);
  bool IsTemplate(const TextSegment& segment, const Site& site) const {
    return site.table.df(segment.identity) >= parameters_.min_df;
  }
  bool IsTemplate(const Evidence& block) const {
    return block.template_length * 1000 > block.length * parameters_.ratio_permille;
  }
  void Expand(bool duplicate, SegmentTable* table);
  void Weigh(const Site& site);
  void Detect(const Page& page, DocId doc, SiteId site);
  std::string Rule(const Page& page, std::size_t leader) const;

  IncrementalParameters parameters_;
  SegmentLife life_;
  SitePages pages_;
  std::vector<Site> sites_;  // by SiteId
  StrikeBuilder strikes_;    // of the run at hand
  // Of the page at hand.
  TextSegments page_;
  std::vector<bool> is_new_;
  std::vector<Evidence> evidence_;  // by block
};

Incremental::Site& Incremental::SiteOf(SiteId site) {
  while (sites_.size() <= site.value) sites_.push_back({SegmentTable(life_), PageVersions()});
  return sites_[site.value];
}

void Incremental::Observe(const Page& page, DocId doc) {
  const SitePages::Arrival arrival = pages_.Add(page);
  if (page.body_tokens == 0) return;
  Site& site = SiteOf(arrival.site);
  page_.Read(page);
  const bool first_visit = site.versions.Visit(page.url, page_.segments(), &is_new_);
  // A copy at another address leaves no trace: a thousand of them would push all else out of its
  // life. It is judged all the same: what it is a copy of may have been a page of an earlier crawl.
  const bool leaves_trace = !arrival.duplicate || !first_visit;
  if (leaves_trace) Expand(arrival.duplicate, &site.table);
  Weigh(site);
  Detect(page, doc, arrival.site);
  if (leaves_trace) site.table.EndPage();
}

void Incremental::Expand(bool duplicate, SegmentTable* table) {
  table->BeginPage();
  for (std::size_t i = 0; i < page_.segments().size(); ++i) {
    const Hash128& segment = page_.segments()[i].identity;
    if (is_new_[i] && !duplicate) {
      table->Count(segment);
    } else {
      table->Refresh(segment);
    }
  }
}

void Incremental::Weigh(const Site& site) {
  evidence_.assign(page_.blocks(), {});
  for (std::size_t i = 0; i < page_.segments().size(); ++i) {
    const TextSegment& segment = page_.segments()[i];
    Evidence& block = evidence_[segment.block];
    block.length += segment.code_points;
    if (!IsTemplate(segment, site)) continue;
    if (block.template_length == 0) block.leader = i;
    block.template_length += segment.code_points;
  }
}

void Incremental::Detect(const Page& page, DocId doc, SiteId site) {
  for (std::size_t i = 0; i < page_.segments().size(); ++i) {
    const Evidence& block = evidence_[page_.segments()[i].block];
    if (!IsTemplate(block)) continue;
    const Hash128& key = page_.segments()[block.leader].identity;
    const TemplateId found = strikes_.Template(site, key, Rule(page, block.leader));
    const auto score = static_cast<std::uint8_t>(block.template_length * 100 / block.length);
    strikes_.Add(doc, BlockNo(static_cast<std::uint32_t>(i)), found, score);
  }
}

// The same on every page, as its key is.
std::string Incremental::Rule(const Page& page, std::size_t leader) const {
  constexpr std::size_t kShown = 60;
  const Span& span = page.spans[leader];
  std::string text = page.text.substr(span.text_begin, span.text_end - span.text_begin);
  if (text.size() > kShown) {
    std::size_t end = kShown;
    while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text = text.substr(0, end) + "...";
  }
  return "text segments on >= " + std::to_string(parameters_.min_df) + " pages are more than " +
         std::to_string(parameters_.ratio_permille / 10) + " % of the block; the first is \"" +
         text + "\"";
}

std::size_t Incremental::bytes() const {
  std::size_t bytes = sizeof(*this) + pages_.bytes() + strikes_.bytes() + page_.bytes() +
                      evidence_.capacity() * sizeof(Evidence);
  for (const Site& site : sites_) bytes += site.table.bytes() + site.versions.bytes();
  return bytes;
}

std::string Incremental::SaveState() const {
  return Encoded([&](RecordWriter& out) {
    out.String(pages_.Encode());
    out.List(sites_, [&](const Site& site) {
      site.table.Encode(&out);
      site.versions.Encode(&out);
    });
  });
}

bool Incremental::RestoreState(std::string_view state) {
  sites_.clear();
  return Decoded(state, [&](RecordReader& in) {
    std::string pages;
    in.String(pages);
    if (!pages_.Decode(pages)) return in.Fail();
    std::vector<SiteId> sites;
    in.List(sites, [&](SiteId& site) {
      site = SiteId(static_cast<std::uint32_t>(sites_.size()));
      SiteOf(site).table.Decode(&in);
      SiteOf(site).versions.Decode(&in);
    });
    if (sites_.size() > pages_.sites()) in.Fail();
  });
}

}  // namespace

std::unique_ptr<Detector> MakeIncremental(const DetectorConfig& config) {
  const auto get = [&](std::string_view key, double otherwise, double least, double most) {
    return std::clamp(config.Get(key, otherwise), least, most);
  };
  IncrementalParameters parameters;
  parameters.tb = get("incremental.tb", parameters.tb, 1, 1e6);
  parameters.n = get("incremental.n", parameters.n, 1, 1e3);
  parameters.min_df =
      static_cast<std::uint32_t>(get("incremental.min_df", parameters.min_df, 1, 1e9));
  parameters.ratio_permille =
      static_cast<std::uint32_t>(std::lround(get("incremental.ratio", 0.7, 0, 1) * 1000));
  if (config.Get("incremental.modern", 0) != 0) parameters.separators = Separators::kModern;
  return std::make_unique<Incremental>(parameters);
}

}  // namespace thresh
