#include "indexer/detect/bsc_wfc/signature.h"

#include <algorithm>
#include <bit>

namespace thresh {

Signature MakeSignature(const RunPosting& posting) {
  Signature signature;
  const std::uint64_t n = posting.count;
  std::uint64_t word = 0;  // floor(4k/n), and
  // 4k mod n, kept by addition: a division for each offset would be most of the cost.
  std::uint64_t remainder = 0;
  posting.Differences([&](std::uint32_t, std::uint32_t difference) {
    // `word` reaches 4 after the last difference only, when nothing is set any more.
    signature.m[word] |= 1U << (difference % 32);
    remainder += 4;
    while (remainder >= n) {
      remainder -= n;
      ++word;
    }
  });
  for (std::uint32_t m : signature.m)
    signature.ones += static_cast<std::uint32_t>(std::popcount(m));
  return signature;
}

// CYL 3.3.2: the bits that both have, at least 80 % of the bits of the fuller one. In integers, so
// that exactly 80 % is similar on every machine.
bool Similar(const Signature& a, const Signature& b) {
  const auto [fewer, more] = std::minmax(a.ones, b.ones);
  if (5 * fewer < 4 * more) return false;
  std::uint32_t common = 0;
  for (std::size_t i = 0; i < a.m.size(); ++i) {
    common += static_cast<std::uint32_t>(std::popcount(a.m[i] & b.m[i]));
  }
  return 5 * common >= 4 * more;
}

}  // namespace thresh
