// FieldPostings: the postings of a page by field, made of its postings by block. A RunTable that
// nobody asks for blocks keeps these: they are fewer, and no place of a block must be looked up
// when the run is written. Owned by the table, for its memory. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/records.h"

namespace thresh {

class FieldPostings {
 public:
  // Both lists are valid until the next call. BlockPosting::block is the number of the field, and
  // offsets are positions in the field, counted from 1.
  void Make(const Page& page);
  const std::vector<BlockPosting>& postings() const { return postings_; }
  const std::vector<std::uint32_t>& offsets() const { return offsets_; }

 private:
  void FindPositions(const Page& page);
  void AddField(TermId term, Field field, std::size_t begin);

  std::vector<BlockPosting> postings_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> first_of_;   // by block: the place of its first word in positions_
  std::vector<std::uint32_t> positions_;  // 1-based, in the field; block after block
};

}  // namespace thresh
