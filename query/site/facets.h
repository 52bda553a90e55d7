// Facets: on which sites and from which years the best pages of a search are, and how many of them
// changed or were seen lately. A reader narrows the search with them. Used by the search view; one
// thread for each Searcher.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/report/markup.h"
#include "query/retrieve/deadline.h"
#include "query/retrieve/searcher.h"
#include "query/site/request.h"

namespace thresh {

inline constexpr std::size_t kFacetHits = 1000;  // the best pages, which are counted
inline constexpr std::size_t kFacetValues = 12;  // shown of each facet

struct FacetValue {
  std::string name;
  std::uint64_t pages = 0;
  friend bool operator==(const FacetValue&, const FacetValue&) = default;
};

// Pages that changed, or were seen, since some days before the newest date of the store. A crawl
// may be old, so the days do not count from today.
struct RecentFacet {
  std::string name;
  std::string since;  // a day
  std::uint64_t pages = 0;
};

struct Facets {
  std::vector<FacetValue> sites;  // most pages first
  std::vector<FacetValue> years;  // latest first; empty if no page has a date
  // By CrawlTime. Shortest time first; empty if the store has no date.
  std::array<std::vector<RecentFacet>, 2> recent;
  std::array<std::uint64_t, 2> pages = {};  // that `recent` was counted on
  bool all = true;                          // false: only the best pages were counted
};

// A chosen site narrows the years, and chosen years narrow the sites. No facet narrows itself, so
// that its other values can still be chosen.
// kFailed if the deadline is over before.
Result<Facets> CountFacets(Searcher& searcher, const SearchRequest& request,
                           const Deadline& deadline = Deadline::Of(0));

// Empty if there is nothing to choose.
Markup ShowFacets(const Facets& facets, const SearchRequest& request);

}  // namespace thresh
