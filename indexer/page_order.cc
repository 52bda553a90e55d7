#include "indexer/page_order.h"

#include <algorithm>
#include <numeric>
#include <set>
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
  row.stored = place.stored;
  row.withheld = place.withheld;
  row.token_hash = place.token_hash;
  bytes_.append(place.url).append(place.date).append(place.docno);
  if (hosts_.size() <= arrival.site.value) hosts_.resize(arrival.site.value + 1);
  if (hosts_[arrival.site.value].empty()) hosts_[arrival.site.value] = place.host;
}

void PageOrderMaker::AddEvent(const CrawlEvent& event) {
  std::string& bytes = event_bytes_.emplace_back();
  bytes.append(event.host).append(event.url).append(event.date);
  CrawlEvent& kept = events_.emplace_back(event);
  const std::string_view all = bytes;
  kept.host = all.substr(0, event.host.size());
  kept.url = all.substr(event.host.size(), event.url.size());
  kept.date = all.substr(event.host.size() + event.url.size());
}

bool PageOrderMaker::IsNewer(std::uint32_t a, std::uint32_t b) const {
  const Row &x = rows_[a], &y = rows_[b];
  return std::tuple(Date(x), Docno(x), !x.stored, a) > std::tuple(Date(y), Docno(y), !y.stored, b);
}

bool PageOrderMaker::IsAfter(const CrawlEvent& event, std::uint32_t page) const {
  const Row& row = rows_[page];
  return std::tuple(event.date, !event.stored, event.after) >
         std::tuple(Date(row), !row.stored, page);
}

PageOrderMaker::Fate PageOrderMaker::FateOf(const Group& group, bool complete) const {
  const std::uint32_t newest = group.pages.front();
  const CrawlEvent* gone = nullptr;
  std::string_view seen;
  bool named = std::any_of(group.pages.begin(), group.pages.end(),
                           [this](std::uint32_t page) { return !rows_[page].stored; });
  for (const CrawlEvent* event : group.events) {
    named |= !event->stored;
    if (event->kind == RecordKind::kSeen) seen = std::max(seen, event->date);
    const bool later = gone == nullptr ||
                       std::tuple(gone->date, gone->after) < std::tuple(event->date, event->after);
    if (event->kind == RecordKind::kGone && IsAfter(*event, newest) && later) gone = event;
  }
  constexpr std::uint32_t kGoneForGood = 410;
  if (gone != nullptr && seen <= gone->date)
    return gone->status == kGoneForGood || !rows_[newest].stored ? Fate::kGoes
                                                                 : Fate::kGoesIfAllowed;
  return complete && !named ? Fate::kGoesIfAllowed : Fate::kStays;
}

void PageOrderMaker::RankSites() {
  std::vector<std::uint32_t> sites(hosts_.size());
  std::iota(sites.begin(), sites.end(), 0U);
  std::sort(sites.begin(), sites.end(),
            [this](std::uint32_t a, std::uint32_t b) { return hosts_[a] < hosts_[b]; });
  rank_.resize(sites.size());
  for (std::uint32_t rank = 0; rank < sites.size(); ++rank) rank_[sites[rank]] = rank;
}

