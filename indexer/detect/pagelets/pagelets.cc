// Template detection in pagelets as printed, local and global (Bar-Yossef, Rajagopalan, WWW 2002,
// 3.2, figures 4 and 5). Support is known at the end of the input only, so the tables PAGELETS and
// LINKS are kept until then.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "indexer/detect/methods.h"
#include "indexer/detect/pagelets/partition.h"
#include "indexer/detect/pagelets/templates.h"
#include "indexer/detect/strike_list.h"

namespace thresh {
namespace {

struct PageletParameters {
  PartitionRules partition;
  std::uint32_t shingle_width = 10;
  std::uint32_t min_pages = 5;
  bool global = false;
};

// The first copy of a page.
struct LoggedPage {
  DocId doc;
  SiteId site;
  std::uint64_t url = 0;                // its hash
  std::vector<std::uint64_t> links_to;  // hashes of URLs, distinct; global only
};

// Where the text of a row of PAGELETS stands.
struct TextRange {
  std::uint32_t first = 0, count = 0;
};

class PageletDetector final : public Detector {
 public:
  explicit PageletDetector(const PageletParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return {}; }
  Strikes Conclude() override;
  std::size_t bytes() const override;

 private:
  void LogLinks(const Page& page, LoggedPage* to);
  PageLinks Links() const;
  void Strike(const PageletTemplate& found, StrikeList* strikes) const;
  FoundTemplate Describe(const PageletTemplate& found, SiteId site) const;

  PageletParameters parameters_;
  PageletTokens tokens_;
  std::vector<LoggedPage> pages_;
  std::vector<PageletRow> rows_;  // their pages are indexes in pages_
  std::vector<TextRange> texts_;  // of each row
  std::size_t link_bytes_ = 0;
};

void PageletDetector::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate()) return;
  // The local algorithm is for a set of pages: here, a site.
  const std::uint64_t scope = parameters_.global ? 0 : FastHash64(page.site);
  const auto number = static_cast<std::uint32_t>(pages_.size());
  pages_.push_back({arrival.doc, arrival.site, FastHash64(page.url), {}});
  tokens_.Read(page);
  for (const Pagelet& pagelet : PartitionPage(page.tree, parameters_.partition)) {
    const std::uint64_t shingle = MinShingle(tokens_.of(pagelet), parameters_.shingle_width);
    // Blocks are text nodes, so a pagelet without text has nothing to strike.
    if (shingle == 0 || pagelet.texts == 0) continue;
    // With the scope in the shingle one table serves all sites.
    rows_.push_back({number, Mix64(shingle ^ scope)});
    texts_.push_back({pagelet.first_text, pagelet.texts});
  }
  // Only the global algorithm (BR 3.2, figure 5) reads links.
  if (parameters_.global) LogLinks(page, &pages_.back());
}

void PageletDetector::LogLinks(const Page& page, LoggedPage* to) {
  std::vector<std::uint64_t>& targets = to->links_to;
  for (const Link& link : page.links) targets.push_back(FastHash64(link.target));
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  // The list stays until the input ends, so spare capacity would add up.
  targets.shrink_to_fit();
  link_bytes_ += targets.capacity() * sizeof(std::uint64_t);
}

PageLinks PageletDetector::Links() const {
  std::unordered_map<std::uint64_t, std::uint32_t> by_url;
  // `emplace` keeps the first page of an address.
  for (std::uint32_t i = 0; i < pages_.size(); ++i) by_url.emplace(pages_[i].url, i);
  PageLinks links;
  for (const LoggedPage& page : pages_) {
    for (const std::uint64_t target : page.links_to) {
      // A link to a page outside of the crawl connects nothing.
      const auto found = by_url.find(target);
      if (found != by_url.end()) links.to.push_back(found->second);
    }
    links.first.push_back(static_cast<std::uint32_t>(links.to.size()));
  }
  return links;
}

FoundTemplate PageletDetector::Describe(const PageletTemplate& found, SiteId site) const {
  const PageletRow& first = rows_[found.rows.front()];
  Hasher128 key;
  key.Number(first.shingle);
  // Components of one shingle are told apart by their first pages.
  if (parameters_.global) key.Number(pages_[first.page].url);
  return {site, key.Finish(),
          MakeRule(parameters_.global ? "pagelets.global" : "pagelets.local",
                   {RuleField::Count(found.pages)})};
}

void PageletDetector::Strike(const PageletTemplate& found, StrikeList* strikes) const {
  for (const std::uint32_t row : found.rows) {
    const LoggedPage& page = pages_[rows_[row].page];
    const TemplateId id =
        strikes->Name(Describe(found, page.site));  // linked pages may be of several sites
    for (std::uint32_t i = 0; i < texts_[row].count; ++i)
      strikes->Add(page.doc, BlockNo(texts_[row].first + i), id);
  }
}

Strikes PageletDetector::Conclude() {
  StrikeList strikes;
  const auto templates = parameters_.global ? GlobalTemplates(rows_, Links(), parameters_.min_pages)
                                            : LocalTemplates(rows_, parameters_.min_pages);
  for (const PageletTemplate& found : templates) Strike(found, &strikes);
  return strikes.Take();
}

std::size_t PageletDetector::bytes() const {
  return sizeof(*this) + tokens_.bytes() + pages_.capacity() * sizeof(LoggedPage) +
         rows_.capacity() * sizeof(PageletRow) + texts_.capacity() * sizeof(TextRange) +
         link_bytes_;
}

constexpr PageletParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"pagelets.k", kWhole, kDefaults.partition.k, 1, 1e6,
     "links that a child must have for its element to be opened"},
    {"pagelets.shingle_width", kWhole, kDefaults.shingle_width, 1, 1e6, "words of a shingle"},
    {"pagelets.min_pages", kWhole, kDefaults.min_pages, 2, 1e6,
     "pages with the same pagelet that make it template"},
    {"pagelets.modern", kFlag, 0, 0, 1,
     "1: neighbours with fewer than pagelets.k links in all are one pagelet"},
};

std::unique_ptr<Detector> MakePagelets(const DetectorConfig& config, bool global) {
  const ParameterReader read(kParameters, config);
  PageletParameters parameters;
  parameters.partition.k = read.Whole("pagelets.k");
  parameters.partition.join = read.Flag("pagelets.modern");
  parameters.shingle_width = read.Whole("pagelets.shingle_width");
  parameters.min_pages = read.Whole("pagelets.min_pages");
  parameters.global = global;
  return std::make_unique<PageletDetector>(parameters);
}

}  // namespace

std::span<const DetectorParameter> PageletParameterTable() { return kParameters; }

std::unique_ptr<Detector> MakePageletsLocal(const DetectorConfig& config) {
  return MakePagelets(config, false);
}

std::unique_ptr<Detector> MakePageletsGlobal(const DetectorConfig& config) {
  return MakePagelets(config, true);
}

}  // namespace thresh
