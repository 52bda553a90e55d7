// SourceLines: where the lines of a page's html begin, for detectors that compare pages line by
// line (kSourceLines, kSourceTags). A Segmenter owns one and begins anew with each page. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "indexer/page/outline.h"

namespace thresh {

class SourceLines {
 public:
  // Finds the lines. They end at '\n' and, with `at_tags`, before '<'. `html` must live until Cut.
  void Begin(std::string_view html, bool at_tags);

  // 0-based line of a place in the html. 0 for kNoPlace: gumbo makes text of its own.
  std::uint32_t LineOf(std::uint32_t place) const;

  // REQUIRES: the block of each span is the number of its line. Makes a block of each line with
  // text, and notes all lines in the outline.
  void Cut(Outline* outline) const;

 private:
  std::string_view html_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace thresh
