#include "indexer/build/feed_plan.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace thresh {
namespace {

// How often the largest segment that goes into the new one fits into it, at least.
constexpr double kGrowth = 1.5;

// Segments with many masked pages first: each of their pages frees the most masked ones.
void MergeMasked(std::span<const KeptSegment> kept, std::uint64_t fresh,
                 std::vector<bool>* merged) {
  std::uint64_t masked = 0, live = fresh;
  for (const KeptSegment& segment : kept) {
    masked += segment.masked;
    live += segment.live;
  }
  std::vector<std::size_t> order(kept.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return kept[a].masked * kept[b].live > kept[b].masked * kept[a].live;
  });
  for (const std::size_t s : order) {
    if (static_cast<double>(masked) <= kMostMasked * static_cast<double>(masked + live)) return;
    (*merged)[s] = true;
    masked -= kept[s].masked;
  }
}

// The smallest segments first, until few are left and the new one outgrows the largest of them.
void MergeSmallest(std::span<const KeptSegment> kept, std::uint64_t fresh, std::size_t most,
                   std::vector<bool>* merged) {
  std::vector<std::size_t> rest;
  std::uint64_t pages = fresh;
  for (std::size_t s = 0; s < kept.size(); ++s) {
    if ((*merged)[s]) {
      pages += kept[s].live;
    } else {
      rest.push_back(s);
    }
  }
  std::stable_sort(rest.begin(), rest.end(),
                   [&](std::size_t a, std::size_t b) { return kept[a].live < kept[b].live; });
  const auto segments = [&](std::size_t taken) {
    return rest.size() - taken + (pages > 0 ? 1U : 0U);
  };
  if (segments(0) <= most) return;
  std::size_t taken = 0;
  std::uint64_t largest = 0;
  const auto take = [&] {
    largest = kept[rest[taken]].live;
    pages += largest;
    (*merged)[rest[taken++]] = true;
  };
  while (segments(taken) > most) take();
  // The sizes may grow so fast that no number of segments will do; then the fewest are taken.
  const std::vector<bool> fewest = *merged;
  while (static_cast<double>(pages) < kGrowth * static_cast<double>(largest)) {
    if (taken == rest.size()) {
      *merged = fewest;
      return;
    }
    take();
  }
}

// Hosts that more than one of the stores knows, if any of them has pages.
Result<HostSet> SharedHosts(const std::vector<StoreInput>& stores) {
  HostSet shared;
  if (stores.size() < 2) return shared;
  std::vector<std::unique_ptr<CrawlTable>> histories;
  HostSet all;
  for (const StoreInput& input : stores) {
    THRESH_ASSIGN_OR_RETURN(histories.emplace_back(), input.store->OpenCrawlTable());
    for (const SiteRecord& site : input.store->sites()) all.insert(site.host);
  }
  for (const std::string& host : all) {
    std::size_t know = 0;
    for (const std::unique_ptr<CrawlTable>& history : histories) {
      THRESH_ASSIGN_OR_RETURN(const bool knows, history->Knows(host));
      know += knows ? 1 : 0;
    }
    if (know > 1) shared.insert(host);
  }
  return shared;
}

// One segment of one store.
struct Candidate {
  KeptSegment size;
  std::vector<const std::string*> hosts;  // of its sites that are live and not written anew yet
};

std::vector<Candidate> CandidatesOf(const std::vector<StoreInput>& stores, const HostSet& written,
                                    std::uint64_t* fresh) {
  std::vector<Candidate> all;
  for (const StoreInput& input : stores) {
    const Store& store = *input.store;
    std::vector<Candidate> segments(store.segments());
    for (std::size_t s = 0; s < store.sites().size(); ++s) {
      const SiteRecord& site = store.sites()[s];
      Candidate& segment = segments[store.live().sites()[s].segment];
      if (written.contains(site.host)) {
        *fresh += site.statistics.docs;
      } else {
        segment.size.live += site.statistics.docs;
        segment.hosts.push_back(&site.host);
      }
    }
    for (std::uint32_t s = 0; s < store.segments(); ++s) {
      // A segment without a live site goes.
      if (segments[s].hosts.empty()) continue;
      segments[s].size.masked = store.segment(s).lengths().docs() - segments[s].size.live;
      all.push_back(std::move(segments[s]));
    }
  }
  return all;
}

}  // namespace

std::vector<bool> SegmentsToMerge(std::span<const KeptSegment> kept, std::uint64_t fresh,
                                  std::size_t most_segments) {
  std::vector<bool> merged(kept.size());
  MergeMasked(kept, fresh, &merged);
  MergeSmallest(kept, fresh, most_segments, &merged);
  // A store of one segment is a store as a build writes it: nothing is masked.
  const bool whole = kept.size() == 1 && kept[0].masked == 0 && fresh == 0;
  if (most_segments == 1 && !whole) merged.assign(kept.size(), true);
  return merged;
}

Result<HostSet> PlanFeed(const std::vector<StoreInput>& stores, const FeedRules& rules,
                         CrawlSays crawl) {
  THRESH_ASSIGN_OR_RETURN(HostSet written, SharedHosts(stores));
  written.merge(crawl.touched);
  written.insert(rules.touched.begin(), rules.touched.end());
  for (const StoreInput& input : stores) {
    if (!rules.rejudge) break;
    for (const SiteRecord& site : input.store->sites()) written.insert(site.host);
  }
  // A part has segments of its own, so the rules count also where no site changes.
  if (written.empty() && !rules.always && stores.size() < 2) return written;
  std::uint64_t fresh = crawl.pages;
  const std::vector<Candidate> candidates = CandidatesOf(stores, written, &fresh);
  std::vector<KeptSegment> sizes;
  sizes.reserve(candidates.size());
  for (const Candidate& candidate : candidates) sizes.push_back(candidate.size);
  const std::vector<bool> merged = SegmentsToMerge(sizes, fresh, rules.most_segments);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!merged[i]) continue;
    for (const std::string* host : candidates[i].hosts) written.insert(*host);
  }
  return written;
}

}  // namespace thresh
