#include "indexer/compare/align.h"

#include <algorithm>
#include <utility>

namespace thresh {
namespace {

// Both bounds are those of the reference scorer: another value gives other scores.
constexpr std::size_t kLook = 400;
constexpr std::size_t kAgree = 3;

using Tokens = std::span<const std::uint32_t>;

// Whether the first three tokens agree, or all tokens of the shorter side if it has fewer.
bool Agree(Tokens a, Tokens b) {
  const std::size_t most = std::min({kAgree, a.size(), b.size()});
  return most > 0 &&
         std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin());
}

struct Steps {
  std::size_t gold = 1, indexed = 1;
};

// Tries the sums of both steps in ascending order. Among equal sums the smallest step of `gold`
// wins, as in the reference scorer.
Steps Resynchronise(Tokens gold, Tokens indexed) {
  // From 1 on, because the first tokens differ. About 80,000 pairs of positions at most are tried
  // after a mismatch.
  for (std::size_t both = 1; both < kLook; ++both) {
    for (std::size_t step = 0; step <= both && step < gold.size(); ++step) {
      if (both - step >= indexed.size()) continue;
      if (Agree(gold.subspan(step), indexed.subspan(both - step))) return {step, both - step};
    }
  }
  return {};
}

}  // namespace

std::vector<std::size_t> AlignTokens(Tokens gold, Tokens indexed) {
  std::vector<std::size_t> partners(gold.size(), kNoPartner);
  for (std::size_t i = 0, j = 0; i < gold.size() && j < indexed.size();) {
    if (gold[i] == indexed[j]) {
      partners[i++] = j++;
      continue;
    }
    const Steps steps = Resynchronise(gold.subspan(i), indexed.subspan(j));
    i += steps.gold;
    j += steps.indexed;
  }
  return partners;
}

}  // namespace thresh
