#include "indexer/merge/struck_text.h"

#include <algorithm>
#include <optional>

#include "common/base/bytes.h"

namespace thresh {
namespace {

// How the words of a block of the duplicate fare in the first copy.
struct Fate {
  std::uint32_t struck_words = 0;
  std::optional<BlockNo> source;
};

}  // namespace

void StruckText::Add(const RunDocRecord& record, const std::function<bool(BlockNo)>& struck) {
  begins_.push_back(bytes_.size());
  std::uint32_t at = 0, last = 0;
  for (const RunDocRecord::Stretch& stretch : record.layout) {
    const std::uint32_t end = at + stretch.tokens;
    if (struck(stretch.block)) {
      PutVarint(&bytes_, at - last);
      PutVarint(&bytes_, stretch.tokens);
      PutVarint(&bytes_, stretch.block.value);
      last = end;
    }
    at = end;
  }
}

std::vector<StruckStretch> StruckText::Of(DocId doc) const {
  const std::size_t next = doc.value + std::size_t{1};
  const std::size_t begin = begins_[doc.value];
  const std::size_t end = next < begins_.size() ? begins_[next] : bytes_.size();
  ByteReader in(std::string_view(bytes_).substr(begin, end - begin));
  std::vector<StruckStretch> stretches;
  std::uint32_t at = 0;
  while (!in.done()) {
    const std::uint32_t first = at + in.Varint32();
    at = first + in.Varint32();
    stretches.push_back({first, at, BlockNo(in.Varint32())});
  }
  return stretches;
}

std::uint32_t Overlap(const StruckStretch& stretch, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t begin = std::max(stretch.first, first);
  const std::uint32_t end = std::min(stretch.last, last);
  return begin < end ? end - begin : 0;
}

std::vector<ProjectedStrike> ProjectStrikes(const std::vector<StruckStretch>& first_copy,
                                            const RunDocRecord& duplicate) {
  std::vector<Fate> fates(duplicate.blocks.size());
  std::uint32_t at = 0;
  auto struck = first_copy.begin();
  for (const RunDocRecord::Stretch& stretch : duplicate.layout) {
    const std::uint32_t end = at + stretch.tokens;
    Fate& fate = fates[stretch.block.value];
    while (struck != first_copy.end() && struck->last <= at) ++struck;
    for (auto it = struck; it != first_copy.end() && it->first < end; ++it) {
      fate.struck_words += Overlap(*it, at, end);
      if (!fate.source) fate.source = it->block;
    }
    at = end;
  }
  std::vector<ProjectedStrike> strikes;
  for (std::uint32_t b = 0; b < fates.size(); ++b) {
    if (!fates[b].source || fates[b].struck_words != duplicate.blocks[b].tokens) continue;
    strikes.push_back({BlockNo(b), *fates[b].source});
  }
  return strikes;
}

}  // namespace thresh
