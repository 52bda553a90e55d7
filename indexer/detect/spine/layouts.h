// Layouts: pages of one kind. The style of a page's content root is the page's layout.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/pair_ids.h"
#include "indexer/detect/spine/site.h"

namespace thresh {

class Layouts {
 public:
  explicit Layouts(const std::vector<Style>& styles)
      : styles_(styles),
        layout_pages_(styles.size(), 0),
        pages_(styles.size(), 0),
        last_page_(styles.size(), 0) {}

  // Counts the styles of `page` that are `block`.
  void AddPage(const SpinePage& page, std::uint32_t root, const std::vector<bool>& block);

  const std::vector<std::uint32_t>& pages() const { return pages_; }  // that have a style

  // For every style: of a page that has it, the share of the pages of its layout that have it too.
  // A layout on fewer than `enough` pages counts to that of its parent path.
  std::vector<double> Coverage(double enough) const;

 private:
  const std::vector<Style>& styles_;
  std::vector<std::uint32_t> layout_pages_, pages_, last_page_;  // by style
  PairIds pairs_;                                                // (style, layout)
  std::vector<std::uint32_t> pair_pages_;
};

}  // namespace thresh
