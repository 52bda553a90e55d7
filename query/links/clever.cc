#include "query/links/clever.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "common/graph/hits.h"

namespace thresh {
namespace {

constexpr std::array<CleverVariant, 6> kVariants = {{
    {"pagelet-ft-fnm", true, true, true, "hubs are pagelets outside of templates with all words"},
    {"pagelet-ft", true, true, false, "hubs are pagelets outside of templates"},
    {"pagelet-fnm", true, false, true, "hubs are pagelets with all words of the query"},
    {"pagelet-vanilla", true, false, false, "hubs are all pagelets"},
    {"page-fnm", false, false, true, "hubs and authorities are pages with all words"},
    {"page-vanilla", false, false, false, "hubs are all pages: HITS as Kleinberg has it"},
}};

class EdgeList {
 public:
  EdgeList(const PageGraph& graph, std::span<const DocId> base, const CleverVariant& variant,
           const QueryMatches& matches, bool between_sites)
      : graph_(graph),
        variant_(variant),
        matches_(matches),
        between_sites_(between_sites),
        in_base_(graph.pages()) {
    for (const DocId page : base) in_base_[page.value] = IsAuthority(page);
  }

  std::vector<HubEdge> Make() const {
    std::vector<HubEdge> edges;
    for (std::uint32_t at = 0; at < graph_.pagelets().size(); ++at) {
      const PageGraph::Pagelet& pagelet = graph_.pagelets()[at];
      if (!in_base_[pagelet.page.value] || !IsHub(at)) continue;
      const std::uint32_t hub = variant_.pagelets ? at : pagelet.page.value;
      for (const std::uint32_t target : graph_.TargetsOf(at)) {
        if (target < graph_.pages() && Counts(pagelet.page, DocId(target)))
          edges.push_back({hub, target});
      }
    }
    const auto key = [](const HubEdge& edge) { return std::tie(edge.hub, edge.authority); };
    std::sort(edges.begin(), edges.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    edges.erase(std::unique(edges.begin(), edges.end(),
                            [&](const auto& a, const auto& b) { return key(a) == key(b); }),
                edges.end());
    return edges;
  }

 private:
  // The page, as far as words go.
  bool IsAuthority(DocId page) const {
    return variant_.pagelets || !variant_.matching || matches_.pages[page.value];
  }
  bool IsHub(std::size_t pagelet) const {
    if (!variant_.pagelets) return true;
    if (variant_.free && graph_.pagelets()[pagelet].of_template) return false;
    return !variant_.matching || matches_.pagelets[pagelet];
  }
  bool Counts(DocId from, DocId to) const {
    return in_base_[to.value] && !(between_sites_ && graph_.site(from) == graph_.site(to));
  }

  const PageGraph& graph_;
  const CleverVariant& variant_;
  const QueryMatches& matches_;
  const bool between_sites_;
  std::vector<bool> in_base_;
};

}  // namespace

std::span<const CleverVariant> CleverVariants() { return kVariants; }

std::vector<DocId> CleverBase(const PageGraph& graph, std::span<const DocId> root) {
  const LinkGraph edges = graph.Edges(LinkKind::kAll);
  std::vector<bool> in_root(graph.pages()), in_base(graph.pages());
  for (const DocId page : root) {
    in_root[page.value] = in_base[page.value] = true;
    for (const std::uint32_t target : edges.TargetsOf(page.value)) in_base[target] = true;
  }
  std::vector<std::uint32_t> into(graph.pages());
  for (std::uint32_t page = 0; page < graph.pages(); ++page) {
    for (const std::uint32_t target : edges.TargetsOf(page)) {
      if (in_root[target] && into[target]++ < kCleverInto) in_base[page] = true;
    }
  }
  std::vector<DocId> base;
  for (std::uint32_t page = 0; page < graph.pages(); ++page) {
    if (in_base[page]) base.emplace_back(page);
  }
  return base;
}

std::vector<double> CleverAuthorities(const PageGraph& graph, std::span<const DocId> base,
                                      const CleverVariant& variant, const QueryMatches& matches,
                                      bool between_sites) {
  const std::vector<HubEdge> edges = EdgeList(graph, base, variant, matches, between_sites).Make();
  const std::size_t hubs = variant.pagelets ? graph.pagelets().size() : graph.pages();
  return PageletHits(edges, static_cast<std::uint32_t>(hubs), graph.pages()).authorities;
}

}  // namespace thresh
