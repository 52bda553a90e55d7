// The lists of a term as they stand in a segment.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/postings/postings.h"
#include "common/store/store.h"

namespace thresh {

class SegmentChunks : public ChunkReader {
 public:
  SegmentChunks(const Segment& segment, std::string term)
      : segment_(segment), term_(std::move(term)) {}
  Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
    return Read(Family::kPostings, field, chunk);
  }
  Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
    return Read(Family::kPositions, field, chunk);
  }

 private:
  Result<std::string_view> Read(Family family, Field field, std::uint32_t chunk) {
    Segment::Value& value = values_.emplace_back();
    const Result<bool> found = segment_.Get(family, ChunkKey(term_, field, chunk), &value);
    EXPECT_TRUE(found.ok() && found.value());
    return value.bytes();
  }
  const Segment& segment_;
  std::string term_;
  std::vector<Segment::Value> values_;
};

}  // namespace thresh
