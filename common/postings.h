// Posting lists: term → blocks of up to 128 (doc gaps, tf), each block with its last doc and its score bound,
// so that any scorer can skip; positions of the same blocks apart, so that bag-of-words queries never read
// them. docs/FORMAT.md draws the bytes. Writer and reader of the format stand here together.
//
// The score bound is not a score but a short list of impacts: (tf, length) pairs such that for every posting of
// the block some pair has at least its tf and at most its length. It is valid for every scorer that grows with
// tf and shrinks with length, whatever its parameters. `length` is LengthsRecord::Total after removal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/ids.h"
#include "common/schema.h"
#include "common/status.h"

namespace thresh {

inline constexpr std::size_t kPostingsPerBlock = 128;
inline constexpr std::size_t kChunkBytes = 32 * 1024;   // a chunk is closed when it grows past this
inline constexpr std::size_t kInlineBytes = 160;        // a list (postings + positions) up to this stands in `terms`
inline constexpr std::size_t kMaxImpacts = 4;

struct Impact {
  std::uint32_t tf = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Impact&, const Impact&) = default;
};

// The list of one term in one field, as `terms` describes it.
struct FieldList {
  Field field = Field::kBody;
  std::uint32_t df = 0;
  std::uint64_t cf = 0;
  std::vector<Impact> impacts;     // bound of the whole list
  std::uint32_t chunks = 0;        // 0: the list stands inline
  std::string inline_postings, inline_positions;
};

// The value of `terms`.
struct TermRecord {
  std::uint32_t df = 0;            // docs that have the term in any field
  std::uint64_t cf = 0;
  std::vector<FieldList> fields;   // ascending, only those that have postings
  const FieldList* Find(Field field) const;
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// Builds the list of one (term, field). Docs ascend; positions ascend within a doc and are 0-based.
class PostingListWriter {
 public:
  // Where chunks go, in order: chunk number, postings bytes, positions bytes.
  using ChunkSink = std::function<Status(std::uint32_t chunk, std::string_view postings, std::string_view positions)>;

  void Start(Field field, const ChunkSink* sink);
  Status Add(DocId doc, std::uint32_t doc_length, std::span<const std::uint32_t> positions);
  // The finished description; short lists were not sent to the sink and stand inline. Adds up bytes.
  Result<FieldList> Finish();

  std::uint64_t postings_bytes() const { return postings_bytes_; }    // of all lists so far
  std::uint64_t positions_bytes() const { return positions_bytes_; }

 private:
  Status CloseBlock();
  Status CloseChunk();

  const ChunkSink* sink_ = nullptr;
  FieldList list_;
  std::vector<std::uint32_t> docs_, tfs_, lengths_, positions_;   // the open block
  std::string postings_, position_bytes_;                         // the open chunk
  std::uint32_t chunk_last_doc_ = 0;
  std::uint64_t postings_bytes_ = 0, positions_bytes_ = 0;
};

// Reads the chunks of a list; a store gives one.
class ChunkReader {
 public:
  virtual ~ChunkReader() = default;
  virtual Result<std::string> Postings(Field field, std::uint32_t chunk) = 0;
  virtual Result<std::string> Positions(Field field, std::uint32_t chunk) = 0;
};

// Walks a list. After each call ok() or status() tells whether a chunk was damaged; a damaged list ends.
class PostingCursor {
 public:
  static constexpr std::uint32_t kEnd = 0xffffffffU;

  // `list` and `reader` must outlive the cursor; `reader` may be null for an inline list.
  PostingCursor(const FieldList* list, ChunkReader* reader);
  ~PostingCursor();
  PostingCursor(PostingCursor&&) noexcept;

  // The current posting; doc() is kEnd after the last one. A new cursor stands on its first posting.
  std::uint32_t doc() const;
  std::uint32_t tf() const;
  void Next();
  void SeekTo(std::uint32_t doc);   // first posting with at least this doc; never goes back
  // Positions of the current posting (reads the positions chunk on first use).
  Status Positions(std::vector<std::uint32_t>* positions);

  // Block-max: bound of the block that would hold `doc` (>= the current doc), and that block's last doc,
  // without decoding it. last is kEnd past the end.
  struct BlockBound {
    std::uint32_t last = kEnd;
    std::span<const Impact> impacts;
  };
  BlockBound Bound(std::uint32_t doc);

  const Status& status() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
