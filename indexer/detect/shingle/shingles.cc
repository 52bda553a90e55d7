#include "indexer/detect/shingle/shingles.h"

#include <algorithm>
#include <limits>

#include "common/base/hash.h"

namespace thresh {

const ShingleSet& Shingler::Cut(std::span<const TermId> words,
                                std::span<const std::string_view> terms) {
  text_.clear();
  begins_.clear();
  set_.clear();
  for (const TermId word : words) {
    begins_.push_back(text_.size());
    text_ += terms[word.value];
    // With a blank behind each word `a bc` and `ab c` differ.
    text_ += ' ';
  }
  begins_.push_back(text_.size());
  const std::size_t w = std::min<std::size_t>(w_, words.size());
  for (std::size_t first = 0; first + w <= words.size(); ++first) {
    const std::size_t end = begins_[first + w] - 1;
    set_.push_back(H64(std::string_view(text_).substr(begins_[first], end - begins_[first])));
  }
  std::sort(set_.begin(), set_.end());
  set_.erase(std::unique(set_.begin(), set_.end()), set_.end());
  return set_;
}

// The share of permutations under which two sets have the same minimum is their resemblance (Broder
// et al. 1997). Seeds stand for permutations.
std::uint64_t MinHash(const ShingleSet& set, std::uint32_t i) {
  const std::uint64_t seed = Seed64(i);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t shingle : set) least = std::min(least, Mix64(shingle ^ seed));
  return least;
}

Resemblance Compare(const ShingleSet& a, const ShingleSet& b) {
  std::size_t common = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) ++common;
    const bool first = *x <= *y, second = *y <= *x;
    x += first ? 1 : 0;
    y += second ? 1 : 0;
  }
  return {common, a.size() + b.size() - common};
}

}  // namespace thresh
