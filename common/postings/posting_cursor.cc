#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "common/base/check.h"
#include "common/postings/packed.h"
#include "common/postings/postings.h"

namespace thresh {

struct PostingCursor::Impl {
  // A search opens dozens of cursors, above all in many segments. What a cursor leaves, with the
  // room for its directory, the next one of the thread takes.
  static std::unique_ptr<Impl> Take(const FieldList* list, ChunkReader* reader);
  static void Leave(std::unique_ptr<Impl> impl);

  const FieldList* list = nullptr;
  ChunkReader* reader = nullptr;
  Status status;
  // The chunk that is read. An inline list is a chunk of one block.
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t chunk = kNone;
  std::string_view postings, positions;
  bool positions_read = false;
  std::vector<PostingBlock> blocks;
  ImpactSet bound;  // the last one that Bound() decoded
  // The block that is decoded.
  std::size_t block = 0;
  // Not initialised, because Enter() writes all that is read.
  std::array<std::uint32_t, kPostingsPerBlock> docs, tfs;
  std::size_t passed = 0;               // postings whose tfs are in positions_before
  std::uint64_t positions_before = 0;   // positions of the block before those of the posting
  std::optional<NumberReader> numbers;  // the positions of the block, behind those read last

  bool inline_list() const { return list->chunks.empty(); }
  std::string_view payload(const PostingBlock& b) const {
    return postings.substr(b.payload_begin, b.payload_bytes);
  }
  Status ReadChunk();
  Status ReadPositions();
  bool OpenNumbers();
  bool TakePositions(std::size_t at, std::vector<std::uint32_t>* out);
};

// What cursors of the thread have left, at most some 128 KB.
struct PostingCursor::Spare {
  static constexpr std::size_t kMost = 64;
  std::vector<std::unique_ptr<Impl>> impls;
  static Spare& OfThread() {
    static thread_local Spare spare;
    return spare;
  }
};

std::unique_ptr<PostingCursor::Impl> PostingCursor::Impl::Take(const FieldList* list,
                                                               ChunkReader* reader) {
  std::vector<std::unique_ptr<Impl>>& spare = Spare::OfThread().impls;
  std::unique_ptr<Impl> impl;
  if (spare.empty()) {
    impl = std::make_unique_for_overwrite<Impl>();
  } else {
    impl = std::move(spare.back());
    spare.pop_back();
  }
  impl->list = list;
  impl->reader = reader;
  return impl;
}

void PostingCursor::Impl::Leave(std::unique_ptr<Impl> impl) {
  std::vector<std::unique_ptr<Impl>>& spare = Spare::OfThread().impls;
  if (spare.size() == Spare::kMost) return;
  impl->status = {};
  impl->chunk = kNone;
  impl->postings = impl->positions = {};
  impl->positions_read = false;
  impl->blocks.clear();
  impl->block = impl->passed = 0;
  impl->positions_before = 0;
  impl->numbers.reset();
  spare.push_back(std::move(impl));
}

PostingCursor::PostingCursor(const FieldList* list, ChunkReader* reader, Start start)
    : impl_(Impl::Take(list, reader)) {
  // The cursor holds plain pointers, so that Next() and SeekTo() can be inlined without Impl.
  docs_ = impl_->docs.data();
  tfs_ = impl_->tfs.data();
  if (list->df > 0 && start == Start::kFirst && Open(0)) Enter(0);
}

bool PostingCursor::Open(std::size_t chunk) {
  return impl_->inline_list() ? EnterInline() : EnterChunk(chunk);
}

void PostingCursor::Rewind() {
  // At its first posting already: keep the decoded block, and the positions that were read.
  const bool there = impl_->chunk == 0 && impl_->block == 0 && at_ == 0 && doc_ != kEnd;
  if (there || impl_->list->df == 0 || !impl_->status.ok()) return;
  // The first chunk need not be read again if the cursor has not left it.
  if (impl_->chunk == 0 || Open(0)) Enter(0);
}

PostingCursor::~PostingCursor() {
  if (impl_ != nullptr) Impl::Leave(std::move(impl_));
}
PostingCursor::PostingCursor(PostingCursor&&) noexcept = default;
PostingCursor& PostingCursor::operator=(PostingCursor&&) noexcept = default;

const Status& PostingCursor::status() const { return impl_->status; }

void PostingCursor::End() {
  doc_ = kEnd;
  at_ = count_ = 0;
}

void PostingCursor::Damaged(const char* what) {
  impl_->status =
      Status(Code::kUnusable, std::string("damaged posting list: ") + what + " (chunk " +
                                  std::to_string(impl_->chunk) + "); run thresh-index verify");
  End();
}

// Decodes a block of the current chunk and stands on its first posting.
bool PostingCursor::Enter(std::size_t index) {
  PostingBlock& block = impl_->blocks[index];
  impl_->block = index;
  impl_->passed = 0;
  impl_->positions_before = 0;
  impl_->numbers.reset();
  const bool decoded = ReadPostings(impl_->payload(block), block.first, block.count,
                                    impl_->docs.data(), impl_->tfs.data());
  // An inline list has no directory, so its last doc is known only now.
  if (decoded && impl_->inline_list()) block.last = impl_->docs[block.count - 1];
  // Seeks trust the last docs of the directory, so a block that ends with another doc is damage.
  if (!decoded || impl_->docs[block.count - 1] != block.last) {
    Damaged("a block of postings does not decode");
    return false;
  }
  at_ = 0;
  count_ = block.count;
  doc_ = docs_[0];
  std::fill(impl_->docs.begin() + count_, impl_->docs.end(), kEnd);  // for FindDoc
  return true;
}

// Makes an inline list a chunk of one block, so that the rest of the cursor knows only chunks.
bool PostingCursor::EnterInline() {
  const FieldList& list = *impl_->list;
  impl_->chunk = 0;
  if (list.df >= kPostingsPerBlock) {
    Damaged("too many inline postings");
    return false;
  }
  PostingBlock block;
  block.count = list.df;
  block.payload_bytes = static_cast<std::uint32_t>(list.inline_postings.size());
  block.positions_bytes = static_cast<std::uint32_t>(list.inline_positions.size());
  impl_->blocks.push_back(block);
  impl_->postings = list.inline_postings;
  impl_->positions = list.inline_positions;
  impl_->positions_read = true;
  return true;
}

// Reads a chunk; no block of it is decoded yet.
bool PostingCursor::EnterChunk(std::size_t chunk) {
  const std::vector<ChunkInfo>& chunks = impl_->list->chunks;
  impl_->chunk = chunk;
  impl_->positions_read = false;
  impl_->status = impl_->ReadChunk();
  if (!impl_->status.ok()) {
    End();
    return false;
  }
  // Gaps count on from the last doc of the chunk before, which `terms` knows without reading that
  // chunk.
  const std::uint32_t first = chunk == 0 ? 0 : chunks[chunk - 1].last_doc + 1;
  if (!ParseChunk(impl_->postings, first, &impl_->blocks) ||
      impl_->blocks.back().last != chunks[chunk].last_doc) {
    Damaged("the directory of blocks does not decode");
    return false;
  }
  return true;
}

void PostingCursor::NextBlock() {
  // Skip() has moved at_ already. End() moves it back, so that a cursor at its end stays there.
  if (doc_ == kEnd) return End();
  if (impl_->block + 1 < impl_->blocks.size()) {
    Enter(impl_->block + 1);
  } else if (impl_->chunk + 1 < impl_->list->chunks.size()) {
    if (EnterChunk(impl_->chunk + 1)) Enter(0);
  } else {
    End();
  }
}

namespace {

// The first block from `begin` on whose last doc is at least `doc`; one must be there.
std::size_t FindBlock(const std::vector<PostingBlock>& blocks, std::size_t begin,
                      std::uint32_t doc) {
  if (blocks[begin].last >= doc) return begin;
  const auto from = blocks.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto found = std::lower_bound(
      from, blocks.end(), doc, [](const PostingBlock& b, std::uint32_t d) { return b.last < d; });
  return static_cast<std::size_t>(found - blocks.begin());
}

// The first place of a block with at least this doc; one must be there. Behind a short block stands
// kEnd. A branch on the comparison would be mispredicted every other time, so the half is chosen by
// arithmetic. To begin where the search before ended would save a step, and would make each search
// wait for the one before.
std::size_t FindDoc(const std::uint32_t* docs, std::uint32_t doc) {
  std::size_t at = 0;
#pragma GCC unroll 8
  for (std::size_t half = kPostingsPerBlock / 2; half > 0; half /= 2)
    at += docs[at + half - 1] < doc ? half : 0;
  return at;
}

// The first chunk whose last doc is at least `doc`, or chunks.size().
std::size_t FindChunk(const std::vector<ChunkInfo>& chunks, std::uint32_t doc) {
  const auto found =
      std::lower_bound(chunks.begin(), chunks.end(), doc,
                       [](const ChunkInfo& c, std::uint32_t d) { return c.last_doc < d; });
  return static_cast<std::size_t>(found - chunks.begin());
}

}  // namespace

// Skips in three steps, each only if the one before it does not reach `doc`: over chunks by
// `terms`, over blocks by the directory, within the decoded block.
void PostingCursor::SeekFar(std::uint32_t doc) {
  // SeekTo() returns early at the end of the list, so a block is decoded here.
  if (doc > docs_[count_ - 1]) {
    std::size_t block = impl_->block;
    if (doc > impl_->blocks.back().last) {
      const std::size_t chunk = FindChunk(impl_->list->chunks, doc);
      if (chunk == impl_->list->chunks.size()) return End();
      if (!EnterChunk(chunk)) return;
      block = 0;
    }
    if (!Enter(FindBlock(impl_->blocks, block, doc))) return;
  }
  at_ = FindDoc(docs_, doc);
  doc_ = docs_[at_];
}

void PostingCursor::AddTfs(std::span<const std::uint32_t> docs, double weight, double* sums) {
  for (std::size_t i = 0; i < docs.size() && doc_ != kEnd;) {
    std::size_t at = at_;
    const std::uint32_t last = docs_[count_ - 1];
    for (; i < docs.size() && docs[i] <= last; ++i) {
      // In a list such as that of titles, nearly every doc lies before the posting found last.
      if (docs[i] < docs_[at]) continue;
      at = FindDoc(docs_, docs[i]);
      // No branch on whether the list has the doc, which is not to be foretold.
      const std::uint32_t has = docs_[at] == docs[i] ? 1 : 0;
      sums[i] += weight * (tfs_[at] & (0U - has));
    }
    at_ = at;
    doc_ = docs_[at_];
    if (i < docs.size()) SeekFar(docs[i]);
  }
}

// The same three steps the other way.
void PostingCursor::GoBack(std::uint32_t doc) {
  if (impl_->list->df == 0 || !impl_->status.ok()) return;
  const bool decoded = doc_ != kEnd;
  if (!decoded || doc < impl_->blocks[impl_->block].first) {
    const std::vector<ChunkInfo>& chunks = impl_->list->chunks;
    const std::size_t chunk = impl_->inline_list() ? 0 : FindChunk(chunks, doc);
    if (chunk == chunks.size() && !impl_->inline_list()) return End();
    // The last doc of an inline list is not known before it is decoded.
    if (chunk != impl_->chunk && !(Open(chunk) && (!impl_->inline_list() || Enter(0)))) return;
    if (doc > impl_->blocks.back().last) return End();
    if (!Enter(FindBlock(impl_->blocks, 0, doc))) return;
  }
  at_ = FindDoc(docs_, doc);
  doc_ = docs_[at_];
}

PostingCursor::BlockBound PostingCursor::Bound(std::uint32_t doc) {
  if (doc_ == kEnd) return {};
  const std::vector<PostingBlock>& blocks = impl_->blocks;
  if (doc <= blocks.back().last) {
    const PostingBlock& block = blocks[FindBlock(blocks, impl_->block, doc)];
    if (impl_->inline_list()) return {block.last, false, impl_->list->impacts.span()};
    ByteReader in(impl_->postings.substr(block.impacts_begin));
    if (impl_->bound.Decode(&in)) return {block.last, false, impl_->bound.span()};
    Damaged("the bounds of a block do not decode");
    return {};
  }
  // Reading the chunk for a sharper bound would cost more than the bound saves: most such chunks
  // are then skipped whole.
  const std::vector<ChunkInfo>& chunks = impl_->list->chunks;
  const std::size_t chunk = FindChunk(chunks, doc);
  if (chunk == chunks.size()) return {};
  return {chunks[chunk].last_doc, true, chunks[chunk].impacts.span()};
}

Status PostingCursor::Impl::ReadChunk() {
  postings = list->inline_postings;
  if (list->chunk_here) return {};
  THRESH_CHECK(reader != nullptr);
  THRESH_ASSIGN_OR_RETURN(postings,
                          reader->Postings(list->field, static_cast<std::uint32_t>(chunk)));
  return {};
}

Status PostingCursor::Impl::ReadPositions() {
  THRESH_ASSIGN_OR_RETURN(positions,
                          reader->Positions(list->field, static_cast<std::uint32_t>(chunk)));
  positions_read = true;
  return {};
}

bool PostingCursor::Impl::OpenNumbers() {
  const PostingBlock& b = blocks[block];
  if (b.positions_begin > positions.size() ||
      b.positions_bytes > positions.size() - b.positions_begin)
    return false;
  const std::string_view bytes = positions.substr(b.positions_begin, b.positions_bytes);
  // The number of positions is not stored: it is the sum of the block's tfs.
  numbers.emplace(bytes, std::accumulate(tfs.data(), tfs.data() + b.count, std::uint64_t{0}));
  return true;
}

// Writes the positions of the posting at `at` of the decoded block. Positions of a block are one
// sequence, so those before it are counted by their tfs. Going forward in a block continues where
// the last call ended.
bool PostingCursor::Impl::TakePositions(std::size_t at, std::vector<std::uint32_t>* out) {
  if (at < passed) positions_before = passed = 0;  // the cursor went back
  positions_before = std::accumulate(tfs.data() + passed, tfs.data() + at, positions_before);
  passed = at;
  if ((!numbers || numbers->index() > positions_before) && !OpenNumbers()) return false;
  if (!numbers->SkipTo(positions_before)) return false;
  // 64 bits, so that damaged gaps cannot wrap around unseen.
  std::uint64_t next = 0;
  for (std::size_t made = 0; made < tfs[at];) {
    const std::span<const std::uint32_t> ahead = numbers->Ahead();
    if (ahead.empty()) return false;
    const std::span<const std::uint32_t> gaps =
        ahead.first(std::min<std::size_t>(ahead.size(), tfs[at] - made));
    // Not for all tfs[at] at once: a damaged one may be as large as the memory.
    if (out->size() < made + gaps.size()) out->resize(made + gaps.size());
    for (const std::uint32_t gap : gaps) {
      next += gap;
      (*out)[made++] = static_cast<std::uint32_t>(next++);
    }
    numbers->Step(gaps.size());
  }
  out->resize(tfs[at]);
  return next <= kEnd;
}

const Status& PostingCursor::Positions(std::vector<std::uint32_t>* positions) {
  THRESH_CHECK(doc_ != kEnd);
  if (!impl_->positions_read) impl_->status = impl_->ReadPositions();
  if (!impl_->status.ok()) {
    End();
  } else if (!impl_->TakePositions(at_, positions)) {
    Damaged("positions do not decode");
  }
  return impl_->status;
}

}  // namespace thresh
