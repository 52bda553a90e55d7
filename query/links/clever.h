// Clever: the authorities among the pages around a query, by HITS over pages or over pagelets (BYR
// 4, after Kleinberg 1999). Six variants show what pagelets, templates and matching words are
// worth. Only functions of their arguments: any thread may call them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/page_graph/page_graph.h"

namespace thresh {

struct CleverVariant {
  std::string_view name;
  bool pagelets;          // hubs are pagelets; else whole pages
  bool free;              // pagelets of templates are left out
  bool matching;          // hubs without all words of the query are left out; pages in both roles
  std::string_view help;  // one line
};
std::span<const CleverVariant> CleverVariants();

// Which pages and which pagelets of a graph have all words of the query.
struct QueryMatches {
  std::vector<bool> pages, pagelets;
};

inline constexpr std::uint32_t kCleverRoot = 200;  // pages that a search finds
inline constexpr std::uint32_t kCleverInto = 50;   // pages that link to each of them, at most

// The root, the pages that it links to, and at most kCleverInto pages, the first ones, that link to
// each page of the root. Ascending, each page once.
std::vector<DocId> CleverBase(const PageGraph& graph, std::span<const DocId> root);

// The authority of each page of the graph; 0 outside of the base. `between_sites`: links within a
// site do not count.
std::vector<double> CleverAuthorities(const PageGraph& graph, std::span<const DocId> base,
                                      const CleverVariant& variant, const QueryMatches& matches,
                                      bool between_sites);

}  // namespace thresh
