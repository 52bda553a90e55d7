#include "indexer/run/field_postings.h"

#include <algorithm>

namespace thresh {

// The words of a block need not stand together, because blocks nest. The words of a field that is
// not the body are those of one block. Cut words have positions of the body.
void FieldPostings::FindPositions(const Page& page) {
  first_of_.clear();
  std::uint32_t words = 0;
  for (const Block& block : page.blocks) {
    first_of_.push_back(words);
    words += block.tokens;
  }
  positions_.resize(words);
  std::vector<std::uint32_t> next = first_of_;
  for (const Span& span : page.spans) {
    if (page.blocks[span.block.value].field != Field::kBody) continue;
    for (std::uint32_t i = 0; i < span.tokens; ++i)
      positions_[next[span.block.value]++] = span.first_token + i + 1;
  }
  for (std::size_t b = 0; b < page.blocks.size(); ++b) {
    if (page.blocks[b].field == Field::kBody) continue;
    const bool cut = page.blocks[b].field == kCutWords;
    for (std::uint32_t i = 0; i < page.blocks[b].tokens; ++i)
      positions_[first_of_[b] + i] = (cut ? page.cut_words[i] : i) + 1;
  }
}

void FieldPostings::AddField(TermId term, Field field, std::size_t begin) {
  if (begin == offsets_.size()) return;
  std::sort(offsets_.begin() + static_cast<std::ptrdiff_t>(begin), offsets_.end());
  postings_.push_back({term, BlockNo(static_cast<std::uint32_t>(field)),
                       static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(offsets_.size() - begin)});
}

// Postings come by term and block, and the blocks of the body come first, cut words behind them.
void FieldPostings::Make(const Page& page) {
  FindPositions(page);
  postings_.clear();
  offsets_.clear();
  TermId term;
  Field field = Field::kBody;
  std::size_t begin = 0;
  for (const BlockPosting& posting : page.postings) {
    const Field written = page.blocks[posting.block.value].field;
    const Field of_block = written == kCutWords ? Field::kBody : written;
    if (posting.term != term || of_block != field) {
      AddField(term, field, begin);
      begin = offsets_.size();
      term = posting.term;
      field = of_block;
    }
    for (std::uint32_t i = 0; i < posting.count; ++i) {
      const std::uint32_t offset = page.offsets[posting.first + i];
      offsets_.push_back(positions_[first_of_[posting.block.value] + offset - 1]);
    }
  }
  AddField(term, field, begin);
}

}  // namespace thresh
