// SourceLines: where the lines of a page's html begin, for detectors that compare pages line by
// line.
//
// Thread rule: as its Segmenter's.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "indexer/page/outline.h"

namespace thresh {

class SourceLines {
 public:
  // Lines end at '\n' and, where `at_tags`, before '<'.
  void Begin(std::string_view html, bool at_tags);

  // 0-based line of a place in the html; 0 for places outside.
  std::uint32_t LineOf(const char* place) const;

  // The spans' blocks are numbers of lines; makes the lines with text blocks and notes all lines.
  void Cut(Outline* outline) const;

 private:
  std::string_view html_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace thresh
