// PhraseStarts: where a phrase may begin in a field of a page. The first word proposes the places,
// and each further word keeps those from which it stands at its own place. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/retrieve/near.h"

namespace thresh {

class PhraseStarts {
 public:
  void Propose(const WordPositions& word);
  void Keep(const WordPositions& word);
  std::size_t size() const { return size_; }

 private:
  // Starts are marked in a window of this many positions. Looking a position up in it waits for no
  // other one, whereas each step of a merge waits for the step before.
  static constexpr std::uint32_t kWindow = 1U << 14U;

  static void Grow(std::size_t size, std::vector<std::uint32_t>* numbers);

  std::vector<std::uint32_t> starts_, kept_;  // the first size_ are valid, ascending
  std::size_t size_ = 0;
  std::array<std::uint8_t, kWindow> marks_{};
};

}  // namespace thresh
