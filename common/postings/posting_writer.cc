#include "common/base/check.h"
#include "common/postings/packed.h"
#include "common/postings/postings.h"

namespace thresh {
namespace {

constexpr std::uint32_t kPositionsEnd = 0xffffffffU;

// Appends how many positions are left out before each position.
void AppendGaps(std::span<const std::uint32_t> positions, std::vector<std::uint32_t>* gaps) {
  std::uint32_t next = 0;
  for (std::uint32_t position : positions) {
    THRESH_CHECK(position >= next && position < kPositionsEnd);
    gaps->push_back(position - next);
    next = position + 1;
  }
}

}  // namespace

void PostingListWriter::Start(Field field, const ChunkSink* sink) {
  sink_ = sink;
  list_ = FieldList();
  list_.field = field;
  next_doc_ = 0;
}

Status PostingListWriter::Add(DocId doc, std::uint32_t doc_length,
                              std::span<const std::uint32_t> positions) {
  THRESH_CHECK(doc.value >= next_doc_ && doc.value < PostingCursor::kEnd && !positions.empty());
  // A block begins right behind the last doc of the block before, so that its first gap fits into
  // the same scheme.
  if (doc_gaps_.empty()) block_first_ = next_doc_;
  const auto tf = static_cast<std::uint32_t>(positions.size());
  doc_gaps_.push_back(doc.value - next_doc_);
  tfs_.push_back(tf);
  AppendGaps(positions, &position_gaps_);
  block_impacts_.push_back({tf, doc_length});
  next_doc_ = doc.value + 1;
  ++list_.df;
  list_.cf += tf;
  if (doc_gaps_.size() < kPostingsPerBlock) return {};
  // Chunks end with a whole block, so only the last block of a list is short.
  CloseBlock();
  const bool full =
      directory_.size() + payloads_.size() > kChunkBytes || positions_.size() > kChunkPositionBytes;
  return full ? CloseChunk(false) : Status();
}

Result<FieldList> PostingListWriter::Finish() {
  if (!StandInline()) {
    if (!doc_gaps_.empty()) CloseBlock();
    if (blocks_ > 0) THRESH_RETURN_IF_ERROR(CloseChunk(true));
  }
  return std::move(list_);
}

// Encodes the whole list to see whether it is small enough. If it is not, CloseBlock() encodes it
// again, which costs little because the list is shorter than a block.
bool PostingListWriter::StandInline() {
  // Longer lists have closed a block already, and a cursor takes an inline list for one block.
  if (list_.df >= kPostingsPerBlock) return false;
  PutPostings(doc_gaps_, tfs_, &payloads_);
  PutNumbers(position_gaps_, &positions_);
  const bool fits = payloads_.size() + positions_.size() <= kInlineBytes;
  if (fits) {
    list_.impacts = ImpactSet::Of(block_impacts_);
    postings_bytes_ += payloads_.size();
    positions_bytes_ += positions_.size();
    list_.inline_postings = payloads_;
    list_.inline_positions = positions_;
    ClearBlock();
  }
  payloads_.clear();
  positions_.clear();
  return fits;
}

void PostingListWriter::ClearBlock() {
  doc_gaps_.clear();
  tfs_.clear();
  position_gaps_.clear();
  block_impacts_.clear();
}

void PostingListWriter::CloseBlock() {
  PostingBlock block;
  block.first = block_first_;
  block.last = next_doc_ - 1;
  block.count = static_cast<std::uint32_t>(doc_gaps_.size());
  const std::size_t payloads = payloads_.size(), positions = positions_.size();
  PutPostings(doc_gaps_, tfs_, &payloads_);
  PutNumbers(position_gaps_, &positions_);
  block.payload_bytes = static_cast<std::uint32_t>(payloads_.size() - payloads);
  block.positions_bytes = static_cast<std::uint32_t>(positions_.size() - positions);
  const ImpactSet impacts = ImpactSet::Of(block_impacts_);
  PutBlockHeader(block, impacts, &directory_);
  // Bounds of a chunk come from those of its blocks, so no posting is kept for them.
  chunk_impacts_.Merge(impacts);
  ++blocks_;
  ClearBlock();
}

Status PostingListWriter::CloseChunk(bool last) {
  std::string chunk = JoinChunk(blocks_, directory_, payloads_);
  postings_bytes_ += chunk.size();
  positions_bytes_ += positions_.size();
  list_.chunk_here = last && list_.chunks.empty() && chunk.size() <= kChunkHereBytes;
  // After the swap the sink gets empty postings, which are not stored a second time.
  if (list_.chunk_here) list_.inline_postings.swap(chunk);
  const Status status =
      (*sink_)(static_cast<std::uint32_t>(list_.chunks.size()), chunk, positions_);
  list_.chunks.push_back({next_doc_ - 1, chunk_impacts_});
  list_.impacts.Merge(chunk_impacts_);
  blocks_ = 0;
  directory_.clear();
  payloads_.clear();
  positions_.clear();
  chunk_impacts_ = ImpactSet();
  return status;
}

}  // namespace thresh
