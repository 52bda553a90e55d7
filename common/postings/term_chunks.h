// TermChunks: the chunks of one term's lists in a segment. Keeps the last value of each field,
// because ChunkReader's views stay valid until the next call of the same kind and field. Walks
// over whole lists read through it; queries keep chunks (query/retrieve/kept_chunks.h). Not
// thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "common/postings/postings.h"
#include "common/store/segment.h"

namespace thresh {

inline Status MissingChunk(std::string_view term, std::uint32_t chunk) {
  return Status(Code::kUnusable, "the store is damaged: chunk " + std::to_string(chunk) + " of '" +
                                     std::string(term) + "' is missing; run thresh-index verify");
}

class TermChunks : public ChunkReader {
 public:
  // `segment` must outlive this.
  TermChunks(const Segment& segment, std::string_view term) : segment_(segment), term_(term) {}
  Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
    return Read(Family::kPostings, field, chunk, &postings_);
  }
  Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
    return Read(Family::kPositions, field, chunk, &positions_);
  }

 private:
  using Values = std::array<Segment::Value, kFieldCount>;
  Result<std::string_view> Read(Family family, Field field, std::uint32_t chunk,
                                Values* values) const {
    Segment::Value& value = (*values)[static_cast<std::size_t>(field)];
    THRESH_ASSIGN_OR_RETURN(const bool found,
                            segment_.Get(family, ChunkKey(term_, field, chunk), &value));
    if (!found) return MissingChunk(term_, chunk);
    return value.bytes();
  }

  const Segment& segment_;
  const std::string term_;
  Values postings_, positions_;
};

}  // namespace thresh
