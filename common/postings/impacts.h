// Impacts: a score bound that fits every scorer. An ImpactSet is a short list of (tf, length)
// pairs. For every posting of a block, chunk or list, some pair has at least its tf and at most its
// length. So the best score of a pair bounds all of them, for every scorer that grows with tf and
// shrinks with length, whatever its parameters. `length` is LengthsRecord::Total after removal.
// Writers build sets; cursors decode them. A value, not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "common/base/bytes.h"

namespace thresh {

inline constexpr std::size_t kMaxImpacts = 4;

struct Impact {
  std::uint32_t tf = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Impact&, const Impact&) = default;
};

// Up to kMaxImpacts pairs, strictly ascending both in tf and in length.
class ImpactSet {
 public:
  // The pairs that no other one beats. If they are too many, neighbours are merged, which loosens
  // the bound and keeps it valid.
  static ImpactSet Of(std::span<const Impact> impacts);
  void Merge(const ImpactSet& other);
  bool Covers(const Impact& posting) const;

  const Impact* begin() const { return pairs_.data(); }
  const Impact* end() const { return pairs_.data() + count_; }
  std::size_t size() const { return count_; }
  std::span<const Impact> span() const { return {begin(), count_}; }

  void Encode(std::string* out) const;
  [[nodiscard]] bool Decode(ByteReader* in);
  friend bool operator==(const ImpactSet& a, const ImpactSet& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Impact, kMaxImpacts> pairs_{};
  std::size_t count_ = 0;
};

}  // namespace thresh
