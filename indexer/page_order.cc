#include "indexer/page_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "common/base/times.h"

namespace thresh {
namespace {

constexpr std::uint32_t kAnswered = 200, kMoved = 301, kMovedForGood = 308;  // HTTP statuses

}  // namespace

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
  row.broken = place.broken;
  row.token_hash = place.token_hash;
  bytes_.append(place.url).append(place.date).append(place.docno);
  if (hosts_.size() <= arrival.site.value) hosts_.resize(arrival.site.value + 1);
  if (hosts_[arrival.site.value].empty()) hosts_[arrival.site.value] = place.host;
}

void PageOrderMaker::AddEvent(const CrawlEvent& event) {
  std::string& bytes = event_bytes_.emplace_back();
  bytes.append(event.host).append(event.url).append(event.date).append(event.target);
  CrawlEvent& kept = events_.emplace_back(event);
  const std::string_view all = bytes;
  kept.host = all.substr(0, event.host.size());
  kept.url = all.substr(event.host.size(), event.url.size());
  kept.date = all.substr(event.host.size() + event.url.size(), event.date.size());
  kept.target = all.substr(all.size() - event.target.size());
}

bool PageOrderMaker::IsNewer(std::uint32_t a, std::uint32_t b) const {
  const Row &x = rows_[a], &y = rows_[b];
  return std::tuple(TimeKey(Date(x)), Docno(x), !x.stored, a) >
         std::tuple(TimeKey(Date(y)), Docno(y), !y.stored, b);
}

bool PageOrderMaker::Counts(std::uint32_t a, std::uint32_t b) const {
  return rows_[a].broken != rows_[b].broken ? rows_[b].broken : IsNewer(a, b);
}

bool PageOrderMaker::IsAfter(const CrawlEvent& event, std::uint32_t page) const {
  const Row& row = rows_[page];
  return std::tuple(TimeKey(event.date), !event.stored, event.after) >
         std::tuple(TimeKey(Date(row)), !row.stored, page);
}

bool PageOrderMaker::WasSeenAfter(const Group& group, const CrawlEvent& gone,
                                  const GoneRules& rules) const {
  const bool by_crawl =
      std::any_of(group.events.begin(), group.events.end(), [&](const CrawlEvent* event) {
        return event->kind == RecordKind::kSeen && TimeKey(event->date) > TimeKey(gone.date);
      });
  if (by_crawl || !rules.seen) return by_crawl;
  const Row& page = rows_[group.pages.front()];
  return TimeKey(rules.seen(hosts_[page.site.value], Url(page))) > TimeKey(gone.date);
}

PageOrderMaker::Chosen PageOrderMaker::FateOf(const Group& group, std::uint32_t page, bool complete,
                                              const GoneRules& rules) const {
  const CrawlEvent* gone = nullptr;
  bool named = std::any_of(group.pages.begin(), group.pages.end(),
                           [this](std::uint32_t page) { return !rows_[page].stored; });
  for (const CrawlEvent* event : group.events) {
    named |= !event->stored;
    const bool later = gone == nullptr || std::tuple(TimeKey(gone->date), gone->after) <
                                              std::tuple(TimeKey(event->date), event->after);
    if (event->kind == RecordKind::kGone && IsAfter(*event, page) && later) gone = event;
  }
  constexpr std::uint32_t kGoneForGood = 410;
  if (gone != nullptr && !WasSeenAfter(group, *gone, rules))
    return {
        page,
        gone->status == kGoneForGood || !rows_[page].stored ? Fate::kGoes : Fate::kGoesIfAllowed,
        gone};
  return {page, complete && !named ? Fate::kGoesIfAllowed : Fate::kStays};
}

