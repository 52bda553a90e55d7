#include "common/postings/posting_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "common/base/bytes.h"
#include "common/postings/packed.h"

namespace thresh {
namespace {

static_assert(kPostingsPerBlock == kGroup,
              "a full block is one packed group of gaps and one of tfs");

constexpr std::uint64_t kNoDoc = 0xffffffffU;      // PostingCursor::kEnd
constexpr std::size_t kLeastHeaderBytes = 5;       // five fields of at least a byte
constexpr std::uint64_t kMostBytes = 0xffffffffU;  // of a chunk: places in it have 32 bits

// Writes a short block: a varint for each posting, gap << 1 | (tf is 1), and tf - 2 behind it if
// the tf is larger. Most words stand on a page once, so most postings of short lists are one
// number.
void PutShort(std::span<const std::uint32_t> doc_gaps, std::span<const std::uint32_t> tfs,
              std::string* out) {
  for (std::size_t i = 0; i < doc_gaps.size(); ++i) {
    PutVarint(out, std::uint64_t{doc_gaps[i]} << 1 | (tfs[i] == 1 ? 1U : 0U));
    if (tfs[i] != 1) PutVarint(out, tfs[i] - 2);
  }
}

bool ReadFull(ByteReader* in, std::uint32_t* gaps, std::uint32_t* tfs) {
  if (!UnpackGroup(in, gaps) || !UnpackGroup(in, tfs)) return false;
  std::uint32_t wrapped = 0;
  // Without a branch in the loop, so that it vectorises.
  for (std::size_t i = 0; i < kGroup; ++i) wrapped |= ++tfs[i] == 0 ? 1U : 0U;
  return wrapped == 0;
}

// Reads the numbers of a directory and of short blocks. A query reads the headers of hundreds of
// blocks, and a ByteReader, which keeps its state after every byte, takes three times as long for
// them. A number has at most 33 bits, and the reads that fail return 0 and make ok() false.
class ShortReader {
 public:
  explicit ShortReader(std::string_view bytes)
      : at_(reinterpret_cast<const unsigned char*>(bytes.data())), end_(at_ + bytes.size()) {}

  bool ok() const { return ok_; }
  bool done() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::uint32_t Number() { return static_cast<std::uint32_t>(Number(0xffffffffU)); }
  // A number of at most `most`, which has no more than 35 bits.
  std::uint64_t Number(std::uint64_t most) {
    // Most numbers take one or two bytes.
    if (left() >= 2 && at_[0] < 0x80) return *at_++;
    if (left() >= 2 && at_[1] < 0x80) {
      const std::uint32_t v = (at_[0] & 0x7fU) | std::uint32_t{at_[1]} << 7;
      at_ += 2;
      return v;
    }
    std::uint64_t v = 0;
    for (unsigned shift = 0; shift < 35 && at_ < end_; shift += 7) {
      const unsigned char c = *at_++;
      v |= std::uint64_t{c & 0x7fU} << shift;
      if (c < 0x80 && v <= most) return v;
      if (c < 0x80) break;
    }
    ok_ = false;
    return 0;
  }
  std::uint32_t Byte() {
    if (at_ < end_) return *at_++;
    ok_ = false;
    return 0;
  }
  // Steps over numbers, each of which ends with a byte below 128; eight bytes at once where eight
  // are left.
  void Skip(std::uint32_t numbers) {
    while (numbers > 0 && left() >= sizeof(std::uint64_t)) {
      std::uint64_t ends = 0;
      std::memcpy(&ends, at_, sizeof(ends));
      ends = ~ends & 0x8080808080808080U;
      for (; ends != 0 && numbers > 1; --numbers) ends &= ends - 1;
      at_ += ends == 0 ? sizeof(ends) : static_cast<std::size_t>(std::countr_zero(ends) / 8 + 1);
      if (ends != 0) return;
    }
    for (; numbers > 0 && at_ < end_; ++at_) numbers -= *at_ < 0x80 ? 1U : 0U;
    ok_ = ok_ && numbers == 0;
  }

