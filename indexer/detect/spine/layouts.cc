#include "indexer/detect/spine/layouts.h"

#include <algorithm>

namespace thresh {
namespace {

// The layout that each layout counts to; `pages` are added up.
std::vector<std::uint32_t> JoinLayouts(const std::vector<Style>& styles, double enough,
                                       std::vector<std::uint32_t>* pages) {
  std::vector<std::uint32_t> joined(styles.size());
  for (auto style = static_cast<std::uint32_t>(styles.size()); style-- > 0;) {
    const std::uint32_t parent = styles[style].parent;
    joined[style] = style;
    if (parent == style || (*pages)[style] >= enough) continue;
    (*pages)[parent] += (*pages)[style];
    joined[style] = parent;
  }
  for (std::uint32_t& layout : joined) layout = joined[layout];  // parents have smaller numbers
  return joined;
}

}  // namespace

void Layouts::AddPage(const SpinePage& page, std::uint32_t root, const std::vector<bool>& block) {
  const std::uint32_t layout = page.style[root];
  ++layout_pages_[layout];
  for (const std::uint32_t style : page.style) {
    if (!block[style] || last_page_[style] == page.number + 1) continue;
    last_page_[style] = page.number + 1;
    ++pages_[style];
    const std::uint32_t pair = pairs_.Add(style, layout);
    if (pair == pair_pages_.size()) pair_pages_.push_back(0);
    ++pair_pages_[pair];
  }
}

std::vector<double> Layouts::Coverage(double enough) const {
  std::vector<std::uint32_t> layout_pages = layout_pages_;
  const std::vector<std::uint32_t> joined = JoinLayouts(styles_, enough, &layout_pages);
  // Sorted by style, and for a style by what enters its sum: the order of pages must not show in
  // the last bit.
  struct Part {
    std::uint32_t style, layout, pages;
  };
  std::vector<Part> parts;
  const std::vector<std::uint64_t>& keys = pairs_.Keys();
  for (std::uint32_t pair = 0; pair < keys.size(); ++pair) {
    parts.push_back({static_cast<std::uint32_t>(keys[pair] >> 32),
                     joined[static_cast<std::uint32_t>(keys[pair])], pair_pages_[pair]});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::pair(a.style, a.layout) < std::pair(b.style, b.layout);
  });
  std::vector<double> coverage(styles_.size(), 0);
  std::vector<double> terms;
  for (std::size_t p = 0; p < parts.size();) {
    const std::uint32_t style = parts[p].style;
    terms.clear();
    while (p < parts.size() && parts[p].style == style) {
      const std::uint32_t layout = parts[p].layout;
      double with = 0;
      for (; p < parts.size() && parts[p].style == style && parts[p].layout == layout; ++p)
        with += parts[p].pages;
      terms.push_back(with * with / layout_pages[layout]);
    }
    std::sort(terms.begin(), terms.end());
    for (const double term : terms) coverage[style] += term;
    coverage[style] /= pages_[style];
  }
  return coverage;
}

}  // namespace thresh
