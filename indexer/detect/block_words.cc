#include "indexer/detect/block_words.h"

namespace thresh {
namespace {

constexpr TermId kGap{0xffffffff};  // a word of the stop list

}  // namespace

void BlockWords::Read(const Page& page) {
  first_.assign(1, 0);
  for (const Block& block : page.blocks) {
    if (block.field == Field::kBody) first_.push_back(first_.back() + block.tokens);
  }
  // Words of the stop list have no posting. Their places stay gaps until CloseGaps.
  words_.assign(first_.back(), kGap);
  for (const BlockPosting& posting : page.postings) {
    // Body blocks come first in a page, so a higher number is a block of another field.
    if (posting.block.value >= blocks()) continue;
    TermId* words = words_.data() + first_[posting.block.value];
    for (std::uint32_t i = 0; i < posting.count; ++i) {
      words[page.offsets[posting.first + i] - 1] = posting.term;
    }
  }
  CloseGaps();
}

void BlockWords::CloseGaps() {
  std::uint32_t begin = 0, kept = 0;
  for (std::size_t b = 0; b < blocks(); ++b) {
    const std::uint32_t end = first_[b + 1];
    for (; begin < end; ++begin) {
      // Closed in place, because `kept` never passes `begin`.
      if (words_[begin] != kGap) words_[kept++] = words_[begin];
    }
    first_[b + 1] = kept;
  }
  words_.resize(kept);
}

std::size_t BlockWords::bytes() const {
  return first_.capacity() * sizeof(std::uint32_t) + words_.capacity() * sizeof(TermId);
}

}  // namespace thresh
