// Posting lists: for a term and a field, the docs that have it, how often, and where. A list is cut
// into chunks of 16 to 64 KB and a chunk into blocks of up to 128 postings. Each chunk and block
// has its last doc and a bound of its score (impacts.h), so that every scorer can skip. Positions
// lie apart, so that queries without phrases never read them. docs/FORMAT.md draws the bytes.
//
// The merge writes lists with a PostingListWriter; retrieval walks them with a PostingCursor.
// Neither is thread-safe; any number of cursors may walk one list at the same time.
//
//   postings.cc        what `terms` holds about a term
//   posting_writer.cc  the writer
//   posting_cursor.cc  the cursor
//   posting_block.h    chunks and blocks as bytes
#pragma once

#include <cmath>
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
// A list of less than a block stands in `terms`, with no chunk, if its postings and positions take
// no more than this together.
inline constexpr std::size_t kInlineBytes = 160;
// The postings of a list's only chunk stand in `terms` too, if they take no more than this, which
// saves a query a read. Its positions stay in `positions`.
inline constexpr std::size_t kChunkHereBytes = 1024;

// What `terms` holds about a chunk.
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
  std::vector<ChunkInfo> chunks;  // in order; empty if the list stands inline
  bool chunk_here = false;        // the list has one chunk, and its postings are inline_postings
  std::string inline_postings, inline_positions;
  friend bool operator==(const FieldList&, const FieldList&) = default;
};

// The value of a row of `terms`.
struct TermRecord {
  std::uint32_t df = 0;           // docs that have the term in any field but those of templates
  std::uint64_t cf = 0;           // as df
  std::uint32_t template_df = 0;  // further docs, which have it in fields of templates alone
  std::vector<FieldList> fields;  // ascending, only those that have postings
  const FieldList* Find(Field field) const;
  bool HasTemplates() const { return !fields.empty() && IsTemplateField(fields.back().field); }
  // Without the fields of templates.
  void DropTemplates();
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
  friend bool operator==(const TermRecord&, const TermRecord&) = default;
};
// The docs of a term, where each of those that only templates have counts `template_share`.
struct TermDf {
  std::uint32_t own = 0, of_templates = 0;
  bool empty(double template_share) const { return own == 0 && !(Weighed(template_share) > 0); }
  double Weighed(double template_share) const { return own + template_share * of_templates; }
  // The same as a whole number, which is not 0 where it counts at all.
  std::uint32_t Rounded(double template_share) const {
    return static_cast<std::uint32_t>(std::ceil(Weighed(template_share)));
  }
};
inline TermDf DfOf(const TermRecord& record) { return {record.df, record.template_df}; }
// Reads only the df of an encoded record, for walks over many terms. The docs of templates stand
// behind its lists, so they are read only if somebody asks.
[[nodiscard]] bool DecodeTermDf(std::string_view bytes, bool templates, TermDf* df);

// Builds one list after another: Start(), Add() for every posting, Finish(), and Start() again.
class PostingListWriter {
 public:
  // Takes the chunks of a list in order: the number of the chunk, its postings (empty if they stand
  // in the FieldList) and its positions.
  using ChunkSink = std::function<Status(std::uint32_t chunk, std::string_view postings,
                                         std::string_view positions)>;

  // Begins a list. `sink` must outlive Finish().
  void Start(Field field, const ChunkSink* sink);
  // REQUIRES: `doc` is larger than the one before it and below PostingCursor::kEnd; `positions` is
  // not empty, ascends and counts from 0. Fails only if the sink fails.
  Status Add(DocId doc, std::uint32_t doc_length, std::span<const std::uint32_t> positions);
  // Ends the list and returns its description. Fails only if the sink fails.
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
  // The open block. A gap counts the docs (or positions) that are left out before a doc (or
  // position), so neighbours have a gap of 0.
  std::uint32_t block_first_ = 0;
  std::vector<std::uint32_t> doc_gaps_, tfs_, position_gaps_;
  std::vector<Impact> block_impacts_;
  // The open chunk.
  std::uint64_t blocks_ = 0;
  std::string directory_, payloads_, positions_;
  ImpactSet chunk_impacts_;
  std::uint64_t postings_bytes_ = 0, positions_bytes_ = 0;
};