// A piece of the page stays where a whole page goes and the piece is newer than the record that
// says so.
PageOrderMaker::Chosen PageOrderMaker::Choose(const Group& group, bool complete,
                                              const GoneRules& rules) const {
  const std::uint32_t first = group.pages.front();
  const Chosen chosen = FateOf(group, first, complete, rules);
  if (chosen.fate == Fate::kStays || rows_[first].broken) return chosen;
  for (const std::uint32_t page : group.pages) {
    if (!rows_[page].broken) continue;
    const Chosen piece = FateOf(group, page, complete, rules);
    if (piece.fate == Fate::kStays) return piece;
    break;
  }
  return chosen;
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
    return Counts(a, b);
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

// By host and URL, as pages.
void PageOrderMaker::SortEvents() {
  std::stable_sort(events_.begin(), events_.end(), [](const CrawlEvent& a, const CrawlEvent& b) {
    return std::tie(a.host, a.url) < std::tie(b.host, b.url);
  });
}

void PageOrderMaker::FindMoves() {
  for (const CrawlEvent& event : events_) {
    const bool moved = event.status == kMoved || event.status == kMovedForGood;
    if (moved && !event.target.empty()) moves_.emplace(event.url, event.target);
  }
  if (moves_.empty()) return;
  for (const Row& row : rows_)
    if (!row.stored) there_.insert(Url(row));
  for (const CrawlEvent& event : events_)
    if (event.kind == RecordKind::kSeen) there_.insert(event.url);
}

// The page of the crawl to which the page has moved, on a way of few steps; empty if there is none.
std::string_view PageOrderMaker::NewAddress(const CrawlEvent& gone) const {
  constexpr int kMostSteps = 10;
  std::string_view url = gone.url;
  for (int step = 0; step < kMostSteps; ++step) {
    const auto move = moves_.find(url);
    if (move == moves_.end()) return url == gone.url || !there_.contains(url) ? "" : url;
    url = move->second;
  }
  return {};
}

// Lets pages of a site go without the guard that have moved, each to an address of its own. Returns
// how many of them the store had.
std::size_t PageOrderMaker::LetMoved(std::vector<Chosen>* fates) const {
  if (moves_.empty()) return 0;
  std::unordered_map<std::string_view, std::vector<Chosen*>> by_target;
  for (Chosen& chosen : *fates) {
    if (chosen.gone == nullptr) continue;
    const std::string_view target = NewAddress(*chosen.gone);
    if (!target.empty()) by_target[target].push_back(&chosen);
  }
  std::size_t moved = 0;
  for (auto& [target, pages] : by_target) {
    if (pages.size() > 1) continue;
    pages.front()->fate = Fate::kGoes;
    if (pages.front()->was_there) ++moved;
  }
  return moved;
}

void PageOrderMaker::AddMisses() {
  for (const std::uint32_t page : misses_) {
    const Row& row = rows_[page];
    AddEvent({hosts_[row.site.value], Url(row), Date(row), RecordKind::kMissed, kAnswered, false,
              true, page});
  }
  if (!misses_.empty()) SortEvents();
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

void PageOrderMaker::CountSuperseded(const Group& group, std::uint32_t chosen, PageOrder* order) {
  const bool dated = !Date(rows_[chosen]).empty();
  bool missed = false;
  for (const std::uint32_t page : group.pages) {
    if (page == chosen || rows_[page].stored) continue;
    if (rows_[page].broken && !rows_[chosen].broken && IsNewer(page, chosen)) {
      if (!missed) misses_.push_back(page);
      missed = true;
      continue;
    }
    ++order->superseded_;
    if (dated && Date(rows_[page]).empty()) ++order->undated_;
  }
}

void PageOrderMaker::CountOlder(const Group& group, const Chosen& chosen, PageOrder* order) const {
  if (chosen.fate != Fate::kStays) {
    if (rows_[chosen.page].stored) return;
    ++order->older_;
    if (Date(rows_[chosen.page]).empty() && !chosen.gone->date.empty()) ++order->undated_;
    return;
  }
  for (const CrawlEvent* event : group.events) {
    if (event->kind != RecordKind::kGone || event->stored) continue;
    ++order->older_;
    if (event->date.empty() && !Date(rows_[chosen.page]).empty()) ++order->undated_;
  }
}

// The newest page of each URL, unless it goes.
std::vector<std::uint32_t> PageOrderMaker::FindLive(std::span<const std::uint32_t> sorted,
                                                    const GoneRules& rules, PageOrder* order) {
  std::vector<std::uint32_t> live;
  FindMoves();
  for (std::size_t event = 0; !sorted.empty();) {
    const SiteId site = rows_[sorted.front()].site;
    const std::string& host = hosts_[site.value];
    const bool complete =
        std::find(rules.complete.begin(), rules.complete.end(), host) != rules.complete.end();
    std::vector<Chosen> fates;
    std::size_t were_there = 0, unnamed = 0;
    while (!sorted.empty() && rows_[sorted.front()].site == site) {
      const Group group = TakeGroup(&sorted, &event);
      fates.push_back(Choose(group, complete && !rules.lost, rules));
      if (complete && rules.lost && Choose(group, true, rules).fate != fates.back().fate) ++unnamed;
      CountSuperseded(group, fates.back().page, order);
      CountOlder(group, fates.back(), order);
      if (group.was_there) ++were_there;
      fates.back().was_there = group.was_there;
    }
    order->moved_ += LetMoved(&fates);
    const auto may_go = static_cast<std::size_t>(
        std::count_if(fates.begin(), fates.end(),
                      [](const Chosen& chosen) { return chosen.fate == Fate::kGoesIfAllowed; }));
    const bool allowed =
        static_cast<double>(may_go) <= rules.most_gone * static_cast<double>(were_there);
    const std::size_t guarded = unnamed + (allowed ? 0 : may_go);
    if (guarded > 0) order->guarded_.emplace_back(host, guarded);
    for (const Chosen& page : fates) {
      if (page.fate == Fate::kStays || (page.fate == Fate::kGoesIfAllowed && !allowed))
        live.push_back(page.page);
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
  const std::vector<std::uint32_t> live = FindLive(SortedPages(), rules, &order);
  AddMisses();
  NumberSites(live, &order);
  order.doc_of_.assign(rows_.size(), PageOrder::kNone);
  for (std::uint32_t doc = 0; doc < live.size(); ++doc) {
    order.doc_of_[live[doc]] = doc;
    order.stored_.push_back(rows_[live[doc]].stored);
    order.broken_.push_back(rows_[live[doc]].broken);
  }
  FindCopies(live, &order);
  CountEvidence(&order);
  DrawSamples(learn_pages, &order);
  order.hosts_ = std::move(hosts_);
  order.events_ = std::move(events_);
  order.event_bytes_ = std::move(event_bytes_);
  *this = {};  // the merge needs the memory
  return order;
}

}  // namespace thresh
