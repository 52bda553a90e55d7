#include "common/postings/posting_walk.h"

#include <algorithm>
#include <numeric>

#include "common/base/bytes.h"
#include "common/postings/packed.h"

namespace thresh {
namespace {

constexpr std::uint8_t kChunkHere = 0x80;  // as postings.cc writes it

}  // namespace

bool StoredLists::Read(std::string_view row) {
  ByteReader in(row);
  in.Varint32();  // df and cf of the term: a merge counts them anew
  in.Varint();
  const std::uint64_t count = in.Varint();
  if (!in.ok() || count > kFieldCount) return false;
  used_ = static_cast<std::size_t>(count);
  if (lists_.size() < used_) lists_.resize(used_);
  for (std::size_t l = 0; l < used_; ++l) {
    if (!ReadList(&in, &lists_[l])) return false;
    // A field that stands twice would put its words into the new list twice.
    if (l > 0 && lists_[l - 1].field >= lists_[l].field) return false;
  }
  if (used_ > 0 && IsTemplateField(lists_[used_ - 1].field)) in.Varint32();
  return in.ok() && in.done();
}

bool StoredLists::ReadList(ByteReader* in, StoredList* list) {
  const std::uint8_t byte = in->U8();
  list->chunk_here = (byte & kChunkHere) != 0;
  list->field = static_cast<Field>(byte & ~unsigned{kChunkHere});
  list->df = in->Varint32();
  in->Varint();  // cf
  ImpactSet bound;
  const bool bounded = bound.Decode(in);
  const std::uint64_t chunks = in->Varint();
  if (!bounded || list->field >= Field::kCount || chunks > in->left()) return false;
  list->last_docs.clear();
  std::uint64_t last = 0;
  for (std::uint64_t c = 0; c < chunks; ++c) {
    last += in->Varint32();
    if (last >= PostingCursor::kEnd || !bound.Decode(in)) return false;
    list->last_docs.push_back(static_cast<std::uint32_t>(last));
  }
  list->inline_postings = list->inline_positions = {};
  if (chunks == 0 || list->chunk_here) list->inline_postings = in->String();
  if (chunks == 0) list->inline_positions = in->String();
  // The flag stands for the list's only chunk.
  return in->ok() && (!list->chunk_here || chunks == 1);
}

Status PostingWalk::Damaged() {
  return Status(Code::kUnusable, "damaged posting list; run thresh-index verify");
}

// Makes an inline list a chunk of one block, as a PostingCursor does.
Status PostingWalk::Start(const StoredList& list, ChunkReader* reader) {
  list_ = &list;
  reader_ = reader;
  chunk_ = block_ = 0;
  at_ = count_ = first_ = 0;
  blocks_.clear();
  if (list.df == 0) return {};
  if (!list.last_docs.empty()) {
    THRESH_RETURN_IF_ERROR(OpenChunk());
  } else {
    if (list.df >= kPostingsPerBlock) return Damaged();
    PostingBlock& block = blocks_.emplace_back();
    block.count = list.df;
    block.payload_bytes = static_cast<std::uint32_t>(list.inline_postings.size());
    block.positions_bytes = static_cast<std::uint32_t>(list.inline_positions.size());
    chunk_postings_ = list.inline_postings;
    chunk_positions_ = list.inline_positions;
  }
  return EnterBlock(blocks_[0]) ? Status() : Damaged();
}

Status PostingWalk::NextBlock() {
  at_ = count_ = first_ = 0;
  if (++block_ == blocks_.size()) {
    block_ = 0;
    if (++chunk_ >= list_->last_docs.size()) return {};
    THRESH_RETURN_IF_ERROR(OpenChunk());
  }
  return EnterBlock(blocks_[block_]) ? Status() : Damaged();
}

Status PostingWalk::OpenChunk() {
  const auto number = static_cast<std::uint32_t>(chunk_);
  chunk_postings_ = list_->inline_postings;
  if (!list_->chunk_here) {
    THRESH_ASSIGN_OR_RETURN(chunk_postings_, reader_->Postings(list_->field, number));
  }
  THRESH_ASSIGN_OR_RETURN(chunk_positions_, reader_->Positions(list_->field, number));
  const std::uint32_t first = chunk_ == 0 ? 0 : list_->last_docs[chunk_ - 1] + 1;
  const bool parsed = ParseChunk(chunk_postings_, first, &blocks_) &&
                      blocks_.back().last == list_->last_docs[chunk_];
  return parsed ? Status() : Damaged();
}

bool PostingWalk::EnterBlock(const PostingBlock& block) {
  const std::string_view payload = chunk_postings_.substr(block.payload_begin, block.payload_bytes);
  if (!ReadPostings(payload, block.first, block.count, docs_.data(), tfs_.data())) return false;
  // An inline list has no directory that says its last doc.
  if (!list_->last_docs.empty() && docs_[block.count - 1] != block.last) return false;
  if (block.positions_begin > chunk_positions_.size() ||
      block.positions_bytes > chunk_positions_.size() - block.positions_begin)
    return false;
  // The number of positions is not stored: it is the sum of the block's tfs.
  const std::uint64_t count =
      std::accumulate(tfs_.data(), tfs_.data() + block.count, std::uint64_t{0});
  if (!ReadPositions(chunk_positions_.substr(block.positions_begin, block.positions_bytes), count))
    return false;
  count_ = block.count;
  return true;
}

// Gaps begin anew with each posting.
bool PostingWalk::ReadPositions(std::string_view bytes, std::uint64_t count) {
  // A group takes two bytes at least: a damaged tf must not ask for more memory than its numbers.
  if (count / kGroup > bytes.size()) return false;
  positions_.resize(static_cast<std::size_t>(count));
  ByteReader in(bytes);
  std::size_t read = 0;
  for (; count - read >= kGroup; read += kGroup) {
    if (!UnpackGroup(&in, positions_.data() + read)) return false;
  }
  for (; read < count; ++read) positions_[read] = in.Varint32();
  if (!in.ok()) return false;
  std::size_t at = 0;
  for (std::size_t p = 0; at < count; ++p) {
    // 64 bits, so that damaged gaps cannot wrap around unseen.
    std::uint64_t next = 0;
    for (const std::size_t end = at + tfs_[p]; at < end; ++at) {
      next += positions_[at];
      positions_[at] = static_cast<std::uint32_t>(next++);
    }
    if (next > PostingCursor::kEnd) return false;
  }
  return true;
}

}  // namespace thresh