// Reads the chunks of one term's lists out of a store. What a call returns stays valid until the
// next call of the same function for the same field.
class ChunkReader {
 public:
  virtual ~ChunkReader() = default;
  virtual Result<std::string_view> Postings(Field field, std::uint32_t chunk) = 0;
  virtual Result<std::string_view> Positions(Field field, std::uint32_t chunk) = 0;
};

// Walks the postings of one list in the order of docs.
//
// A new cursor stands on the first posting. doc() is kEnd after the last posting, and for an empty
// list from the beginning. Next(), Skip() and SeekTo() on a cursor at its end leave it there; tf()
// and Positions() need a current posting. If a chunk cannot be read or is damaged, the list ends
// early: a caller that reaches the end must look at status().
class PostingCursor {
 public:
  static constexpr std::uint32_t kEnd = 0xffffffffU;

  // kNowhere: the cursor stands at the end, and nothing is read before GoTo or Rewind.
  enum class Start : bool { kFirst, kNowhere };
  // `list` and `reader` must outlive the cursor. `reader` may be null for an inline list. No other
  // cursor may use it for the same field, because reading a chunk ends the one before it.
  PostingCursor(const FieldList* list, ChunkReader* reader, Start start = Start::kFirst);
  ~PostingCursor();
  PostingCursor(PostingCursor&&) noexcept;
  PostingCursor& operator=(PostingCursor&&) noexcept;

  std::uint32_t doc() const { return doc_; }
  std::uint32_t tf() const { return tfs_[at_]; }
  void Next() { Skip(1); }
  // Moves to the first posting with at least this doc. Never goes back: a doc at or before the
  // current one changes nothing.
  void SeekTo(std::uint32_t doc) {
    if (doc <= doc_) return;
    if (at_ + 1 < count_ && docs_[at_ + 1] >= doc) {  // seeks are short as a rule
      doc_ = docs_[++at_];
    } else {
      SeekFar(doc);
    }
  }
  // Moves to the first posting with at least this doc, wherever the cursor stands. A damaged list
  // stays at its end.
  void GoTo(std::uint32_t doc) {
    if (doc < doc_) {
      GoBack(doc);
    } else {
      SeekTo(doc);
    }
  }
  // Adds weight x tf to the sum of each of these docs that the list has, and moves to the last of
  // them or behind it. `docs` ascends, and no posting from its first doc on lies behind the cursor.
  void AddTfs(std::span<const std::uint32_t> docs, double weight, double* sums);
  // The postings from the current one to the end of its block, and a step over `n` of them. Both
  // spans are empty at the end of the list, and valid until the cursor leaves the block.
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
  // Moves back to the first posting. A damaged list stays at its end.
  void Rewind();
  // Writes the positions of the current posting, ascending. REQUIRES: doc() != kEnd. The first call
  // in a chunk reads its positions. On an error the list ends.
  const Status& Positions(std::vector<std::uint32_t>* positions);

  // For block-max retrieval: the last doc and the bound of the block that would hold `doc`, without
  // decoding that block. For a chunk that has not been read, those of the whole chunk. `doc` may
  // lie before the current posting, but not before its block. `last` is kEnd if the list ends
  // before `doc`. The impacts stay valid until the next call and until the cursor moves.
  struct BlockBound {
    std::uint32_t last = kEnd;
    bool of_chunk = false;
    std::span<const Impact> impacts;
  };
  BlockBound Bound(std::uint32_t doc);

  const Status& status() const;

 private:
  struct Impl;
  struct Spare;
  void NextBlock();
  void SeekFar(std::uint32_t doc);
  void GoBack(std::uint32_t doc);
  bool Enter(std::size_t block);
  bool Open(std::size_t chunk);
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
