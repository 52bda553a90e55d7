// TextRecord: a row of the family `text`, the whole text of a page with its verdicts. All code that
// reads or writes such rows stands in text_record.cc: the codec of records, and the classes by
// which a merge turns the row of a run into the row of a segment, and an update turns it back,
// without decoding its text. Query reads rows, indexer/run and indexer/merge write them.
// docs/FORMAT.md draws every byte.
//
// Decoders take foreign bytes. They return false on anything malformed and never read past the end.
// Records are values. Readers and writers of rows belong to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/ids.h"

namespace thresh {

// What a build decided about a block.
enum class Verdict : std::uint8_t {
  kContent = 0,    // no detector struck it
  kTemplate = 1,   // struck, out of the index
  kKeptOne = 2,    // struck, kept on the template's representative page
  kProtected = 3,  // struck, kept because the page needs it
  kCount = 4
};
inline constexpr std::array<std::string_view, 4> kVerdictNames = {"content", "template", "kept-one",
                                                                  "protected"};

// Found on many pages, even where the block stays in the index.
inline bool IsOfTemplate(Verdict verdict) {
  return verdict == Verdict::kTemplate || verdict == Verdict::kKeptOne;
}

// The verdict on a block that is not plain content, with its evidence.
struct StoredVerdict {
  BlockNo block;
  Verdict verdict = Verdict::kContent;
  TemplateId template_id;     // row of `templates`
  std::uint32_t support = 0;  // pages that have the template
  std::uint8_t score = 0;     // percent of the block's words that are template words
};

// A span with count > 0 has no text of its own: it stands for `count` shared texts, numbered
// consecutively from `first`, whose blocks reach from the span's block to `last_block`. The span's
// words are theirs. ReadText (common/store/store.h) puts their spans in its place.
struct SharedReference {
  std::uint32_t count = 0, first = 0;
  BlockNo last_block;
};

struct TextRecord {
  struct StoredSpan {
    std::string text;
    BlockNo block;
    bool glued = false;  // no white space between it and the span before
    std::uint32_t tokens = 0;
    SharedReference shared = {};
  };
  std::vector<StoredSpan> spans;        // in document order
  std::vector<StoredVerdict> verdicts;  // ascending; of shared texts only after ReadText
  // Body positions [first, last) of a protected first h1; empty if the page has none.
  std::uint32_t heading_first = 0, heading_last = 0;

  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
  // The verdict on a block, or null for plain content.
  const StoredVerdict* Find(BlockNo block) const;
};

// ---- the row of a run: spans without verdicts

struct SpanView {
  std::string_view text;
  BlockNo block;
  bool glued = false;
  std::uint32_t tokens = 0;
};
// The bytes of a TextRecord with these spans and nothing else, written without a copy of the text.
std::string EncodePlainText(std::span<const SpanView> spans);

// A span of such a row. Its text is the next `bytes` bytes of the row's.
struct PlainSpan {
  BlockNo block;
  std::uint32_t bytes = 0;
  bool glued = false;
  std::uint32_t tokens = 0;
};
// Reads such a row. `text` is that of all spans, a part of the row. Returns false if the row is
// malformed or has verdicts.
[[nodiscard]] bool DecodePlainText(std::string_view row, std::vector<PlainSpan>* spans,
                                   std::string_view* text);

// ---- shared texts, behind the pages

// A stretch (consecutive spans of one block) that several pages share stands once in the segment.
// kSharedPerRow shared texts are a row. They are numbered through all rows.
inline constexpr std::uint32_t kSharedPerRow = 64;
struct SharedText {
  // From the block of the stretch before it to its own, on the page where it became shared. Folded
  // as a near number.
  std::uint32_t step = 0;
  StoredVerdict verdict;                      // kTemplate; of block 0
  std::vector<TextRecord::StoredSpan> spans;  // of block 0
};
[[nodiscard]] bool DecodeSharedTexts(std::string_view row, std::vector<SharedText>* texts);

// ---- from the row of a run to the row of a segment

// A stretch of a row, as the bytes that it is made of.
struct TextStretch {
  BlockNo block;
  std::uint32_t step = 0;  // from the block of the stretch before, folded as a near number
  std::uint32_t spans = 0, tokens = 0;
  std::string_view step_bytes;  // the first span's near number
  std::string_view numbers;     // the numbers of all spans behind that near number
  std::string_view text;
};

// Cuts a row of EncodePlainText into its stretches. They point into the row.
class PlainTextReader {
 public:
  // Returns false if the row is malformed, has verdicts, or names a block that is not below
  // `blocks`. The stretches are those of the last call.
  [[nodiscard]] bool Read(std::string_view row, std::size_t blocks);
  // In document order. Neighbours are of different blocks.
  const std::vector<TextStretch>& stretches() const { return stretches_; }

