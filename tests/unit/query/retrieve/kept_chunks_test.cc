#include "query/retrieve/kept_chunks.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/common/store/row_store.h"

namespace thresh {
namespace {

// Two segments that have the same chunks with other bytes.
class KeptChunksTest : public testing::Test {
 protected:
  KeptChunksTest() {
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      SmallRows rows = MakeRows(1, "text");
      for (const Family family : {Family::kPostings, Family::kPositions}) {
        for (const Field field : {Field::kBody, Field::kTitle}) {
          for (std::uint32_t chunk = 0; chunk < 3; ++chunk)
            RowsOf(&rows, family)[ChunkKey("sea", field, chunk)] = Bytes(s, family, field, chunk);
        }
      }
      const std::string path = folder_ / std::to_string(s);
      EXPECT_TRUE(MakeDirectory(path).ok());
      WriteSegment(rows, path);
      segments_[s] = std::move(Segment::Open(path, 2).value());
    }
  }

  static std::string Bytes(std::uint32_t segment, Family family, Field field, std::uint32_t chunk) {
    return std::to_string(segment) + "/" + std::to_string(static_cast<int>(family)) + "/" +
           std::to_string(static_cast<int>(field)) + "/" + std::to_string(chunk);
  }
  KeptChunkReader Reader(std::uint32_t segment, std::string_view term = "sea") {
    return {&kept_, {segments_[segment].get(), segment}, term};
  }

  TempFolder folder_;
  std::array<std::unique_ptr<Segment>, 2> segments_;
  KeptChunks kept_;
};

TEST_F(KeptChunksTest, EachChunkHasItsOwnBytes) {
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      KeptChunkReader reader = Reader(s);
      for (const Field field : {Field::kBody, Field::kTitle}) {
        for (std::uint32_t chunk = 0; chunk < 3; ++chunk) {
          EXPECT_EQ(reader.Postings(field, chunk).value(),
                    Bytes(s, Family::kPostings, field, chunk));
          EXPECT_EQ(reader.Positions(field, chunk).value(),
                    Bytes(s, Family::kPositions, field, chunk));
        }
      }
    }
  }
}

TEST_F(KeptChunksTest, AViewStaysUntilTheNextOfItsKindAndField) {
  KeptChunkReader reader = Reader(0);
  const std::string_view postings = reader.Postings(Field::kBody, 0).value();
  reader.Positions(Field::kBody, 1).value();
  reader.Postings(Field::kTitle, 1).value();
  EXPECT_EQ(postings, Bytes(0, Family::kPostings, Field::kBody, 0));
}

TEST_F(KeptChunksTest, AMissingChunkIsDamageEachTime) {
  for (int round = 0; round < 2; ++round) {
    const Status status = Reader(0).Postings(Field::kBody, 3).status();
    EXPECT_EQ(status.code(), Code::kUnusable);
    EXPECT_NE(status.message().find("chunk 3 of 'sea' is missing"), std::string::npos);
  }
}

}  // namespace
}  // namespace thresh
