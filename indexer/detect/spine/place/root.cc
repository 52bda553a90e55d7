#include "indexer/detect/spine/place/root.h"

namespace thresh::spine {

template <typename F>
void OwnWords::Sum(const SitePage& page, F counts) {
  sums_.resize(page.texts() + 1);
  sums_[0] = 0;
  for (std::uint32_t t = 0; t < page.texts(); ++t)
    sums_[t + 1] = sums_[t] + (counts(page.marks[t]) ? page.log->texts[t].words : 0);
}

// Links are left out first: the largest part of an index page is a list of links, and so is a menu.
void OwnWords::Enter(const SitePage& page) {
  Sum(page, [](unsigned marks) { return (marks & (kFresh | kInLink)) == kFresh; });
  if (all() >= least_) return;
  Sum(page, [](unsigned marks) { return (marks & kFresh) != 0; });
  if (all() >= least_) return;
  Sum(page, [](unsigned) { return true; });
}

void Votes::AddPage(const SitePage& page, const Styles& styles) {
  votes_.resize(styles.size());
  own_.Enter(page);
  for (std::uint32_t e = 0; e < page.elements(); ++e) {
    const std::uint32_t style = page.style[e];
    if (styles[style].may_carry()) Add(page.number + 1, own_.In(page.element(e)), &votes_[style]);
  }
}

void Votes::Add(std::uint32_t page, std::uint32_t words, OfStyle* votes) const {
  votes->pages.Add(page);
  if (words < parameters_.main * own_.all() || votes->main.last_page == page) return;
  votes->main.Add(page);
  const double left = own_.all() - words, most = parameters_.left_out * own_.all();
  if (left == 0)
    votes->whole_parts += kParts;
  else if (left < most)
    votes->whole_parts += static_cast<std::uint64_t>(kParts * (1 - left / most));
}

//   main / pages >= vote   and   whole / main >= steady
//
// The second condition is for pages of several sections. The longest section may be the main part
// of half of the pages, but its share comes and goes, while a container has nearly all words
// wherever it has most of them. A page counts to `whole` by how little its main part leaves out:
// fully if it is nothing, not at all from `left_out` on. So no page turns at a hair.
bool Votes::Carries(std::uint32_t style) const {
  const OfStyle& votes = votes_[style];
  constexpr double kRounding = 1e-6;  // so that it does not decide at the very limit
  const double whole = static_cast<double>(votes.whole_parts) / static_cast<double>(kParts);
  return votes.pages.pages > 0 && votes.main.pages >= parameters_.vote * votes.pages.pages &&
         whole >= parameters_.steady * votes.main.pages - kRounding;
}

ContentSpine::ContentSpine(const Styles& styles, const Votes& votes,
                           const SpineParameters& parameters) {
  FollowVotes(styles, votes);
  EndEarly(styles, votes, parameters.branch);
  for (const Style& style : styles) {
    block_.push_back(style.tag.block || style.landmark || (style.tag.cell && spine_[style.parent]));
  }
}

// The body is spine. A container below the spine is spine if it carries, unless its parent is what
// the author calls main: the content begins there.
void ContentSpine::FollowVotes(const Styles& styles, const Votes& votes) {
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const Style& style = styles[s];
    const bool is_body = style.parent == s;
    const bool below = is_body || (spine_[style.parent] && !styles[style.parent].ends_spine);
    spine_.push_back(is_body || (below && style.may_carry() && votes.Carries(s)));
  }
}

// Below the body, the spine ends at a style of which less than `branch` of the pages go on to a
// spine child. That child is a section of some pages, and what stands beside it is theirs.
void ContentSpine::EndEarly(const Styles& styles, const Votes& votes, double branch) {
  std::vector<std::uint32_t> going_on(styles.size(), 0);  // pages that have a spine child
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    if (spine_[s] && styles[s].parent != s) going_on[styles[s].parent] += votes.pages(s);
  }
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const std::uint32_t parent = styles[s].parent;
    const bool below_body = styles[parent].parent == parent;
    const bool goes_on = below_body || going_on[parent] >= branch * votes.pages(parent);
    spine_[s] = spine_[s] && (parent == s || (spine_[parent] && goes_on));
  }
}

// Goes down from the body, always to the spine child with the most own words. Parts of a table are
// no root: the cells beside the content belong to the same layout.
std::uint32_t RootFinder::Find(const SitePage& page) {
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

}  // namespace thresh::spine
