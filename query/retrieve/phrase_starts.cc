#include "query/retrieve/phrase_starts.h"

#include <algorithm>

namespace thresh {

// Makes room, and never gives it back: filling it anew for each page would cost as much as Keep.
void PhraseStarts::Grow(std::size_t size, std::vector<std::uint32_t>* numbers) {
  if (numbers->size() < size) numbers->resize(size);
}

void PhraseStarts::Propose(const WordPositions& word) {
  Grow(word.at.size(), &starts_);
  const auto from = std::lower_bound(word.at.begin(), word.at.end(), word.place);
  const auto end = std::transform(from, word.at.end(), starts_.begin(),
                                  [&](std::uint32_t position) { return position - word.place; });
  size_ = static_cast<std::size_t>(end - starts_.begin());
}

// Window by window: marks the starts, looks up the positions, and takes the marks off. Every
// position is written, and kept by moving `kept`: whether it stands behind a start is close to
// random, and a mispredicted branch costs more than the write.
void PhraseStarts::Keep(const WordPositions& word) {
  Grow(word.at.size(), &kept_);
  std::size_t kept = 0;
  auto at = word.at.begin();
  for (std::size_t first = 0; first != size_;) {
    const std::uint32_t base = starts_[first];
    std::size_t end = first;
    for (; end != size_ && starts_[end] - base < kWindow; ++end) marks_[starts_[end] - base] = 1;
    // 64 bits, so that no position of a damaged list can wrap around.
    const std::uint64_t last = std::uint64_t{starts_[end - 1]} + word.place;
    at = std::lower_bound(at, word.at.end(), std::uint64_t{base} + word.place);
    for (; at != word.at.end() && *at <= last; ++at) {
      const std::uint32_t start = *at - word.place;
      kept_[kept] = start;
      kept += marks_[start - base];
    }
    for (; first != end; ++first) marks_[starts_[first] - base] = 0;
  }
  size_ = kept;
  std::swap(starts_, kept_);
}

}  // namespace thresh
