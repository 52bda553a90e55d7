// Facets: on which sites and from which years the best pages of a search are. A reader narrows the
// search with them. Used by the search view; one thread for each Searcher.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/report/markup.h"
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

struct Facets {
  std::vector<FacetValue> sites;  // most pages first
  std::vector<FacetValue> years;  // latest first; empty if no page has a date
  bool all = true;                // false: only the best pages were counted
};

// A chosen site narrows the years, and chosen years narrow the sites. A facet does not narrow
// itself, so that its other values can still be chosen.
Result<Facets> CountFacets(Searcher& searcher, const SearchRequest& request);

// Empty if there is nothing to choose.
Markup ShowFacets(const Facets& facets, const SearchRequest& request);

}  // namespace thresh
