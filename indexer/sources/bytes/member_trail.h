// MemberTrail: what a MemberStream leaves behind for one who follows it through the same file:
// where each member started, and the last bytes that were unpacked, so that nobody has to unpack
// them again. The owner of the stream owns it, too. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace thresh {

// Where a member starts, in the packed bytes and in what they unpack to. The bytes up to the start
// of the next member belong to it, damaged ones and padding too.
struct MemberPlace {
  std::uint64_t packed = 0, unpacked = 0;
};

class MemberTrail {
 public:
  // Older bytes are dropped, so that a record may be longer than the memory.
  static constexpr std::size_t kMostKept = 16U << 20;

  std::deque<MemberPlace> members;  // the stream adds, the follower takes

  // The stream has unpacked `bytes`.
  void Append(std::string_view bytes);
  std::uint64_t end() const { return end_; }  // of what was unpacked
  // What was unpacked from `offset` on. Empty if that has been dropped, or is still to come. Append
  // and Forget invalidate it.
  std::string_view From(std::uint64_t offset) const;
  // Nobody will ask for bytes before `offset`.
  void Forget(std::uint64_t offset);

 private:
  void DropTo(std::size_t begin);

  std::string kept_;
  std::size_t begin_ = 0;  // of what is kept, in kept_
  std::uint64_t end_ = 0;  // of kept_, in the unpacked stream
};

}  // namespace thresh
