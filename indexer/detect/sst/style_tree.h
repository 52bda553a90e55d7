// StyleTree: the site style tree, built from sample pages (Yi, Liu, Li 2003, 3). An element node
// has a style node for each sequence of children that it was seen with, and a style node has an
// element node for each of these. What an element holds on different pages says how important it is
// (section 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/detect/sst/styled_page.h"

namespace thresh {

class StyleTree {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Feature {
    std::uint64_t hash = 0;
    std::uint64_t count = 0;  // in all pages
    double count_log = 0;     // sum over pages of c ln c, c times on the page
  };
  struct Element {
    std::uint32_t style = kNone;  // that it belongs to; none: the root
    std::uint32_t pages = 0;
    std::uint32_t leaf_pages = 0;      // on which it has no children
    std::uint32_t last_style = kNone;  // below it; a list
    std::vector<Feature> features;     // ascending; of the pages where it has no children
  };
  struct Style {
    std::uint64_t presentation = 0;
    std::uint32_t owner = 0;
    std::uint32_t pages = 0;
    std::uint32_t first_element = 0, elements = 0;
    std::uint32_t next = kNone;  // style of the same owner
  };
  struct Importance {
    double node = 0;       // of an element with styles
    double composite = 0;  // of any
  };

  StyleTree() : elements_(1) {}

  // Takes a page in. Returns the element of each of its nodes.
  std::vector<std::uint32_t> Add(const StyledPage& page);

  // An element stands after the one that it is below.
  const std::vector<Element>& elements() const { return elements_; }
  const std::vector<Style>& styles() const { return styles_; }
  std::uint32_t parent(std::uint32_t element) const {
    const std::uint32_t style = elements_[element].style;
    return style == kNone ? kNone : styles_[style].owner;
  }

  std::vector<Importance> Importances() const;

  std::size_t bytes() const {
    return elements_.capacity() * sizeof(Element) + styles_.capacity() * sizeof(Style) +
           feature_bytes_;
  }

 private:
  std::uint32_t StyleOf(const StyledPage& page, std::uint32_t node, std::uint32_t element);
  void AddContent(const StyledPage& page, const StyledNode& leaf, Element* element);
  double ContentImportance(const Element& element) const;
  Importance ImportanceOf(std::uint32_t element, const std::vector<Importance>& below) const;

  std::vector<Element> elements_;  // [0] is the root
  std::vector<Style> styles_;
  std::size_t feature_bytes_ = 0;
};

}  // namespace thresh
