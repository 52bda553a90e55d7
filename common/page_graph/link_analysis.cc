#include "common/page_graph/link_analysis.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "common/graph/hits.h"

namespace thresh {
namespace {

std::vector<double> LinksIn(const LinkGraph& edges) {
  std::vector<double> links(edges.pages());
  for (std::size_t page = 0; page < edges.pages(); ++page) {
    for (const std::uint32_t target : edges.TargetsOf(page)) ++links[target];
  }
  return links;
}

std::vector<double> Authorities(const LinkGraph& edges) {
  std::vector<HubEdge> all;
  all.reserve(edges.edges());
  for (std::uint32_t page = 0; page < edges.pages(); ++page) {
    for (const std::uint32_t target : edges.TargetsOf(page)) all.push_back({page, target});
  }
  const auto pages = static_cast<std::uint32_t>(edges.pages());
  return PageletHits(all, pages, pages).authorities;
}

// Calls f(page, targets, free) for each page and each address that it links to, once: `free` if at
// least one of its links to the address stands in no template.
template <typename F>
void ForEachTargetOfPage(const PageGraph& graph, F f) {
  std::vector<std::pair<std::uint32_t, bool>> targets;  // target, of template
  const auto& pagelets = graph.pagelets();
  for (std::size_t at = 0; at < pagelets.size();) {
    const DocId page = pagelets[at].page;
    targets.clear();
    for (; at < pagelets.size() && pagelets[at].page == page; ++at) {
      for (const std::uint32_t target : graph.TargetsOf(at))
        targets.emplace_back(target, pagelets[at].of_template);
    }
    std::sort(targets.begin(), targets.end());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      // A free link sorts before one of a template.
      if (i == 0 || targets[i].first != targets[i - 1].first)
        f(page, targets[i].first, !targets[i].second);
    }
  }
}

// What one pagelet, or one page, adds: a count for every other page among its targets.
class TogetherCounts {
 public:
  TogetherCounts(std::uint32_t pages, DocId asked)
      : asked_(asked), counts_(pages), pages_(pages), last_(pages, kNone) {}

  void Add(DocId from, std::span<const std::uint32_t> targets) {
    if (!std::binary_search(targets.begin(), targets.end(), asked_.value)) return;
    for (const std::uint32_t target : targets) {
      if (target >= counts_.size() || target == asked_.value) continue;
      ++counts_[target];
      if (last_[target] != from.value) ++pages_[target];
      last_[target] = from.value;
    }
  }

  std::vector<RelatedPage> Take() const {
    std::vector<RelatedPage> related;
    for (std::uint32_t page = 0; page < counts_.size(); ++page) {
      if (counts_[page] > 0) related.push_back({DocId(page), counts_[page], pages_[page]});
    }
    std::stable_sort(related.begin(), related.end(), [](const auto& a, const auto& b) {
      return std::tie(a.count, a.pages) > std::tie(b.count, b.pages);
    });
    return related;
  }

 private:
  static constexpr std::uint32_t kNone = ~0U;
  DocId asked_;
  std::vector<std::uint32_t> counts_, pages_;
  std::vector<std::uint32_t> last_;  // page that was counted last, of each
};

}  // namespace

std::vector<double> RankScores(const LinkGraph& edges, RankMeasure measure) {
  if (measure == RankMeasure::kLinksIn) return LinksIn(edges);
  return measure == RankMeasure::kAuthority ? Authorities(edges) : PageRanks(edges);
}

std::vector<DocId> BestFirst(const std::vector<double>& scores) {
  std::vector<DocId> pages;
  for (std::uint32_t page = 0; page < scores.size(); ++page) pages.emplace_back(page);
  std::stable_sort(pages.begin(), pages.end(),
                   [&](DocId a, DocId b) { return scores[a.value] > scores[b.value]; });
  return pages;
}

std::vector<RelatedPage> RelatedPages(const PageGraph& graph, DocId page, Together together) {
  TogetherCounts counts(graph.pages(), page);
  const auto& pagelets = graph.pagelets();
  if (together == Together::kPagelet) {
    for (std::size_t at = 0; at < pagelets.size(); ++at) {
      if (!pagelets[at].of_template) counts.Add(pagelets[at].page, graph.TargetsOf(at));
    }
    return counts.Take();
  }
  std::vector<std::uint32_t> targets;
  for (std::size_t at = 0; at < pagelets.size();) {
    const DocId from = pagelets[at].page;
    targets.clear();
    for (; at < pagelets.size() && pagelets[at].page == from; ++at) {
      const auto more = graph.TargetsOf(at);
      targets.insert(targets.end(), more.begin(), more.end());
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    counts.Add(from, targets);
  }
  return counts.Take();
}

std::vector<FrontierAddress> Frontier(const PageGraph& graph, double of_template,
                                      const std::vector<double>& weights) {
  std::vector<FrontierAddress> found(graph.outside().size());
  for (std::uint32_t number = 0; number < found.size(); ++number) found[number].number = number;
  ForEachTargetOfPage(graph, [&](DocId page, std::uint32_t target, bool free) {
    if (target < graph.pages()) return;
    FrontierAddress& address = found[target - graph.pages()];
    if (address.pages++ == 0) address.first = page;
    address.score += (weights.empty() ? 1 : weights[page.value]) * (free ? 1 : of_template);
  });
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    if (a.score != b.score) return a.score > b.score;
    return graph.outside()[a.number] < graph.outside()[b.number];
  });
  return found;
}

}  // namespace thresh
