// FindTemplate: the template of a site from some of its pages (Vieira et al. 2006, 5, figure 5).
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/rtdm_td/label_tree.h"

namespace thresh {

// ExtractSubTree (figure 5): the part of `a` that the mapping to `b` keeps. It has no nodes if the
// labels of the roots differ.
LabelTree ExtractSubTree(const LabelTree& a, const LabelTree& b, std::uint32_t replace_cost);

// S of the listing: the first page, then the part of it that each further page leaves.
class TemplateFold {
 public:
  explicit TemplateFold(std::uint32_t replace_cost) : replace_cost_(replace_cost) {}

  // true: S lies in the page already, or it is the first.
  bool Add(const LabelTree& page);
  const LabelTree& tree() const { return tree_; }
  std::uint32_t pages() const { return pages_; }

 private:
  const std::uint32_t replace_cost_;
  LabelTree tree_;
  std::uint32_t pages_ = 0;
};

struct SiteTemplate {
  LabelTree tree;                     // without nodes: nothing is template
  std::vector<std::uint64_t> leader;  // tag paths that say which pages it is for
  std::uint32_t pages = 0;            // that it was found on
};

// The paper: one template of all pages, in their order; none of fewer than 2.
std::vector<SiteTemplate> FindTemplate(const std::vector<LabelTree>& pages,
                                       std::uint32_t replace_cost);

// Ours, for sites with several templates and with odd pages: pages are clustered by their tag
// paths, a template needs `min_pages` of a cluster, and a page that would take most of it away does
// not count if no other does so.
std::vector<SiteTemplate> FindTemplates(const std::vector<LabelTree>& pages,
                                        std::uint32_t replace_cost, std::uint32_t min_pages);

// The template for a page: that of the most similar leader. Null where there is none.
const SiteTemplate* TemplateFor(const LabelTree& page, const std::vector<SiteTemplate>& templates);

}  // namespace thresh
