// Chunk and block: how postings lie in the value of a `postings` row. A chunk is a directory of its
// blocks, then their payloads; a reader knows from the directory alone where each block ends and
// what it can score. Encoder and decoder stand together in posting_block.cc; the writer and the
// cursor of postings.h use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/postings/impacts.h"

namespace thresh {

inline constexpr std::size_t kPostingsPerBlock = 128;

// What the directory says of a block. Small: a query reads many of them, and looks at the impacts
// of few.
struct PostingBlock {
  std::uint32_t first = 0;  // smallest doc that it may hold: one more than the last doc before it
  std::uint32_t last = 0;   // its last doc
  std::uint32_t count = 0;  // 1..128; only the last block of a list is short
  std::uint32_t payload_begin = 0, payload_bytes = 0;      // in the chunk's postings
  std::uint32_t positions_begin = 0, positions_bytes = 0;  // in the chunk's positions
  std::uint32_t impacts_begin = 0;                         // in the chunk's postings
};

void PutBlockHeader(const PostingBlock& block, const ImpactSet& impacts, std::string* directory);
std::string JoinChunk(std::uint64_t blocks, std::string_view directory, std::string_view payloads);
// `first` is the smallest doc that the chunk may hold. False: malformed.
[[nodiscard]] bool ParseChunk(std::string_view chunk, std::uint32_t first,
                              std::vector<PostingBlock>* blocks);

// A payload. doc_gaps[i] counts the docs between a posting and the one before it; tfs are at
// least 1.
void PutPostings(std::span<const std::uint32_t> doc_gaps, std::span<const std::uint32_t> tfs,
                 std::string* out);
// Writes `count` docs and tfs, ascending from `first`. False: malformed.
[[nodiscard]] bool ReadPostings(std::string_view payload, std::uint32_t first, std::size_t count,
                                std::uint32_t* docs, std::uint32_t* tfs);

}  // namespace thresh
