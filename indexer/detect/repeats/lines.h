// Lines: the text of a page between two borders of block elements or <br>, and the rule of
// `repeats_lines`. Two lines are equal if their characters are, white space collapsed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "indexer/detect/repeats/site_log.h"
#include "indexer/detect/strike_list.h"
#include "indexer/records.h"

namespace thresh::repeats {

// Cuts pages into lines. One object serves page after page. Not thread-safe.
class LineCutter {
 public:
  // `page` is cut at text nodes. Returns its lines with words, valid until the next Cut.
  const std::vector<Piece>& Cut(const Page& page);
  std::size_t bytes() const;

 private:
  void Close(const Page& page, std::uint32_t end);

  std::vector<Piece> lines_;
  std::vector<std::uint32_t> block_ends_;  // by node: where the block element around it ends
  std::string text_;                       // of the line
  std::uint32_t first_ = 0;                // text node of the line
};

// Strikes every line that stands on more than `share` of the pages.
void JudgeLines(const SiteLog& log, SiteId site, double share, StrikeList* strikes);

}  // namespace thresh::repeats
