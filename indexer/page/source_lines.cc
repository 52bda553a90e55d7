#include "indexer/page/source_lines.h"

#include <algorithm>
#include <cstring>

#include "common/base/hash.h"
#include "indexer/page/html/html_tree.h"

namespace thresh {

void SourceLines::Begin(std::string_view html, bool at_tags) {
  html_ = html;
  starts_.assign(1, 0);
  // Line 0 begins at the first byte, so the search starts behind it.
  for (std::size_t at = 1; at < html.size(); ++at) {
    if (html[at - 1] == '\n' || (at_tags && html[at] == '<'))
      starts_.push_back(static_cast<std::uint32_t>(at));
  }
}

// Places come in the order of the tree. Repaired tables are read out of order, so each place is
// searched for.
std::uint32_t SourceLines::LineOf(std::uint32_t place) const {
  if (place == kNoPlace) return 0;
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), place);
  return static_cast<std::uint32_t>(after - starts_.begin()) - 1;
}

void SourceLines::Cut(Outline* outline) const {
  outline->lines.assign(starts_.size(), {});
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : html_.size();
    std::string_view line = html_.substr(starts_[i], end - starts_[i]);
    // The line end is left out of the hash, so that a copy with other line ends is equal.
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    outline->lines[i] = {FastHash64(line), kNoBlock};
  }
  // Lines without text get no block, so blocks are numbered in the order of their first span.
  std::uint32_t blocks = 0;
  for (Span& span : outline->spans) {
    SourceLine& line = outline->lines[std::min<std::size_t>(span.block.value, starts_.size() - 1)];
    if (line.block == kNoBlock) line.block = BlockNo(blocks++);
    span.block = line.block;
  }
  outline->MakeBlocks(blocks);
}

}  // namespace thresh
