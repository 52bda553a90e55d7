// Facets: on which sites and from which years the best pages of a search are, to narrow it down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/report/markup.h"
#include "query/retrieve/searcher.h"
#include "query/site/request.h"

namespace thresh {

inline constexpr std::size_t kFacetHits = 1000;  // pages that are counted: the best ones
inline constexpr std::size_t kFacetValues = 12;  // shown of each

struct FacetValue {
  std::string name;
  std::uint64_t pages = 0;
  friend bool operator==(const FacetValue&, const FacetValue&) = default;
};

struct Facets {
  std::vector<FacetValue> sites;  // most pages first
  std::vector<FacetValue> years;  // latest first; empty where no page has a date
  bool all = true;                // false: only the best pages were counted
};

// What is chosen in one facet narrows down the other, not itself: the way to its other values stays
// open.
Result<Facets> CountFacets(Searcher& searcher, const SearchRequest& request);

// Nothing where there is nothing to choose.
Markup ShowFacets(const Facets& facets, const SearchRequest& request);

}  // namespace thresh
