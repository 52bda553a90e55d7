#include "indexer/detect/rtdm_td/find_template.h"

#include <algorithm>

#include "indexer/detect/rtdm_td/tree_mapping.h"
#include "indexer/detect/rtdm_td/tree_match.h"

namespace thresh {
namespace {

constexpr double kSameLayout = 0.7;  // Jaccard of tag paths
constexpr double kMostLoss = 0.6;    // of a template by one odd page

using Pages = std::vector<const LabelTree*>;  // some of the sample

struct Cluster {
  std::vector<std::uint64_t> leader;
  Pages pages;
};

std::vector<Cluster> ClusterPages(const std::vector<LabelTree>& pages) {
  // Sample pages come in the order of their lots, so the leaders do not depend on the order of the
  // crawl.
  std::vector<Cluster> clusters;
  for (const LabelTree& page : pages) {
    const std::vector<std::uint64_t> paths = TagPaths(page);
    const auto home = std::find_if(clusters.begin(), clusters.end(), [&](const Cluster& cluster) {
      return Jaccard(cluster.leader, paths) >= kSameLayout;
    });
    if (home != clusters.end()) {
      home->pages.push_back(&page);
    } else {
      clusters.push_back({paths, {&page}});
    }
  }
  return clusters;
}

// One error page in the sample would leave next to nothing of a template.
bool WouldRuin(const LabelTree& page, const TemplateFold& fold, std::uint32_t replace_cost) {
  // The first page is the template so far, so it has nothing to ruin.
  if (fold.pages() == 0) return false;
  const std::size_t left = ExtractSubTree(fold.tree(), page, replace_cost).nodes.size();
  return static_cast<double>(left) <
         (1 - kMostLoss) * static_cast<double>(fold.tree().nodes.size());
}

SiteTemplate FoldWithoutOddPage(const Cluster& cluster, std::uint32_t replace_cost) {
  TemplateFold fold(replace_cost);
  Pages odd;
  for (const LabelTree* page : cluster.pages) {
    if (WouldRuin(*page, fold, replace_cost)) {
      odd.push_back(page);
    } else {
      fold.Add(*page);
    }
  }
  // One odd page is an accident. Several show that the template is smaller than it seemed.
  if (odd.size() > 1) {
    for (const LabelTree* page : odd) fold.Add(*page);
  }
  return {fold.tree(), cluster.leader, fold.pages()};
}

}  // namespace

LabelTree ExtractSubTree(const LabelTree& a, const LabelTree& b, std::uint32_t replace_cost) {
  return Restrict(a, TreeMapping(a, b, replace_cost).Template());
}

bool TemplateFold::Add(const LabelTree& page) {
  ++pages_;
  if (pages_ == 1) {
    tree_ = page;
    return true;
  }
  // Match is cheap beside a mapping. The paper keeps S as it is where S lies in the page (figure
  // 5).
  if (tree_.nodes.empty() || Matches(tree_, page)) return true;
  tree_ = ExtractSubTree(tree_, page, replace_cost_);
  return false;
}

std::vector<SiteTemplate> FindTemplate(const std::vector<LabelTree>& pages,
                                       std::uint32_t replace_cost) {
  if (pages.size() < 2) return {};
  TemplateFold fold(replace_cost);
  for (const LabelTree& page : pages) fold.Add(page);
  return {{fold.tree(), {}, fold.pages()}};
}

std::vector<SiteTemplate> FindTemplates(const std::vector<LabelTree>& pages,
                                        std::uint32_t replace_cost, std::uint32_t min_pages) {
  std::vector<SiteTemplate> templates;
  for (const Cluster& cluster : ClusterPages(pages)) {
    if (cluster.pages.size() < min_pages) continue;
    templates.push_back(FoldWithoutOddPage(cluster, replace_cost));
  }
  return templates;
}

const SiteTemplate* TemplateFor(const LabelTree& page, const std::vector<SiteTemplate>& templates) {
  if (templates.size() < 2) return templates.empty() ? nullptr : &templates.front();
  const std::vector<std::uint64_t> paths = TagPaths(page);
  return &*std::max_element(templates.begin(), templates.end(), [&](const auto& a, const auto& b) {
    return Jaccard(a.leader, paths) < Jaccard(b.leader, paths);
  });
}

}  // namespace thresh
