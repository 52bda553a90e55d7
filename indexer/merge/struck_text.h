// StruckText: which words of which page lie in blocks that a detector struck. A few bytes a block:
// enough to project the verdicts of a page onto its duplicates and to count what a page keeps,
// without its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "indexer/run/run_format.h"

namespace thresh {

// Body positions [first, last) that belong to one struck block.
struct StruckStretch {
  std::uint32_t first = 0, last = 0;
  BlockNo block;
  std::uint32_t tokens() const { return last - first; }
};

class StruckText {
 public:
  // Pages in doc order; `struck` tells whether a block is.
  void Add(const RunDocRecord& record, const std::function<bool(BlockNo)>& struck);
  // In document order.
  std::vector<StruckStretch> Of(DocId doc) const;
  std::size_t bytes() const {
    return bytes_.capacity() + begins_.capacity() * sizeof(std::uint64_t);
  }

 private:
  std::string bytes_;                  // (gap, words, block), varints
  std::vector<std::uint64_t> begins_;  // a page
};

// Words of `stretch` that lie in [first, last).
std::uint32_t Overlap(const StruckStretch& stretch, std::uint32_t first, std::uint32_t last);

// A block of a duplicate all of whose words are struck in the first copy, and the block there that
// holds its first.
struct ProjectedStrike {
  BlockNo block, source;
};
std::vector<ProjectedStrike> ProjectStrikes(const std::vector<StruckStretch>& first_copy,
                                            const RunDocRecord& duplicate);

}  // namespace thresh
