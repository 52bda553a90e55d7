#include "common/report/best_pages.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "common/base/hash.h"
#include "common/graph/link_graph.h"
#include "common/store/text_record.h"

namespace thresh {
namespace {

using Links = BestPages::Links;
constexpr std::array<Links, 2> kBoth = {BestPages::kAll, BestPages::kFree};

// Where a page links to, and whether a link outside of templates leads there.
using Target = std::pair<std::uint32_t, bool>;

class Reader {
 public:
  explicit Reader(const Store& store) : store_(store) {}

  Result<BestPages> Read() {
    BestPages best{.ranked = true};
    THRESH_RETURN_IF_ERROR(ReadPages());
    for (std::uint32_t doc = 0; doc < store_.docs(); ++doc) {
      THRESH_ASSIGN_OR_RETURN(const std::vector<Target> targets, TargetsOf(DocId(doc)));
      for (const Links links : kBoth) AddPage(targets, links);
    }
    for (const Links links : kBoth) Rank(links, &best);
    for (const Links links : kBoth) THRESH_RETURN_IF_ERROR(Show(links, &best));
    return best;
  }

 private:
  Status ReadPages() {
    for (std::uint32_t doc = 0; doc < store_.docs(); ++doc) {
      THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store_, DocId(doc)));
      const bool copy = page.duplicate && page.duplicate_of.value < store_.docs();
      first_copy_.push_back(copy ? page.duplicate_of.value : doc);
      by_url_.emplace(HashBytes(page.url), first_copy_.back());
    }
    return {};
  }

  // Ascending, each page once.
  Result<std::vector<Target>> TargetsOf(DocId doc) const {
    std::vector<Target> targets;
    if (first_copy_[doc.value] != doc.value) return targets;
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store_, doc));
    THRESH_ASSIGN_OR_RETURN(const LinksRecord links, ReadLinks(store_, doc, page.url));
    if (links.links.empty()) return targets;
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(store_, doc));
    for (const LinksRecord::StoredLink& link : links.links) {
      const auto target = by_url_.find(HashBytes(link.target));
      if (target == by_url_.end() || target->second == doc.value) continue;
      const StoredVerdict* verdict = text.Find(link.block);
      targets.emplace_back(target->second, verdict == nullptr || !IsOfTemplate(verdict->verdict));
    }
    // A free link comes first, and stands for all links to its page.
    std::sort(targets.begin(), targets.end(), [](const Target& a, const Target& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    const auto same = [](const Target& a, const Target& b) { return a.first == b.first; };
    targets.erase(std::unique(targets.begin(), targets.end(), same), targets.end());
    return targets;
  }

  void AddPage(const std::vector<Target>& targets, Links links) {
    std::vector<std::uint32_t> pages;
    for (const auto& [page, free] : targets) {
      if (links == BestPages::kAll || free) pages.push_back(page);
    }
    graphs_[links].AddPage(pages);
  }

  void Rank(Links links, BestPages* best) {
    const LinkGraph& graph = graphs_[links];
    best->edges[links] = graph.edges();
    links_in_[links].resize(graph.pages());
    for (std::size_t page = 0; page < graph.pages(); ++page) {
      for (const std::uint32_t target : graph.TargetsOf(page)) ++links_in_[links][target];
    }
    const std::vector<double> ranks = PageRanks(graph);
    std::vector<std::uint32_t>& order = order_[links];
    order.resize(ranks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
    place_[links].resize(order.size());
    for (std::size_t at = 0; at < order.size(); ++at) place_[links][order[at]] = at + 1;
  }

  Status Show(Links links, BestPages* best) const {
    for (std::size_t at = 0; at < std::min(order_[links].size(), kBestPages); ++at) {
      const std::uint32_t doc = order_[links][at];
      THRESH_ASSIGN_OR_RETURN(DocRecord page, ReadPage(store_, DocId(doc)));
      BestPages::Page& shown = best->best[links].emplace_back();
      shown.url = std::move(page.url);
      shown.title = std::move(page.title);
      for (const Links by : kBoth) shown.by[by] = {place_[by][doc], links_in_[by][doc]};
    }
    return {};
  }

  const Store& store_;
  std::vector<std::uint32_t> first_copy_;  // by page
  std::unordered_map<Hash128, std::uint32_t> by_url_;
  std::array<LinkGraph, 2> graphs_;
  std::array<std::vector<std::size_t>, 2> links_in_, place_;  // by page
  std::array<std::vector<std::uint32_t>, 2> order_;           // the best first
};

}  // namespace

Result<BestPages> ReadBestPages(const Store& store) {
  if (store.docs() > kMostRankedPages) return BestPages();
  return Reader(store).Read();
}

}  // namespace thresh
