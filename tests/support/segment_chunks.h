// The lists of a term as they stand in a segment.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "common/postings.h"
#include "common/store.h"

namespace thresh {

class SegmentChunks : public ChunkReader {
 public:
  SegmentChunks(const Segment& segment, std::string term) : segment_(segment), term_(std::move(term)) {}
  Result<std::string> Postings(Field field, std::uint32_t chunk) override {
    return Read(Family::kPostings, field, chunk);
  }
  Result<std::string> Positions(Field field, std::uint32_t chunk) override {
    return Read(Family::kPositions, field, chunk);
  }

 private:
  Result<std::string> Read(Family family, Field field, std::uint32_t chunk) {
    std::string bytes;
    const Result<bool> found = segment_.Get(family, ChunkKey(term_, field, chunk), &bytes);
    EXPECT_TRUE(found.ok() && found.value());
    return bytes;
  }
  const Segment& segment_;
  std::string term_;
};

}  // namespace thresh
