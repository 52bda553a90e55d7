// StruckText: which words of which page lie in blocks that a detector struck. Verdicts fills it
// page by page and asks it, on its own thread, to count what a page keeps and to carry the verdicts
// of a page over to its duplicates. It takes a few bytes a block, and needs no text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "indexer/run/run_format.h"

namespace thresh {

// Body positions [first, last) of a page.
struct WordRange {
  std::uint32_t first = 0, last = 0;
  bool empty() const { return first >= last; }
  bool holds(std::uint32_t position) const { return position >= first && position < last; }
  std::uint32_t size() const { return last - first; }
};
// The number of words that both have.
std::uint32_t Overlap(const WordRange& a, const WordRange& b);

class StruckText {
 public:
  // The words of one struck block that stand together.
  struct Stretch {
    WordRange words;
    BlockNo block;
  };

  // Pages in doc order. `struck` answers whether a detector struck a block of this page.
  void Add(const RunDocRecord& record, const std::function<bool(BlockNo)>& struck);
  // In document order.
  std::vector<Stretch> Of(DocId doc) const;
  std::size_t bytes() const {
    return bytes_.capacity() + begins_.capacity() * sizeof(std::uint64_t);
  }

 private:
  std::string bytes_;                  // (gap, words, block), varints
  std::vector<std::uint64_t> begins_;  // a page
};

// A block of a duplicate page, and the block of the first copy whose verdict it takes over.
struct SameVerdict {
  BlockNo block, source;
};
// The blocks of a duplicate all of whose words are struck in the first copy; `source` is the block
// there that holds the first of these words. The two pages have the same words in the same order,
// but may be cut into other blocks.
std::vector<SameVerdict> CarryOver(const std::vector<StruckText::Stretch>& first_copy,
                                   const RunDocRecord& duplicate);

}  // namespace thresh
