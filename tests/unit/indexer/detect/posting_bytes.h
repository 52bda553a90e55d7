// Offsets as a run holds them: varints of the differences.
#pragma once

#include <string>
#include <vector>

#include "common/base/bytes.h"
#include "indexer/run/run.h"

namespace thresh {

class PostingBytes {
 public:
  explicit PostingBytes(const std::vector<std::uint32_t>& offsets)
      : count_(static_cast<std::uint32_t>(offsets.size())) {
    std::uint32_t before = 0;
    for (std::uint32_t offset : offsets) {
      PutVarint(&bytes_, offset - before);
      before = offset;
    }
  }
  // Valid as long as this object stays where it is.
  RunPosting posting() const {
    RunPosting posting;
    posting.count = count_;
    posting.bytes = reinterpret_cast<const unsigned char*>(bytes_.data());
    return posting;
  }

 private:
  std::string bytes_;
  std::uint32_t count_;
};

}  // namespace thresh
