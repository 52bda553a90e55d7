// Posting lists: term → chunks of 16-64 KB → blocks of up to 128 (doc gaps, tf), each block and
// chunk with its last doc and its score bound (impacts.h), so that any scorer can skip; positions
// of the same blocks apart, so that bag-of-words queries never read them. docs/FORMAT.md draws the
// bytes.
//
//   postings.cc  TermRecord      posting_writer.cc, posting_cursor.cc  the list posting_block.h the
//   numbers
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/postings/impacts.h"
#include "common/postings/posting_block.h"
#include "common/store/schema.h"

namespace thresh {

// A chunk is closed when its postings, or its positions, grow past this.
inline constexpr std::size_t kChunkBytes = 32 * 1024;
inline constexpr std::size_t kChunkPositionBytes = 128 * 1024;
// A list of less than a block whose postings and positions take up to this stands in `terms`.
inline constexpr std::size_t kInlineBytes = 160;
// The postings of a list's only chunk stand there, too, up to this: a read less for a query. Its
// positions do not.
inline constexpr std::size_t kChunkHereBytes = 1024;

// What is known of a chunk without reading it.
struct ChunkInfo {
  std::uint32_t last_doc = 0;
  ImpactSet impacts;
  friend bool operator==(const ChunkInfo&, const ChunkInfo&) = default;
};

// The list of one term in one field, as `terms` describes it.
struct FieldList {
  Field field = Field::kBody;
  std::uint32_t df = 0;
  std::uint64_t cf = 0;
  ImpactSet impacts;              // bound of the whole list
  std::vector<ChunkInfo> chunks;  // in order; none: the list stands inline
  bool chunk_here = false;        // there is one, and its postings are inline_postings
  std::string inline_postings, inline_positions;
  friend bool operator==(const FieldList&, const FieldList&) = default;
};

// The value of `terms`.
struct TermRecord {
  std::uint32_t df = 0;  // docs that have the term in any field
  std::uint64_t cf = 0;
  std::vector<FieldList> fields;  // ascending, only those that have postings
  const FieldList* Find(Field field) const;
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
  friend bool operator==(const TermRecord&, const TermRecord&) = default;
};
// Only the df of an encoded record, for a walk over many terms.
[[nodiscard]] bool DecodeTermDf(std::string_view bytes, std::uint32_t* df);

// Builds the list of one (term, field). Docs ascend; positions ascend within a doc and are 0-based.
// A writer may be started again after Finish.
class PostingListWriter {
 public:
  // Where chunks go, in order: chunk number, postings bytes, or none where they stand in the
  // description, positions bytes.
  using ChunkSink = std::function<Status(std::uint32_t chunk, std::string_view postings,
                                         std::string_view positions)>;

  void Start(Field field, const ChunkSink* sink);
  // `doc` is below PostingCursor::kEnd; `positions` is not empty. Fails only where the sink does.
  Status Add(DocId doc, std::uint32_t doc_length, std::span<const std::uint32_t> positions);
  // The finished description; short lists were not sent to the sink and stand inline. Adds up
  // bytes.
  Result<FieldList> Finish();

  std::uint64_t postings_bytes() const { return postings_bytes_; }  // of all lists so far
  std::uint64_t positions_bytes() const { return positions_bytes_; }

 private:
  bool StandInline();
  void ClearBlock();
  void CloseBlock();
  Status CloseChunk(bool last);

  const ChunkSink* sink_ = nullptr;
  FieldList list_;
  std::uint32_t next_doc_ = 0;  // the smallest that may come
  // The open block. A gap counts what is left out between a doc, or a position, and the one before
  // it.
  std::uint32_t block_first_ = 0;
  std::vector<std::uint32_t> doc_gaps_, tfs_, position_gaps_;
  std::vector<Impact> block_impacts_;
  // The open chunk.
  std::uint64_t blocks_ = 0;
  std::string directory_, payloads_, positions_;
  ImpactSet chunk_impacts_;
  std::uint64_t postings_bytes_ = 0, positions_bytes_ = 0;
};

// Reads the chunks of a term's lists; a store gives one. What it gave stays until the next one of
// the same kind and field is asked for.
class ChunkReader {
 public:
  virtual ~ChunkReader() = default;
  virtual Result<std::string_view> Postings(Field field, std::uint32_t chunk) = 0;
  virtual Result<std::string_view> Positions(Field field, std::uint32_t chunk) = 0;
};

// Walks a list. After each call status() tells whether a chunk was damaged; a damaged list ends.
class PostingCursor {
 public:
  static constexpr std::uint32_t kEnd = 0xffffffffU;

  // `list` and `reader` must outlive the cursor; `reader` may be null for an inline list, and reads
  // the chunks of this field for no other cursor.
  PostingCursor(const FieldList* list, ChunkReader* reader);
  ~PostingCursor();
  PostingCursor(PostingCursor&&) noexcept;
  PostingCursor& operator=(PostingCursor&&) noexcept;

  // The current posting; doc() is kEnd after the last one. A new cursor stands on its first
  // posting.
  std::uint32_t doc() const { return doc_; }
  std::uint32_t tf() const { return tfs_[at_]; }
  void Next() { Skip(1); }
  // First posting with at least this doc; never goes back.
  void SeekTo(std::uint32_t doc) {
    if (doc <= doc_) return;
    if (at_ + 1 < count_ && docs_[at_ + 1] >= doc) {  // seeks are short as a rule
      doc_ = docs_[++at_];
    } else {
      SeekFar(doc);
    }
  }
  // The postings from the current one to the end of its block, and a step over `n` of them.
  std::span<const std::uint32_t> docs_ahead() const { return {docs_ + at_, count_ - at_}; }
  std::span<const std::uint32_t> tfs_ahead() const { return {tfs_ + at_, count_ - at_}; }
  void Skip(std::size_t n) {
    at_ += n;
    if (at_ < count_) {
      doc_ = docs_[at_];
    } else {
      NextBlock();
    }
  }
  void Rewind();  // back to the first posting; a damaged list stays ended
  // Positions of the current posting (reads the positions chunk on first use).
  Status Positions(std::vector<std::uint32_t>* positions);

  // Block-max: bound of the block that would hold `doc`, and that block's last doc, without
  // decoding it; where the chunk has not been read yet, of the whole chunk. `doc` may lie before
  // the current posting, but not before its block. last is kEnd past the end. The impacts stay
  // valid until the cursor moves.
  struct BlockBound {
    std::uint32_t last = kEnd;
    bool of_chunk = false;
    std::span<const Impact> impacts;
  };
  BlockBound Bound(std::uint32_t doc);

  const Status& status() const;

 private:
  struct Impl;
  void NextBlock();
  void SeekFar(std::uint32_t doc);
  bool Enter(std::size_t block);
  bool EnterInline();
  bool EnterChunk(std::size_t chunk);
  void End();
  void Damaged(const char* what);

  std::unique_ptr<Impl> impl_;
  const std::uint32_t* docs_ = nullptr;  // the decoded block, in *impl_
  const std::uint32_t* tfs_ = nullptr;
  std::size_t at_ = 0, count_ = 0;
  std::uint32_t doc_ = kEnd;
};

}  // namespace thresh
