// Packed numbers: what posting lists are made of. Groups of 128 are bit-packed in four interleaved
// lanes, each group with its own width and with exceptions for the few numbers that are wider; what
// is left of a sequence are varints. Lane l of a group holds numbers l, l+4, l+8 ...: four
// neighbours are unpacked by one 128-bit operation.
//
// Readers take foreign bytes: false on anything malformed, and never a read past the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/base/bytes.h"
#include "common/postings/unpack.h"

namespace thresh {

void PackGroup(std::span<const std::uint32_t, kGroup> numbers, std::string* out);
[[nodiscard]] bool UnpackGroup(ByteReader* in, std::uint32_t* numbers);
// Steps over a group without unpacking it.
[[nodiscard]] bool SkipGroup(ByteReader* in);

// A sequence: full groups packed, the rest varints. The reader must know how many numbers there
// are.
void PutNumbers(std::span<const std::uint32_t> numbers, std::string* out);

class NumberReader {
 public:
  NumberReader() : in_({}) {}
  NumberReader(std::string_view bytes, std::uint64_t count) : in_(bytes), count_(count) {}

  std::uint64_t index() const { return group_begin_ + at_; }  // of the number that Next gives
  // Forward only; whole groups are stepped over by their headers.
  [[nodiscard]] bool SkipTo(std::uint64_t index);
  [[nodiscard]] bool Next(std::uint32_t* number) {
    if (at_ == loaded_ && !LoadGroup()) return false;
    *number = group_[at_++];
    return true;
  }

 private:
  bool LoadGroup();

  ByteReader in_;
  std::uint64_t count_ = 0;
  std::uint64_t group_begin_ = 0;
  std::size_t at_ = 0, loaded_ = 0;
  std::array<std::uint32_t, kGroup> group_{};
};

}  // namespace thresh
