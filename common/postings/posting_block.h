// Chunk and block: how postings lie in the value of a `postings` row. A chunk is a directory of its
// blocks, followed by their payloads. The directory alone tells where each block ends and what it
// can score. Only the writer and the cursor of postings.h use this. Encoder and decoder stand
// together in posting_block.cc. Pure functions, safe on any thread.
//
// The readers take bytes that may be damaged. They return false for anything malformed and never
// read past the end; what they have written until then is not to be used.
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

// What the directory holds about a block. A query reads many of these and decodes the impacts of
// few blocks, so impacts are only a place in the chunk here.
struct PostingBlock {
  std::uint32_t first = 0;  // the smallest doc it may hold: the last doc of the block before it + 1
  std::uint32_t last = 0;   // its last doc
  std::uint32_t count = 0;  // 1..128; only the last block of a list is short
  std::uint32_t payload_begin = 0, payload_bytes = 0;      // in the chunk's postings
  std::uint32_t positions_begin = 0, positions_bytes = 0;  // in the chunk's positions
  std::uint32_t impacts_begin = 0;                         // in the chunk's postings
};

void PutBlockHeader(const PostingBlock& block, const ImpactSet& impacts, std::string* directory);
std::string JoinChunk(std::uint64_t blocks, std::string_view directory, std::string_view payloads);
// Reads the directory of a chunk. `first` is the smallest doc that the chunk may hold.
[[nodiscard]] bool ParseChunk(std::string_view chunk, std::uint32_t first,
                              std::vector<PostingBlock>* blocks);

// Appends a payload. doc_gaps[i] counts the docs left out between a posting and the one before it;
// every tf is at least 1.
void PutPostings(std::span<const std::uint32_t> doc_gaps, std::span<const std::uint32_t> tfs,
                 std::string* out);
// Decodes a payload of `count` postings into docs, ascending from `first` on, and tfs.
[[nodiscard]] bool ReadPostings(std::string_view payload, std::uint32_t first, std::size_t count,
                                std::uint32_t* docs, std::uint32_t* tfs);

}  // namespace thresh
