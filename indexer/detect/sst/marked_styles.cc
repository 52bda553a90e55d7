#include "indexer/detect/sst/marked_styles.h"

#include <algorithm>
#include <cmath>

namespace thresh {
namespace {

struct Marks {
  std::vector<bool> noisy;
  std::vector<bool> wanted;  // noisy, or something below it is
};

Marks MarkElements(const StyleTree& tree, const std::vector<StyleTree::Importance>& importances,
                   double threshold) {
  const std::size_t count = tree.elements().size();
  Marks marks{std::vector<bool>(count, true), std::vector<bool>(count, false)};
  // Children stand after their parents, so one pass from the end sees children first.
  for (std::size_t i = count; i-- > 0;) {
    if (importances[i].composite > threshold) marks.noisy[i] = false;
    if (marks.noisy[i]) marks.wanted[i] = true;
    const std::uint32_t parent = tree.parent(static_cast<std::uint32_t>(i));
    if (parent == StyleTree::kNone) continue;
    if (!marks.noisy[i]) marks.noisy[parent] = false;
    if (marks.wanted[i]) marks.wanted[parent] = true;
  }
  return marks;
}

Hash128 PathBelow(const Hash128& owner, std::uint64_t presentation, std::uint32_t place) {
  Hasher128 path;
  path.Number(owner.high);
  path.Number(owner.low);
  path.Number(presentation);
  path.Number(place);
  return path.Finish();
}

}  // namespace

MarkedStyles::MarkedStyles(const StyleTree& tree, double threshold) {
  const std::vector<StyleTree::Importance> importances = tree.Importances();
  const Marks marks = MarkElements(tree, importances, threshold);
  std::vector<std::uint32_t> origins{0};  // of elements_, in the tree
  elements_.emplace_back();
  // elements_ grows in the loop: CopyStyles appends what stands below.
  for (std::uint32_t i = 0; i < elements_.size(); ++i) {
    const std::uint32_t from = origins[i];
    elements_[i].pages = tree.elements()[from].pages;
    elements_[i].percent =
        static_cast<std::uint32_t>(std::lround(importances[from].composite * 100));
    elements_[i].noisy = marks.noisy[from];
    if (!marks.noisy[from]) CopyStyles(tree, from, i, marks.wanted, &origins);
  }
}

// Only the styles in which some element is noise or leads to it.
void MarkedStyles::CopyStyles(const StyleTree& tree, std::uint32_t from, std::uint32_t to,
                              const std::vector<bool>& wanted,
                              std::vector<std::uint32_t>* origins) {
  for (std::uint32_t s = tree.elements()[from].last_style; s != kNone; s = tree.styles()[s].next) {
    const StyleTree::Style& style = tree.styles()[s];
    const auto begin = wanted.begin() + style.first_element;
    if (std::find(begin, begin + style.elements, true) == begin + style.elements) continue;
    const auto first = static_cast<std::uint32_t>(elements_.size());
    styles_.push_back({style.presentation, first, style.elements, elements_[to].last_style});
    elements_[to].last_style = static_cast<std::uint32_t>(styles_.size() - 1);
    for (std::uint32_t i = 0; i < style.elements; ++i) {
      // The path is made first, because emplace_back may move elements_.
      const Hash128 path = PathBelow(elements_[to].path, style.presentation, i);
      elements_.emplace_back().path = path;
      origins->push_back(style.first_element + i);
    }
  }
}

std::uint32_t MarkedStyles::FindStyle(std::uint32_t element, std::uint64_t presentation) const {
  std::uint32_t s = elements_[element].last_style;
  while (s != kNone && styles_[s].presentation != presentation) s = styles_[s].next;
  return s;
}

std::vector<std::uint32_t> MarkedStyles::FindNoise(const StyledPage& page) const {
  std::vector<std::uint32_t> noise(page.nodes.size(), kNone), at(page.nodes.size(), kNone);
  if (!elements_.empty()) at[0] = 0;
  for (std::uint32_t node = 0; node < page.nodes.size(); ++node) {
    const std::uint32_t element = at[node];
    if (element == kNone) continue;
    if (elements_[element].noisy) {
      // The nodes below get no place in the marked tree, so the outer loop passes over them.
      for (std::uint32_t i = node; i < page.nodes[node].end; ++i) noise[i] = element;
    } else if (elements_[element].last_style != kNone) {
      const std::uint32_t style = FindStyle(element, PresentationStyle(page, node));
      if (style == kNone) continue;  // not seen in the sample: kept
      // A presentation style is a sequence of children, so both sides have the same number of
      // them.
      std::uint32_t next = styles_[style].first_element;
      for (std::uint32_t child = node + 1; child < page.nodes[node].end;
           child = page.nodes[child].end)
        at[child] = next++;
    }
  }
  return noise;
}

}  // namespace thresh
