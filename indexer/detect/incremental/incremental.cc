// A page is judged the moment it arrives, by what its site has shown before (Wang, Fang, Cheng,
// Guo, Xu, WWW 2008): segmentation (WFCGX 2.1), table expansion (2.2), detection (2.3), shrinkage
// (2.4).
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>
#include <vector>

#include "indexer/detect/incremental/page_versions.h"
#include "indexer/detect/incremental/segment_table.h"
#include "indexer/detect/incremental/text_segments.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/strike_list.h"

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

  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return strikes_.Take(); }
  Strikes Conclude() override { return {}; }
  std::size_t bytes() const override;

 private:
  struct Site {
    SegmentTable table;
    PageVersions versions;
    std::unordered_set<Hash128> known_pages;  // token sequences; of earlier crawls, too
  };
  struct Evidence {  // of a block
    std::uint64_t length = 0, template_length = 0;
    std::size_t leader = 0;  // its first template segment
  };
  Site& SiteOf(SiteId id, const std::string& host);
  Site& SiteOf(const std::string& host) {
    return sites_.try_emplace(host, Site{SegmentTable(life_), {}, {}}).first->second;
  }
  bool IsTemplate(const TextSegment& segment, const Site& site) const {
    return site.table.df(segment.identity) >= parameters_.min_df;
  }
  // WFCGX 2.3: more than 0.7, so a block of exactly 0.7 stays. In integers, because 0.7 is no
  // binary fraction.
  bool IsTemplate(const Evidence& block) const {
    return block.template_length * 1000 > block.length * parameters_.ratio_permille;
  }
  void Expand(bool duplicate, SegmentTable* table);
  void Weigh(const Site& site);
  void Detect(const Page& page, const Arrival& arrival);
  TemplateRule Rule(const Page& page, std::size_t leader) const;

  IncrementalParameters parameters_;
  SegmentLife life_;
  std::map<std::string, Site> sites_;  // by host: a later crawl numbers sites anew
  std::vector<Site*> by_id_;           // those that this build has met; else null
  StrikeList strikes_;                 // of the current run
  // Of the current page.
  TextSegments page_;
  std::vector<bool> is_new_;
  std::vector<Evidence> evidence_;  // by block
};

Incremental::Site& Incremental::SiteOf(SiteId id, const std::string& host) {
  if (by_id_.size() <= id.value) by_id_.resize(id.value + 1, nullptr);
  Site*& site = by_id_[id.value];
  // Nodes of a map never move, so the pointer stays valid.
  if (site == nullptr) site = &SiteOf(host);
  return *site;
}

void Incremental::Observe(const Page& page, const Arrival& arrival) {
  if (page.body_tokens == 0) return;
  Site& site = SiteOf(arrival.site, page.site);
  // The fold knows the duplicates of this build. The state outlives a build, and a page of an
  // earlier crawl that comes back at another address is a duplicate, too.
  const bool duplicate = !site.known_pages.insert(page.token_hash).second;
  page_.Read(page);
  const bool first_visit = site.versions.Visit(page.url, page_.segments(), &is_new_);
  // A copy at another address leaves no trace: a thousand of them would push all else out of its
  // life. It is judged all the same: what it is a copy of may have been a page of an earlier crawl.
  const bool leaves_trace = !duplicate || !first_visit;
  if (leaves_trace) Expand(duplicate, &site.table);
  Weigh(site);
  Detect(page, arrival);
  // The table shrinks after detection (WFCGX 2.4): what expires with this page still counts on it.
  if (leaves_trace) site.table.EndPage();
}

// WFCGX 2.2. A segment that the page had before is refreshed only: a page counts once, however
// often it is fetched.
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

// The length of a block and of its template segments, in characters (WFCGX 2.3).
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

void Incremental::Detect(const Page& page, const Arrival& arrival) {
  for (std::size_t i = 0; i < page_.segments().size(); ++i) {
    const Evidence& block = evidence_[page_.segments()[i].block];
    if (!IsTemplate(block)) continue;
    // The first template segment names the template, so the name holds on every page and crawl.
    const Hash128& key = page_.segments()[block.leader].identity;
    const TemplateId found = strikes_.Name({arrival.site, key, Rule(page, block.leader)});
    const auto score = static_cast<std::uint8_t>(block.template_length * 100 / block.length);
    strikes_.Add(arrival.doc, BlockNo(static_cast<std::uint32_t>(i)), found, score);
  }
}

// The rule of a template is the same on every page, since its key is: it names no page.
TemplateRule Incremental::Rule(const Page& page, std::size_t leader) const {
  constexpr std::size_t kShown = 60;
  const Span& span = page.spans[leader];
  std::string text = page.text.substr(span.text_begin, span.text_end - span.text_begin);
  if (text.size() > kShown) {
    std::size_t end = kShown;
    // Bytes of the form 10xxxxxx continue a code point of UTF-8.
    while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text = text.substr(0, end) + "...";
  }
  return MakeRule("incremental.segments",
                  {RuleField::Count(parameters_.min_df),
                   RuleField::Share(parameters_.ratio_permille / 1000.0), RuleField::Text(text)});
}

std::size_t Incremental::bytes() const {
  constexpr std::size_t kPage = sizeof(Hash128) + 32;  // link, bucket, malloc
  constexpr std::size_t kHost = sizeof(std::string) + sizeof(Site) + 64;
  std::size_t bytes =
      sizeof(*this) + strikes_.bytes() + page_.bytes() + evidence_.capacity() * sizeof(Evidence);
  for (const auto& [host, site] : sites_)
    bytes += kHost + site.table.bytes() + site.versions.bytes() + site.known_pages.size() * kPage;
  return bytes;
}

constexpr IncrementalParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"incremental.tb", kNumber, kDefaults.tb, 1, 1e6,
     "pages that a segment lives which was seen once"},
    {"incremental.n", kNumber, kDefaults.n, 1, 1e3,
     "a segment that was seen often lives this many times as long"},
    {"incremental.min_df", kWhole, kDefaults.min_df, 1, 1e9,
     "pages that make a segment a template segment"},
    {"incremental.ratio", kNumber, kDefaults.ratio_permille / 1000.0, 0, 1,
     "a block is template if more than this share of its length is in template segments"},
    {"incremental.modern", kFlag, 0, 0, 1, "1: segments are cut at modern tags as well"},
};

}  // namespace

std::span<const DetectorParameter> IncrementalParameterTable() { return kParameters; }

std::unique_ptr<Detector> MakeIncremental(const DetectorConfig& config) {
  const ParameterReader read(kParameters, config);
  IncrementalParameters parameters;
  parameters.tb = read.Number("incremental.tb");
  parameters.n = read.Number("incremental.n");
  parameters.min_df = read.Whole("incremental.min_df");
  parameters.ratio_permille =
      static_cast<std::uint32_t>(std::lround(read.Number("incremental.ratio") * 1000));
  if (read.Flag("incremental.modern")) parameters.separators = Separators::kModern;
  return std::make_unique<Incremental>(parameters);
}

}  // namespace thresh
