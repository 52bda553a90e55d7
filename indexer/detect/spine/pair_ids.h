// PairIds: numbers pairs of small numbers 0, 1, 2 ... in the order of their first appearance. Pages
// that follow each other are alike: what stands with a number is mostly what stood with it before,
// and is found without a look into the table.
//
// Thread rule: as its owner's.
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/dense_ids.h"

namespace thresh {

class PairIds {
 public:
  std::uint32_t Add(std::uint32_t first, std::uint32_t second) {
    if (first >= last_.size()) last_.resize(first + 1);
    Last& last = last_[first];
    if (last.id == DenseIds::kNone || last.second != second)
      last = {second, ids_.Add(DenseIds::Pair(first, second))};
    return last.id;
  }
  const std::vector<std::uint64_t>& Keys() const { return ids_.Keys(); }  // DenseIds::Pair
  std::size_t bytes() const { return ids_.bytes() + last_.capacity() * sizeof(Last); }

 private:
  struct Last {
    std::uint32_t second = 0;
    std::uint32_t id = DenseIds::kNone;
  };
  DenseIds ids_;
  std::vector<Last> last_;  // by first
};

}  // namespace thresh