 private:
  bool ReadSpans(std::string_view row, std::size_t blocks, std::size_t* text_begin);
  std::vector<TextStretch> stretches_;
  std::vector<std::size_t> text_bytes_;  // of each stretch
};

// Puts a row together from stretches, each copied or replaced by a reference to a shared text.
class TextRowWriter {
 public:
  // Starts the next row.
  void Clear();
  // Takes every stretch of a row in its order, by one of these two.
  void Copy(const TextStretch& stretch);
  // `number` and `step` are those of the shared text. Neighbours with consecutive numbers become
  // one reference.
  void Refer(const TextStretch& stretch, std::uint32_t number, std::uint32_t step);
  // The row, with verdicts and heading of `record`, whose spans are not looked at. Called once,
  // after the last stretch.
  std::string Finish(const TextRecord& record);

 private:
  void EndReference();

  std::string numbers_, text_;
  std::uint64_t items_ = 0;  // in numbers_
  // The reference that may still grow, and the number behind the one before it.
  struct Reference {
    std::uint32_t count = 0, number = 0, tokens = 0;
    std::uint32_t first_block = 0, last_block = 0;
    std::string_view step_bytes;
  } reference_;
  std::uint32_t next_number_ = 0;
};

// Appends to `out` what a shared text is in its row, except the step in front: two stretches are
// the same shared text if these bytes are equal.
void AppendSharedText(const StoredVerdict& verdict, const TextStretch& stretch, std::string* out);
// Appends a shared text to its row.
void AppendToSharedRow(std::uint32_t step, std::string_view shared, std::string* row);

// ---- from the row of a segment to the row of a run

// A shared text as the bytes that it is made of.
struct SharedBytes {
  std::uint32_t step = 0;  // SharedText::step
  std::uint32_t spans = 0, tokens = 0;
  std::string_view numbers;  // of all spans, behind the first one's near number
  std::string_view text;
};
// They point into the row.
[[nodiscard]] bool CutSharedTexts(std::string_view row, std::vector<SharedBytes>* texts);

// Makes of a page's row what EncodePlainText made of the page: shared texts stand in the place of
// references, and verdicts are gone. No span is decoded.
class PlainRowMaker {
 public:
  // Null if there is no shared text of that number. What it gives stays until Make returns.
  using FindShared = std::function<const SharedBytes*(std::uint32_t number)>;
  // Returns false if the row is malformed, or if the texts that it refers to are missing or others.
  [[nodiscard]] bool Make(std::string_view row, const FindShared& find);
  const std::string& plain() const { return plain_; }
  std::string TakePlain() { return std::move(plain_); }
  // Blocks with the verdict kTemplate, in no order; some may stand twice.
  const std::vector<BlockNo>& struck() const { return struck_; }

 private:
  struct Reference {
    SharedReference shared;
    BlockNo block;  // of its first text
    std::uint32_t tokens = 0;
    std::size_t own_text = 0;  // bytes of the page's own text in front of it
  };
  bool ReadNumbers(std::string_view row, std::size_t* text_begin, const FindShared& find);
  bool PutShared(const Reference& reference, const FindShared& find);
  void Assemble(std::string_view own_text);

  // A text that goes in where `behind` bytes of the page's own text end.
  struct Piece {
    std::size_t behind = 0;
    std::string_view text;
  };
  TextRecord head_;  // its verdicts alone
  std::uint64_t spans_ = 0;
  std::string numbers_, plain_;
  std::vector<Piece> pieces_;
  std::vector<BlockNo> struck_;
};

}  // namespace thresh
