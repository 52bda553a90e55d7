// TextSharing: the text of a page as its run has it → as the segment has it: with verdicts, and
// without the struck stretches (spans in a row of one block) that it has in common with earlier
// pages. Bytes are copied in pieces, no span is decoded and encoded again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/schema.h"
#include "indexer/merge/shared_texts.h"

namespace thresh {

class TextSharing {
 public:
  // `plain` is an EncodePlainText of blocks below `blocks`; `decided` has verdicts and heading, no
  // spans. The row, or nothing where `plain` is malformed.
  std::optional<std::string> Row(std::string_view plain, std::size_t blocks,
                                 const TextRecord& decided);
  // All pages are written.
  Status Write(SegmentWriter* segment) const { return shared_.Write(segment); }

 private:
  struct SpanAt {
    std::uint32_t block = 0, tokens = 0;
    std::uint32_t step = 0;  // from the block of the span before, folded
    std::size_t text_bytes = 0;
    std::size_t begin = 0, rest = 0, end = 0;  // of its numbers, behind the block's, and their end
  };
  struct Stretch {
    std::size_t first = 0, last = 0;  // of spans_
    std::uint32_t position = 0, tokens = 0;
    std::string_view numbers, text;  // the numbers without that of its block
  };
  // Stretches in a row that are shared, numbered in a row.
  struct Run {
    std::uint32_t count = 0, number = 0, tokens = 0;
    std::uint32_t first_block = 0, last_block = 0;
    std::string_view block_number;
  };

  bool ReadSpans(std::string_view plain, std::size_t blocks);
  void CutStretches(std::string_view plain, const TextRecord& decided);
  std::optional<SharedTexts::Place> Shared(const Stretch& stretch, const TextRecord& decided);
  void Keep(std::string_view plain, const Stretch& stretch);
  void AddToRun(std::string_view plain, const Stretch& stretch, SharedTexts::Place place);
  void EndRun();
  std::string Join(const TextRecord& decided);

  SharedTexts shared_;
  // Of the page at hand.
  std::vector<const TextRecord::BlockVerdict*> verdict_of_;  // by block
  std::vector<SpanAt> spans_;
  std::size_t text_begin_ = 0;
  std::vector<bool> kept_, gone_;  // blocks with a stretch that stands here, or elsewhere
  std::string scratch_, numbers_, text_;
  std::uint64_t items_ = 0;  // in numbers_
  Run run_;
  std::uint32_t next_number_ = 0;
};

}  // namespace thresh
