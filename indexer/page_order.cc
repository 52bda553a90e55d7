#include "indexer/page_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace thresh {

std::size_t PageOrder::duplicates() const {
  return static_cast<std::size_t>(std::count_if(first_copy_.begin(), first_copy_.end(),
                                                [](std::uint32_t doc) { return doc != kNone; }));
}

Strikes PageOrder::Renumbered(const Strikes& strikes) const {
  Strikes renumbered;
  renumbered.templates = strikes.templates;
  for (FoundTemplate& found : renumbered.templates) found.site = Of(found.site);
  renumbered.strikes.reserve(strikes.strikes.size());
  for (Strike strike : strikes.strikes) {
    const std::optional<DocId> doc = Of(strike.doc);
    if (!doc) continue;
    strike.doc = *doc;
    renumbered.strikes.push_back(strike);
  }
  return renumbered;
}

void PageOrderMaker::Add(const Arrival& arrival, const Place& place) {
  Row& row = rows_.emplace_back();
  row.begin = bytes_.size();
  row.url = static_cast<std::uint32_t>(place.url.size());
  row.date = static_cast<std::uint32_t>(place.date.size());
  row.docno = static_cast<std::uint32_t>(place.docno.size());
  row.site = arrival.site;
  row.duplicate = arrival.duplicate();
  row.has_words = place.has_words;
  row.token_hash = place.token_hash;
  bytes_.append(place.url).append(place.date).append(place.docno);
  if (hosts_.size() <= arrival.site.value) hosts_.resize(arrival.site.value + 1);
  if (hosts_[arrival.site.value].empty()) hosts_[arrival.site.value] = place.host;
}

bool PageOrderMaker::IsNewer(std::uint32_t a, std::uint32_t b) const {
  const Row &x = rows_[a], &y = rows_[b];
  return std::tuple(Date(x), Docno(x), a) > std::tuple(Date(y), Docno(y), b);
}

void PageOrderMaker::NumberSites(PageOrder* order) {
  std::vector<std::uint32_t> sites(hosts_.size());
  std::iota(sites.begin(), sites.end(), 0U);
  std::sort(sites.begin(), sites.end(),
            [this](std::uint32_t a, std::uint32_t b) { return hosts_[a] < hosts_[b]; });
  rank_.resize(sites.size());
  order->site_of_.resize(sites.size());
  for (std::uint32_t rank = 0; rank < sites.size(); ++rank) {
    rank_[sites[rank]] = rank;
    order->site_of_[sites[rank]] = SiteId(rank);
  }
}

// By site and URL, and the newest first. A crawl of a folder comes in this order.
std::vector<std::uint32_t> PageOrderMaker::SortedPages() const {
  std::vector<std::uint32_t> pages(rows_.size());
  std::iota(pages.begin(), pages.end(), 0U);
  const auto before = [this](std::uint32_t a, std::uint32_t b) {
    const Row &x = rows_[a], &y = rows_[b];
    if (x.site != y.site) return rank_[x.site.value] < rank_[y.site.value];
    if (const int order = Url(x).compare(Url(y)); order != 0) return order < 0;
    return IsNewer(a, b);
  };
  if (!std::is_sorted(pages.begin(), pages.end(), before))
    std::sort(pages.begin(), pages.end(), before);
  return pages;
}

void PageOrderMaker::FindCopies(const std::vector<std::uint32_t>& live, PageOrder* order) const {
  order->first_copy_.assign(live.size(), PageOrder::kNone);
  std::unordered_map<Hash128, std::uint32_t> first;
  for (std::uint32_t doc = 0; doc < live.size(); ++doc) {
    const Row& row = rows_[live[doc]];
    // Words of another site are no copies.
    if (doc == 0 || rows_[live[doc - 1]].site != row.site) first.clear();
    if (!row.has_words) continue;
    const auto [known, is_new] = first.try_emplace(row.token_hash, doc);
    if (!is_new) order->first_copy_[doc] = known->second;
  }
}

PageOrder PageOrderMaker::Finish() {
  PageOrder order;
  NumberSites(&order);
  order.doc_of_.assign(rows_.size(), PageOrder::kNone);
  std::vector<std::uint32_t> live;  // numbers of arrival
  for (const std::uint32_t page : SortedPages()) {
    const Row& row = rows_[page];
    if (!live.empty() && rows_[live.back()].site == row.site && Url(rows_[live.back()]) == Url(row))
      continue;
    order.doc_of_[page] = static_cast<std::uint32_t>(live.size());
    live.push_back(page);
  }
  FindCopies(live, &order);
  order.as_arrived_.assign(hosts_.size(), true);
  for (std::uint32_t page = 0; page < rows_.size(); ++page) {
    if (order.IsEvidence(DocId(page)) == rows_[page].duplicate)
      order.as_arrived_[rows_[page].site.value] = false;
  }
  *this = {};  // the merge needs the memory
  return order;
}

}  // namespace thresh
