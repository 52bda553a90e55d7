// The slow twin of a posting list, and a list of ours kept in memory.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/postings/postings.h"

namespace thresh {

struct SlowPosting {
  std::uint32_t doc = 0;
  std::uint32_t length = 0;
  std::vector<std::uint32_t> positions;
};
using SlowList = std::vector<SlowPosting>;

struct MemoryChunks : ChunkReader {
  std::vector<std::pair<std::string, std::string>> chunks;
  std::size_t postings_reads = 0, positions_reads = 0;
  Result<std::string_view> Postings(Field, std::uint32_t chunk) override {
    ++postings_reads;
    return std::string_view(chunks.at(chunk).first);
  }
  Result<std::string_view> Positions(Field, std::uint32_t chunk) override {
    ++positions_reads;
    return std::string_view(chunks.at(chunk).second);
  }
};

struct BuiltList {
  FieldList list;
  MemoryChunks chunks;
  std::uint64_t postings_bytes = 0, positions_bytes = 0;
};

inline BuiltList Build(const SlowList& postings) {
  BuiltList built;
  const PostingListWriter::ChunkSink sink = [&](std::uint32_t chunk, std::string_view p,
                                                std::string_view q) {
    EXPECT_EQ(chunk, built.chunks.chunks.size());
    built.chunks.chunks.emplace_back(p, q);
    return Status();
  };
  PostingListWriter writer;
  writer.Start(Field::kBody, &sink);
  for (const SlowPosting& p : postings) {
    EXPECT_TRUE(writer.Add(DocId(p.doc), p.length, p.positions).ok());
  }
  Result<FieldList> list = writer.Finish();
  EXPECT_TRUE(list.ok());
  built.list = std::move(list.value());
  built.postings_bytes = writer.postings_bytes();
  built.positions_bytes = writer.positions_bytes();
  return built;
}

// A random list: gaps up to `max_gap`, tfs mostly small and sometimes up to `max_tf`, lengths
// around the tf.
inline SlowList RandomList(std::mt19937_64* random, std::size_t size, std::uint32_t max_gap,
                           std::uint32_t max_tf) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>((*random)() % n); };
  SlowList list;
  std::uint64_t doc = below(max_gap);
  for (std::size_t i = 0; i < size && doc < PostingCursor::kEnd; ++i) {
    const std::uint32_t tf = 1 + below(below(10) == 0 ? max_tf : 3);
    const std::uint32_t spread = 1 + below(40);
    SlowPosting posting{static_cast<std::uint32_t>(doc), tf + below(1000), {}};
    std::uint32_t position = below(spread);
    for (std::uint32_t k = 0; k < tf; ++k, position += 1 + below(spread))
      posting.positions.push_back(position);
    list.push_back(std::move(posting));
    doc += 1 + below(below(20) == 0 ? max_gap : std::min(max_gap, 8U));
  }
  return list;
}

}  // namespace thresh
