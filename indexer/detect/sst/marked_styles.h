// MarkedStyles: what is kept of a style tree when it is complete: which elements are noise, and the
// way to them (Yi, Liu, Li 2003, 5). An element is noisy where it and all elements below it are not
// important.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "indexer/detect/sst/style_tree.h"
#include "indexer/detect/sst/styled_page.h"

namespace thresh {

class MarkedStyles {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Element {
    Hash128 path;               // from the root, by styles and places: the same on every crawl
    std::uint32_t pages = 0;    // of the sample
    std::uint32_t percent = 0;  // importance
    bool noisy = false;         // and no element above it is
    std::uint32_t last_style = kNone;
  };

  MarkedStyles() = default;
  MarkedStyles(const StyleTree& tree, double threshold);

  // For each node of the page the maximal noisy element that it belongs to, or kNone.
  std::vector<std::uint32_t> FindNoise(const StyledPage& page) const;

  const Element& element(std::uint32_t number) const { return elements_[number]; }
  std::size_t bytes() const {
    return elements_.capacity() * sizeof(Element) + styles_.capacity() * sizeof(Style);
  }

 private:
  struct Style {
    std::uint64_t presentation = 0;
    std::uint32_t first_element = 0, elements = 0;
    std::uint32_t next = kNone;
  };
  void CopyStyles(const StyleTree& tree, std::uint32_t from, std::uint32_t to,
                  const std::vector<bool>& wanted, std::vector<std::uint32_t>* origins);
  std::uint32_t FindStyle(std::uint32_t element, std::uint64_t presentation) const;
  std::vector<Element> elements_;  // [0] is the root, where there is any noise
  std::vector<Style> styles_;
};

}  // namespace thresh
