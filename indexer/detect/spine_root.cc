#include "indexer/detect/spine_root.h"

#include "indexer/detect/spine_marks.h"

namespace thresh {
namespace {

// What the elements of a style carry of their pages' own words, in pages.
struct Votes {
  PageCount pages, main, carried, nearly_all;

  void Add(std::uint32_t page, std::uint32_t words, std::uint32_t all, const SpineParameters& parameters) {
    const auto reaches = [&](double share) { return words >= share * all; };
    pages.Add(page);
    if (reaches(parameters.main)) main.Add(page);
    if (reaches(parameters.carry)) carried.Add(page);
    if (reaches(parameters.nearly_all)) nearly_all.Add(page);
  }
  // One of several sections may carry half of its pages, but its share comes and goes.
  bool Carries(const SpineParameters& parameters) const {
    return pages.pages > 0 && carried.pages >= parameters.vote * pages.pages &&
           nearly_all.pages >= parameters.steady * main.pages;
  }
};

bool MayCarry(const Style& style) { return style.tag.container && !style.landmark; }

}  // namespace

template <typename F>
void OwnWords::Sum(const SpinePage& page, F counts) {
  sums_.assign(1, 0);
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    sums_.push_back(sums_.back() + (counts(page.marks[t]) ? page.log->texts[t].words : 0));
  }
}

void OwnWords::Enter(const SpinePage& page) {
  Sum(page, [](unsigned marks) { return (marks & (kFresh | kInLink)) == kFresh; });
  if (all() >= least_) return;
  Sum(page, [](unsigned marks) { return (marks & kFresh) != 0; });
  if (all() >= least_) return;
  Sum(page, [](unsigned) { return true; });
}

// Down from the body, always to the spine child with the most own words. Parts of tables are no root.
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
  std::vector<Votes> votes(styles.size());
  OwnWords own(parameters.own_words);
  site.ForEachPage([&](const SpinePage& page) {
    own.Enter(page);
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!MayCarry(styles[page.style[e]])) continue;
      votes[page.style[e]].Add(page.number + 1, own.In(page.element(e)), own.all(), parameters);
    }
  });
  std::vector<std::uint32_t> going_on(styles.size(), 0);  // pages of a style that a spine child of it has
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const Style& style = styles[s];
    const bool is_body = style.parent == s;
    const bool below = is_body || (spine_[style.parent] && !styles[style.parent].ends_spine);
    spine_.push_back(is_body || (below && MayCarry(style) && votes[s].Carries(parameters)));
    if (spine_[s] && !is_body) going_on[style.parent] += votes[s].pages.pages;
  }
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const std::uint32_t parent = styles[s].parent;
    const bool goes_on =
        styles[parent].parent == parent || going_on[parent] >= parameters.branch * votes[parent].pages.pages;
    spine_[s] = spine_[s] && (parent == s || (spine_[parent] && goes_on));
    block_.push_back(styles[s].tag.block || styles[s].landmark || (styles[s].tag.cell && spine_[parent]));
  }
}

}  // namespace thresh
