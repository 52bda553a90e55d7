// BlockWords: the token sequences of a page's body blocks, put together again from its postings,
// for methods that look at words in their order: shingle, pagelets and sst. One object serves page
// after page, and what it returns is valid until the next Read. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexer/records.h"

namespace thresh {

class BlockWords {
 public:
  void Read(const Page& page);

  std::size_t blocks() const { return first_.size() - 1; }
  // Of the page that was read last, in the order of the text, without the words of the stop list.
  std::span<const TermId> of(BlockNo block) const {
    return std::span(words_).subspan(first_[block.value],
                                     first_[block.value + 1] - first_[block.value]);
  }
  std::size_t bytes() const;

 private:
  void CloseGaps();

  std::vector<std::uint32_t> first_{0};  // in words_, by block; one more at the end
  std::vector<TermId> words_;
};

}  // namespace thresh
