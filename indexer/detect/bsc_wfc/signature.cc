#include "indexer/detect/bsc_wfc/signature.h"

#include <algorithm>
#include <bit>

namespace thresh {

Signature MakeSignature(const RunPosting& posting) {
  Signature signature;
  const std::uint64_t n = posting.count;
  std::uint64_t word = 0;  // floor(4k/n), and
  std::uint64_t remainder =
      0;  // 4k mod n: kept by addition, a division a word would be the whole cost
  posting.Differences([&](std::uint32_t, std::uint32_t difference) {
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
