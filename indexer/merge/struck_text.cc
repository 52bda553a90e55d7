#include "indexer/merge/struck_text.h"

#include <algorithm>
#include <optional>

#include "common/base/bytes.h"

namespace thresh {
void StruckText::Add(const RunDocRecord& record, const std::function<bool(BlockNo)>& struck) {
  begins_.push_back(bytes_.size());
  std::uint32_t at = 0, last = 0;
  for (const RunDocRecord::Stretch& stretch : record.layout) {
    const std::uint32_t end = at + stretch.tokens;
    if (struck(stretch.block)) {
      // Gaps are smaller than positions, so their varints are shorter.
      PutVarint(&bytes_, at - last);
      PutVarint(&bytes_, stretch.tokens);
      PutVarint(&bytes_, stretch.block.value);
      last = end;
    }
    at = end;
  }
}

std::vector<StruckText::Stretch> StruckText::Of(DocId doc) const {
  const std::size_t next = doc.value + std::size_t{1};
  const std::size_t begin = begins_[doc.value];
  const std::size_t end = next < begins_.size() ? begins_[next] : bytes_.size();
  // Add wrote these bytes in this process, so nothing in them can be malformed.
  ByteReader in(std::string_view(bytes_).substr(begin, end - begin));
  std::vector<Stretch> stretches;
  std::uint32_t at = 0;
  while (!in.done()) {
    const std::uint32_t first = at + in.Varint32();
    at = first + in.Varint32();
    stretches.push_back({{first, at}, BlockNo(in.Varint32())});
  }
  return stretches;
}

std::uint32_t Overlap(const WordRange& a, const WordRange& b) {
  const WordRange both{std::max(a.first, b.first), std::min(a.last, b.last)};
  return both.empty() ? 0 : both.size();
}

// Both sides ascend, so one pass over each is enough: `struck` never goes back.
std::vector<SameVerdict> CarryOver(const std::vector<StruckText::Stretch>& first_copy,
                                   const RunDocRecord& duplicate) {
  struct Struck {
    std::uint32_t words = 0;
    std::optional<BlockNo> source;
  };
  std::vector<Struck> blocks(duplicate.blocks.size());
  std::uint32_t at = 0;
  auto struck = first_copy.begin();
  for (const RunDocRecord::Stretch& stretch : duplicate.layout) {
    const WordRange words{at, at + stretch.tokens};
    Struck& block = blocks[stretch.block.value];
    while (struck != first_copy.end() && struck->words.last <= words.first) ++struck;
    // `it` runs ahead of `struck`, because a stretch of the first copy may reach into the next
    // stretch of the duplicate.
    for (auto it = struck; it != first_copy.end() && it->words.first < words.last; ++it) {
      block.words += Overlap(it->words, words);
      if (!block.source) block.source = it->block;
    }
    at = words.last;
  }
  std::vector<SameVerdict> same;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    // A block with one kept word stays: its verdict would remove a word that the first copy keeps.
    if (blocks[b].source && blocks[b].words == duplicate.blocks[b].tokens)
      same.push_back({BlockNo(b), *blocks[b].source});
  }
  return same;
}

}  // namespace thresh