// Only sites with pages are numbered.
void PageOrderMaker::NumberSites(const std::vector<std::uint32_t>& live, PageOrder* order) const {
  order->site_of_.assign(hosts_.size(), PageOrder::kNoSite);
  std::uint32_t sites = 0;
  for (const std::uint32_t page : live) {
    SiteId& number = order->site_of_[rows_[page].site.value];
    if (number == PageOrder::kNoSite) number = SiteId(sites++);
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

// Takes the withheld ones out of the pages that would be live.
std::vector<std::uint32_t> PageOrderMaker::TakeWithheld(std::vector<std::uint32_t>* live) const {
  const auto begin = std::stable_partition(
      live->begin(), live->end(), [this](std::uint32_t page) { return !rows_[page].withheld; });
  std::vector<std::uint32_t> withheld(begin, live->end());
  live->erase(begin, live->end());
  return withheld;
}

// Of pages with the same words one teaches, and rather one of the segment.
void PageOrderMaker::FindTeachers(const std::vector<std::uint32_t>& live,
                                  const std::vector<std::uint32_t>& withheld,
                                  PageOrder* order) const {
  order->withheld_ = withheld.size();
  if (withheld.empty()) return;
  std::set<std::pair<SiteId, Hash128>> taught;
  for (const std::uint32_t page : live) taught.emplace(rows_[page].site, rows_[page].token_hash);
  for (const std::uint32_t page : withheld) {
    const Row& row = rows_[page];
    if (!row.has_words || taught.emplace(row.site, row.token_hash).second)
      order->teaches_.insert(page);
  }
}

// By host and URL, as pages.
void PageOrderMaker::SortEvents() {
  std::stable_sort(events_.begin(), events_.end(), [](const CrawlEvent& a, const CrawlEvent& b) {
    return std::tie(a.host, a.url) < std::tie(b.host, b.url);
  });
}

// Takes the records of the next URL off the front of `sorted` and of the events from *event on.
PageOrderMaker::Group PageOrderMaker::TakeGroup(std::span<const std::uint32_t>* sorted,
                                                std::size_t* event) const {
  Group group;
  const Row& first = rows_[sorted->front()];
  const std::string_view url = Url(first);
  const std::tuple<std::string_view, std::string_view> place(hosts_[first.site.value], url);
  while (!sorted->empty() && rows_[sorted->front()].site == first.site &&
         Url(rows_[sorted->front()]) == url) {
    group.was_there |= rows_[sorted->front()].stored;
    group.pages.push_back(sorted->front());
    *sorted = sorted->subspan(1);
  }
  // Events of URLs that have no page stand between.
  for (; *event < events_.size(); ++*event) {
    const CrawlEvent& next = events_[*event];
    const std::tuple<std::string_view, std::string_view> its_place(next.host, next.url);
    if (its_place > place) break;
    if (its_place == place) group.events.push_back(&next);
  }
  return group;
}

void PageOrderMaker::CountSuperseded(const Group& group, PageOrder* order) const {
  const bool dated = !Date(rows_[group.pages.front()]).empty();
  for (const std::uint32_t page : std::span(group.pages).subspan(1)) {
    if (rows_[page].stored) continue;
    ++order->superseded_;
    if (dated && Date(rows_[page]).empty()) ++order->undated_;
  }
}

// The newest page of each URL, unless it goes.
std::vector<std::uint32_t> PageOrderMaker::FindLive(std::span<const std::uint32_t> sorted,
                                                    const GoneRules& rules,
                                                    PageOrder* order) const {
  std::vector<std::uint32_t> live;
  for (std::size_t event = 0; !sorted.empty();) {
    const SiteId site = rows_[sorted.front()].site;
    const std::string& host = hosts_[site.value];
    const bool complete =
        std::find(rules.complete.begin(), rules.complete.end(), host) != rules.complete.end();
    std::vector<std::pair<std::uint32_t, Fate>> fates;
    std::size_t were_there = 0, may_go = 0, unnamed = 0;
    while (!sorted.empty() && rows_[sorted.front()].site == site) {
      const Group group = TakeGroup(&sorted, &event);
      CountSuperseded(group, order);
      fates.emplace_back(group.pages.front(), FateOf(group, complete && !rules.lost));
      if (group.was_there) ++were_there;
      if (complete && fates.back().second != FateOf(group, complete)) ++unnamed;
      if (fates.back().second == Fate::kGoesIfAllowed) ++may_go;
    }
    const bool allowed =
        static_cast<double>(may_go) <= rules.most_gone * static_cast<double>(were_there);
    const std::size_t guarded = unnamed + (allowed ? 0 : may_go);
    if (guarded > 0) order->guarded_.emplace_back(host, guarded);
    for (const auto& [page, fate] : fates) {
      if (fate == Fate::kStays || (fate == Fate::kGoesIfAllowed && !allowed)) live.push_back(page);
    }
  }
  return live;
}

void PageOrderMaker::CountEvidence(PageOrder* order) const {
  order->as_arrived_.assign(hosts_.size(), true);
  order->evidence_.assign(hosts_.size(), 0);
  for (std::uint32_t page = 0; page < rows_.size(); ++page) {
    const std::uint32_t site = rows_[page].site.value;
    const bool is_evidence = order->IsEvidence(DocId(page));
    if (is_evidence == rows_[page].duplicate) order->as_arrived_[site] = false;
    if (is_evidence) ++order->evidence_[site];
  }
}

// Few sites are that large, so a pass over all pages for each of them is cheap enough.
void PageOrderMaker::DrawSamples(std::uint32_t learn_pages, PageOrder* order) const {
  order->learnt_from_.assign(hosts_.size(), 0);
  for (std::uint32_t site = 0; site < hosts_.size() && learn_pages > 0; ++site) {
    if (order->evidence_[site] <= learn_pages) continue;
    std::vector<std::pair<Hash128, std::uint32_t>> drawn;  // by hash of the URL
    for (std::uint32_t page = 0; page < rows_.size(); ++page) {
      if (rows_[page].site.value == site && order->IsEvidence(DocId(page)))
        drawn.emplace_back(HashBytes(Url(rows_[page])), page);
    }
    std::nth_element(drawn.begin(), drawn.begin() + learn_pages, drawn.end());
    order->sample_.resize(rows_.size(), false);
    for (std::uint32_t i = 0; i < learn_pages; ++i) order->sample_[drawn[i].second] = true;
    order->learnt_from_[site] = learn_pages;
  }
}

PageOrder PageOrderMaker::Finish(const GoneRules& rules, std::uint32_t learn_pages) {
  PageOrder order;
  RankSites();
  SortEvents();
  std::vector<std::uint32_t> live = FindLive(SortedPages(), rules, &order);
  const std::vector<std::uint32_t> withheld = TakeWithheld(&live);
  NumberSites(live, &order);
  order.doc_of_.assign(rows_.size(), PageOrder::kNone);
  for (std::uint32_t doc = 0; doc < live.size(); ++doc) {
    order.doc_of_[live[doc]] = doc;
    order.stored_.push_back(rows_[live[doc]].stored);
  }
  FindCopies(live, &order);
  FindTeachers(live, withheld, &order);
  CountEvidence(&order);
  DrawSamples(learn_pages, &order);
  order.hosts_ = std::move(hosts_);
  order.events_ = std::move(events_);
  order.event_bytes_ = std::move(event_bytes_);
  *this = {};  // the merge needs the memory
  return order;
}

}  // namespace thresh