 private:
  const unsigned char* at_;
  const unsigned char* end_;
  bool ok_ = true;
};

// The docs of a short block, from `first` on, and the tfs.
bool ReadShort(std::string_view bytes, std::uint32_t first, std::size_t count, std::uint32_t* docs,
               std::uint32_t* tfs) {
  ShortReader in(bytes);
  std::uint64_t next = first;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t folded = in.Number(2 * kNoDoc - 1);
    next += folded >> 1;
    docs[i] = static_cast<std::uint32_t>(next);
    ++next;
    // A damaged tf must not wrap around to a small one.
    tfs[i] = (folded & 1) != 0
                 ? 1
                 : static_cast<std::uint32_t>(in.Number(std::uint64_t{0xffffffffU} - 2)) + 2;
  }
  // Docs only grow, so if the last one is in range, none has wrapped.
  return in.ok() && in.done() && next <= kNoDoc;
}

bool ReadBlockHeader(std::string_view chunk, ShortReader* in, PostingBlock* block) {
  block->count = in->Byte();
  // 64 bits, so that a damaged gap cannot wrap around.
  const std::uint64_t last = std::uint64_t{block->first} + in->Number();
  block->payload_bytes = in->Number();
  block->positions_bytes = in->Number();
  block->impacts_begin = static_cast<std::uint32_t>(chunk.size() - in->left());
  const std::uint32_t impacts = in->Byte();
  in->Skip(2 * impacts);
  if (!in->ok() || impacts > kMaxImpacts || last >= kNoDoc) return false;
  block->last = static_cast<std::uint32_t>(last);
  return block->count >= 1 && block->count <= kPostingsPerBlock;
}

// Begins the next block where this one ends. Returns false if this one cannot end there.
bool StepOver(const PostingBlock& block, std::string_view chunk, PostingBlock* next) {
  const std::uint64_t positions = std::uint64_t{block.positions_begin} + block.positions_bytes;
  if (block.payload_bytes > chunk.size() - block.payload_begin || positions > kMostBytes)
    return false;
  next->first = block.last + 1;
  next->payload_begin = block.payload_begin + block.payload_bytes;
  next->positions_begin = static_cast<std::uint32_t>(positions);
  return true;
}

}  // namespace

void PutBlockHeader(const PostingBlock& block, const ImpactSet& impacts, std::string* directory) {
  PutU8(directory, static_cast<std::uint8_t>(block.count));
  PutVarint(directory, block.last - block.first);
  PutVarint(directory, block.payload_bytes);
  PutVarint(directory, block.positions_bytes);
  impacts.Encode(directory);
}

std::string JoinChunk(std::uint64_t blocks, std::string_view directory, std::string_view payloads) {
  std::string chunk;
  chunk.reserve(directory.size() + payloads.size() + 2);
  PutVarint(&chunk, blocks);
  chunk += directory;
  chunk += payloads;
  return chunk;
}

bool ParseChunk(std::string_view chunk, std::uint32_t first, std::vector<PostingBlock>* blocks) {
  ShortReader in(chunk);
  const std::uint32_t count = in.Number();
  if (count == 0 || count > in.left() || chunk.size() > kMostBytes) return false;
  blocks->clear();
  // A damaged count must not ask for more memory than the bytes can fill.
  blocks->reserve(std::min<std::size_t>(count, in.left() / kLeastHeaderBytes));
  PostingBlock next;
  next.first = first;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!ReadBlockHeader(chunk, &in, &next)) return false;
    blocks->push_back(next);
    if (!StepOver(blocks->back(), chunk, &next)) return false;
  }
  // The payloads must fill the rest of the chunk exactly, or a length is wrong.
  if (in.left() != next.payload_begin) return false;
  // Until here payloads were counted from the end of the directory, which is known only now.
  const auto payloads = static_cast<std::uint32_t>(chunk.size() - in.left());
  for (PostingBlock& block : *blocks) block.payload_begin += payloads;
  return true;
}

void PutPostings(std::span<const std::uint32_t> doc_gaps, std::span<const std::uint32_t> tfs,
                 std::string* out) {
  if (doc_gaps.size() < kPostingsPerBlock) return PutShort(doc_gaps, tfs, out);
  // A tf is at least 1. Without that 1 a group of single occurrences packs to a width of 0.
  std::array<std::uint32_t, kGroup> above_one{};
  for (std::size_t i = 0; i < kGroup; ++i) above_one[i] = tfs[i] - 1;
  PackGroup(doc_gaps.first<kGroup>(), out);
  PackGroup(above_one, out);
}

bool ReadPostings(std::string_view payload, std::uint32_t first, std::size_t count,
                  std::uint32_t* docs, std::uint32_t* tfs) {
  if (count < kPostingsPerBlock) return ReadShort(payload, first, count, docs, tfs);
  ByteReader in(payload);
  // Gaps are decoded into `docs` and turned into docs in place.
  return ReadFull(&in, docs, tfs) && in.done() && BestUnpackKernels().ascend(first, docs);
}

}  // namespace thresh
