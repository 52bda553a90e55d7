#include "indexer/detect/spine/root.h"

namespace thresh {

// Down from the body, always to the spine child with the most own words. Parts of tables are no
// root.
std::uint32_t RootFinder::Find(const SpinePage& page) {
  own_.Enter(page);
  std::uint32_t root = 0;
  for (std::uint32_t next = 0;; root = next) {
    std::uint32_t most = 0;
    for (std::uint32_t e = root + 1; e < page.element(root).end; e = page.element(e).end) {
      if (!spine_.is_spine(page.style[e]) || own_.In(page.element(e)) <= most) continue;
      most = own_.In(page.element(e));
      next = e;
    }
    if (next == root) break;
  }
  while (styles_[page.style[root]].tag.table) root = page.element(root).parent;
  return root;
}

ContentSpine::ContentSpine(const SpineSite& site, const SpineParameters& parameters) {
  const std::vector<Style>& styles = site.styles();
  const SpineVotes& votes = site.votes();
  std::vector<std::uint32_t> going_on(styles.size(),
                                      0);  // pages of a style that a spine child of it has
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const Style& style = styles[s];
    const bool is_body = style.parent == s;
    const bool below = is_body || (spine_[style.parent] && !styles[style.parent].ends_spine);
    spine_.push_back(is_body || (below && SpineVotes::MayCarry(style) && votes.Carries(s)));
    if (spine_[s] && !is_body) going_on[style.parent] += votes.pages(s);
  }
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const std::uint32_t parent = styles[s].parent;
    const bool goes_on = styles[parent].parent == parent ||
                         going_on[parent] >= parameters.branch * votes.pages(parent);
    spine_[s] = spine_[s] && (parent == s || (spine_[parent] && goes_on));
    block_.push_back(styles[s].tag.block || styles[s].landmark ||
                     (styles[s].tag.cell && spine_[parent]));
  }
}

}  // namespace thresh
