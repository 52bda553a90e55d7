// PostingWalk: all lists of a term as they stand in a segment, for a merge that takes them over. It
// reads every posting with its positions, from front to back, and decodes a block as a whole, which
// costs half of what a PostingCursor costs that can skip. Nothing is allocated from term to term.
// Not thread-safe; rows must outlive the walk of their lists.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"

namespace thresh {

// A list as its term's row describes it, without its bounds. Views point into the row.
struct StoredList {
  Field field = Field::kBody;
  std::uint32_t df = 0;
  std::vector<std::uint32_t> last_docs;  // of the chunks; empty if the list stands inline
  bool chunk_here = false;               // FieldList::chunk_here
  std::string_view inline_postings, inline_positions;
};

// The lists of a row of `terms`, which TermRecord::Decode reads, too.
class StoredLists {
 public:
  // Returns false if the row is malformed.
  [[nodiscard]] bool Read(std::string_view row);
  std::span<const StoredList> lists() const { return std::span(lists_).first(used_); }

 private:
  bool ReadList(ByteReader* in, StoredList* list);
  std::vector<StoredList> lists_;  // those behind `used_` are kept for their memory
  std::size_t used_ = 0;
};

class PostingWalk {
 public:
  // Stands on the first posting. `reader` is asked for chunks and may be null for an inline list.
  Status Start(const StoredList& list, ChunkReader* reader);
  // PostingCursor::kEnd behind the last posting.
  std::uint32_t doc() const { return at_ < count_ ? docs_[at_] : PostingCursor::kEnd; }
  // Of the current posting, ascending. Valid until the next step.
  std::span<const std::uint32_t> positions() const {
    return std::span(positions_).subspan(first_, tfs_[at_]);
  }
  Status Next() {
    first_ += tfs_[at_];
    return ++at_ < count_ ? Status() : NextBlock();
  }

 private:
  Status NextBlock();
  Status OpenChunk();
  bool EnterBlock(const PostingBlock& block);
  bool ReadPositions(std::string_view bytes, std::uint64_t count);
  static Status Damaged();

  const StoredList* list_ = nullptr;
  ChunkReader* reader_ = nullptr;
  std::size_t chunk_ = 0, block_ = 0;
  std::vector<PostingBlock> blocks_;  // of the chunk
  std::string_view chunk_postings_, chunk_positions_;
  // The block that is decoded.
  std::array<std::uint32_t, kPostingsPerBlock> docs_{}, tfs_{};
  std::vector<std::uint32_t> positions_;  // posting after posting
  std::size_t at_ = 0, count_ = 0, first_ = 0;
};

}  // namespace thresh
