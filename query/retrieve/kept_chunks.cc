#include "query/retrieve/kept_chunks.h"

#include <utility>

#include "common/base/bytes.h"
#include "common/postings/term_chunks.h"

namespace thresh {

// In memory, the key of a row comes after its family and its segment.
constexpr std::size_t kPrefix = 1 + sizeof(std::uint32_t);

Result<KeptChunks::Chunk> KeptChunks::Read(Owner owner, Family family, std::string_view term,
                                           Field field, std::uint32_t chunk) {
  key_.assign(1, static_cast<char>(family));
  PutBig32(&key_, owner.number);
  key_ += ChunkKey(term, field, chunk);
  if (const Chunk* kept = kept_.Find(key_)) return *kept;
  Segment::Value value;
  THRESH_ASSIGN_OR_RETURN(
      const bool found, owner.segment->Get(family, std::string_view(key_).substr(kPrefix), &value));
  if (!found) return MissingChunk(term, chunk);
  const std::size_t bytes = sizeof(value) + value.bytes().size();
  return kept_.Keep(key_, std::make_shared<const Segment::Value>(std::move(value)), bytes);
}

}  // namespace thresh
