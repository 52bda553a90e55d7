#include "common/report/report.h"

#include <algorithm>
#include <bit>

#include "common/cli/table.h"
#include "common/page_graph/page_graph_reader.h"

namespace thresh {
namespace {

Status Incomparable(const Store& without, const std::string& why) {
  return Status(Code::kUnusable, "cannot compare with " + without.path() + ": " + why);
}

// Sizes show what removal saves only if everything else is the same.
Status CheckComparable(const Store& store, const Store& without) {
  const Statistics& a = store.statistics();
  const Statistics& b = without.statistics();
  // The analyzer comes first, because with another one the numbers of words differ as well.
  if (store.manifest().analyzer != without.manifest().analyzer)
    return Incomparable(without, "its words were cut by another analyzer");
  if (a.docs != b.docs || a.tokens_seen != b.tokens_seen || a.tokens_fields != b.tokens_fields) {
    return Incomparable(without, "it holds other pages (" + Thousands(b.docs) + " with " +
                                     Thousands(b.tokens_seen) + " words, not " + Thousands(a.docs) +
                                     " with " + Thousands(a.tokens_seen) + ")");
  }
  // A comparison with a store that lost words itself would show less than removal saves.
  if (b.tokens_indexed != b.tokens_seen)
    return Incomparable(without, "text was removed from it; build it with --detector none");
  return {};
}

// f(record). The records have the numbers of their segment. Walks stretch by stretch, as a walk
// costs far less than to look every page up.
template <typename F>
Status ForEachPage(const Store& store, F f) {
  const Status damaged(Code::kUnusable,
                       "the store is damaged: a page cannot be read; run thresh-index verify");
  for (const LiveSites::Stretch& stretch : store.live().stretches()) {
    const auto rows = store.segment(stretch.segment)
                          .ScanFrom(Family::kDocs, DocKey(DocId(stretch.first_in_segment)));
    for (std::uint32_t page = 0; page < stretch.docs; ++page, rows->Next()) {
      if (!rows->Valid()) return rows->status().ok() ? damaged : rows->status();
      DocRecord record;
      if (!record.Decode(rows->value())) return damaged;
      f(record);
    }
  }
  return {};
}

Status CountPages(const Store& store, StoreReport* report) {
  std::vector<double> shares;
  THRESH_RETURN_IF_ERROR(ForEachPage(store, [&](const DocRecord& page) {
    const double seen = page.body_tokens_seen;
    // A page without words has no share.
    if (seen == 0) {
      ++report->pages_without_words;
      return;
    }
    const double share = std::clamp((seen - page.body_tokens_indexed) / seen, 0.0, 1.0);
    const auto bin = static_cast<std::size_t>(share * kShareBins);
    // A share of exactly 1 belongs into the last bin.
    ++report->pages_by_share[std::min(bin, kShareBins - 1)];
    if (share == 0) ++report->pages_untouched;
    shares.push_back(share);
  }));
  // The lower median: a share that a page has.
  if (!shares.empty()) {
    const auto middle = shares.begin() + static_cast<std::ptrdiff_t>((shares.size() - 1) / 2);
    // Linear, while sorting all pages only for the middle would not be.
    std::nth_element(shares.begin(), middle, shares.end());
    report->median_share = *middle;
  }
  return {};
}

// Bin i has the templates on 2^i to 2^(i+1) - 1 pages: supports spread over orders of magnitude.
std::vector<std::uint64_t> CountSupports(const std::vector<std::uint32_t>& supports) {
  std::vector<std::uint64_t> bins;
  for (const std::uint32_t support : supports) {
    // A support of 0 would be bin -1.
    const auto bin = static_cast<std::size_t>(std::bit_width(std::max(support, 1U)) - 1);
    if (bin >= bins.size()) bins.resize(bin + 1);
    ++bins[bin];
  }
  return bins;
}

}  // namespace

Result<StoreReport> ReadReport(const Store& store, const Store* without, std::size_t templates) {
  StoreReport report;
  THRESH_ASSIGN_OR_RETURN(report.stats, ReadStats(store));
  if (without != nullptr) {
    // Checked before the pages are counted, which reads the record of every page.
    THRESH_RETURN_IF_ERROR(CheckComparable(store, *without));
    THRESH_ASSIGN_OR_RETURN(report.without, ReadStats(*without));
  }
  THRESH_RETURN_IF_ERROR(CountPages(store, &report));
  if (store.docs() <= kMostRankedPages) {
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(store));
    THRESH_ASSIGN_OR_RETURN(report.best_pages,
                            MakeRankTable(store, graph, RankMeasure::kPageRank, kBestPages));
  }
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::uint32_t> supports, ReadSupports(store));
  report.templates_by_support = CountSupports(supports);
  THRESH_ASSIGN_OR_RETURN(report.templates, ReadCards(store, "", templates));
  std::vector<TemplateCard*> cards;
  for (TemplateCard& card : report.templates.shown) cards.push_back(&card);
  THRESH_RETURN_IF_ERROR(CompareCards(store, std::move(cards), templates));
  return report;
}

}  // namespace thresh
