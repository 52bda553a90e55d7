// Shingles: a sequence of words as the set of its subsequences of w consecutive words (Broder,
// Glassman, Manasse, Zweig, WWW 1997, section 2). A sequence of fewer words is one shingle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"

namespace thresh {

using ShingleSet =
    std::vector<std::uint64_t>;  // H64 of the words joined by blanks; ascending, distinct

class Shingler {
 public:
  explicit Shingler(std::uint32_t w) : w_(w) {}
  // Valid until the next call. `words` are not empty; their bytes are terms[word].
  const ShingleSet& Cut(std::span<const TermId> words, std::span<const std::string_view> terms);
  std::size_t bytes() const { return set_.capacity() * sizeof(std::uint64_t) + text_.capacity(); }

 private:
  std::uint32_t w_;
  std::string text_;                 // the words, joined
  std::vector<std::size_t> begins_;  // of words in text_, and one past the end
  ShingleSet set_;
};

// The smallest of the set under the i-th of a family of permutations.
std::uint64_t MinHash(const ShingleSet& set, std::uint32_t i);

// Common shingles / all shingles of both.
struct Resemblance {
  std::size_t common = 0, all = 0;
};
Resemblance Compare(const ShingleSet& a, const ShingleSet& b);

}  // namespace thresh
