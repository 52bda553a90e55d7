// KeptChunks: the chunks of posting lists that were read last, as they lie in the cache of the
// segment. To find a chunk there takes RocksDB as long as a twentieth of a query, and people search
// for the same words. The indexes of a search share one for as long as they live. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "common/postings/postings.h"
#include "common/store/segment.h"
#include "query/retrieve/kept_rows.h"

namespace thresh {

class KeptChunks {
 public:
  using Chunk = std::shared_ptr<const Segment::Value>;
  // Of which index a chunk is: a search has one for each of its segments.
  struct Owner {
    const Segment* segment;
    std::uint32_t number = 0;
  };

  // kUnusable if the chunk is missing. The segment must outlive this and the chunk.
  Result<Chunk> Read(Owner owner, Family family, std::string_view term, Field field,
                     std::uint32_t chunk);

 private:
  // The cache holds whole blocks, several times as much, and has 64 MB of its own.
  static constexpr std::size_t kMostBytes = 8 << 20;

  KeptRows<Chunk> kept_{kMostBytes};
  std::string key_;  // kept for its memory
};

// Reads the chunks of a term through the chunks that are kept. Keeps the last one of each field for
// itself, because ChunkReader's views stay valid until the next call of the same kind and field.
class KeptChunkReader : public ChunkReader {
 public:
  // `kept` must outlive this.
  KeptChunkReader(KeptChunks* kept, KeptChunks::Owner owner, std::string_view term)
      : kept_(*kept), owner_(owner), term_(term) {}
  Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
    return Read(Family::kPostings, field, chunk, &postings_);
  }
  Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
    return Read(Family::kPositions, field, chunk, &positions_);
  }

 private:
  using Chunks = std::array<KeptChunks::Chunk, kFieldCount>;
  Result<std::string_view> Read(Family family, Field field, std::uint32_t chunk, Chunks* last) {
    KeptChunks::Chunk& value = (*last)[static_cast<std::size_t>(field)];
    THRESH_ASSIGN_OR_RETURN(value, kept_.Read(owner_, family, term_, field, chunk));
    return value->bytes();
  }

  KeptChunks& kept_;
  const KeptChunks::Owner owner_;
  const std::string term_;
  Chunks postings_, positions_;
};

}  // namespace thresh
