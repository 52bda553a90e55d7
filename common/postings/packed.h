// Packed numbers: what posting lists are made of. Groups of 128 numbers are bit-packed in four
// interleaved lanes. Each group has its own width and exceptions for the few numbers that are
// wider. The rest of a sequence, less than a group, are varints. Lane l of a group holds numbers l,
// l+4, l+8 ..., so that one 128-bit operation unpacks four neighbours.
//
// The readers take bytes that may be damaged: they return false for anything malformed and never
// read past the end. Functions are safe on any thread; a NumberReader is not thread-safe.
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
// Moves `in` behind a group without unpacking it.
[[nodiscard]] bool SkipGroup(ByteReader* in);

// Appends a sequence: full groups packed, the rest as varints. The count is not stored: the reader
// must know it.
void PutNumbers(std::span<const std::uint32_t> numbers, std::string* out);

// Reads a sequence from its beginning. `bytes` must outlive the reader. Next() returns false after
// the last number and at damaged bytes, again at every later call; a caller knows the count and so
// takes either for damage.
class NumberReader {
 public:
  NumberReader() : in_({}) {}
  NumberReader(std::string_view bytes, std::uint64_t count) : in_(bytes), count_(count) {}

  std::uint64_t index() const { return group_begin_ + at_; }  // of the number that Next() returns
  // Makes number `index` the next one. Forward only; groups in between are not unpacked. Returns
  // false if there is no such number ahead, or the bytes are damaged.
  [[nodiscard]] bool SkipTo(std::uint64_t index);
  [[nodiscard]] bool Next(std::uint32_t* number) {
    if (at_ == loaded_ && !LoadGroup()) return false;
    *number = group_[at_++];
    return true;
  }
  // The numbers of the group from the next one on, to be read at once, and a step over `n` of them.
  // Empty behind the last number, or if the bytes are damaged.
  std::span<const std::uint32_t> Ahead() {
    if (at_ == loaded_ && !LoadGroup()) return {};
    return std::span(group_).subspan(at_, loaded_ - at_);
  }
  void Step(std::size_t n) { at_ += n; }

 private:
  bool LoadGroup();

  ByteReader in_;
  std::uint64_t count_ = 0;
  std::uint64_t group_begin_ = 0;
  std::size_t at_ = 0, loaded_ = 0;
  std::array<std::uint32_t, kGroup> group_{};
};

}  // namespace thresh
