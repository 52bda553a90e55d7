// StyledPage: a page as the site style tree sees it (Yi, Liu, Li 2003, 3): elements with their tag
// and display attributes, and the content of those that have no elements below. A run of text,
// images and links among other elements counts as an element of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/detect/block_words.h"
#include "indexer/detect/link_targets.h"
#include "indexer/records.h"

namespace thresh {

struct StyledNode {
  std::uint64_t style = 0;  // tag in the upper half, display attributes in the lower
  std::uint32_t end = 0;    // after the last node of its subtree
  // Of a node without children: ranges in the page's features and of its text nodes.
  std::uint32_t first_feature = 0, features = 0;
  std::uint32_t first_text = 0, texts = 0;
};

struct StyledPage {
  std::vector<StyledNode> nodes;        // in document order; [0] is the body
  std::vector<std::uint64_t> features;  // words, images and targets of links, with repetitions
};

// Hash of the styles of a node's children, in order: their presentation style.
std::uint64_t PresentationStyle(const StyledPage& page, std::uint32_t node);

// The page without its features, as bytes, and back.
std::string PackShape(const StyledPage& page);
[[nodiscard]] bool UnpackShape(std::string_view bytes, StyledPage* page);
// The features; of the page that has this shape.
std::string PackFeatures(const StyledPage& page);
[[nodiscard]] bool UnpackFeatures(std::string_view bytes, StyledPage* page);

// One object serves page after page.
class StyledPageReader {
 public:
  explicit StyledPageReader(bool attributes) : attributes_(attributes) {}
  const StyledPage& Read(const Page& page);
  std::size_t bytes() const;

 private:
  bool IsContent(std::uint32_t node) const;
  bool HasElements(std::uint32_t node) const;
  std::uint32_t Open(std::uint32_t tag, std::uint32_t look);
  void AddContent(std::uint32_t begin, std::uint32_t end, std::uint32_t to);
  std::uint32_t AddRun(std::uint32_t begin, std::uint32_t parent_end);

  const bool attributes_;
  const std::uint32_t a_ = TagCode("a"), img_ = TagCode("img");
  const Page* page_ = nullptr;
  BlockWords words_;
  LinkTargets targets_;
  StyledPage styled_;
};

}  // namespace thresh
