#include "indexer/detect/bsc_wfc/signature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/bsc_wfc/slow_bsc_wfc.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

using Words = std::array<std::uint32_t, 4>;

Signature Of(const std::vector<std::uint32_t>& offsets) {
  return MakeSignature(PostingBytes(offsets).posting());
}

TEST(Signature, DifferenceSetsABitOfItsQuarter) {
  EXPECT_EQ(Of({7}).m, (Words{0x80, 0, 0, 0}));
  EXPECT_EQ(Of({1, 33}).m, (Words{0x2, 0, 0x1, 0}));                  // 32 is bit 0
  EXPECT_EQ(Of({1, 3, 6, 10, 15}).m, (Words{0x6, 0x8, 0x10, 0x20}));  // five: 2 + 1 + 1 + 1
  EXPECT_EQ(Of({2, 5, 9, 14, 20, 27, 35, 44}).m, (Words{0xc, 0x30, 0xc0, 0x300}));
  EXPECT_EQ(Of({4, 6, 11, 13, 29, 70, 71, 75, 90, 131}).ones, 10u);
}

TEST(Signature, SimilarAtEightyPercentOfTheFuller) {
  EXPECT_TRUE(Similar(Of({7}), Of({39})));  // equal modulo 32
  EXPECT_FALSE(Similar(Of({7}), Of({8})));
  EXPECT_FALSE(Similar(Of({7}), Of({7, 9, 12, 30})));
  EXPECT_FALSE(Similar(Of({2, 5, 9, 14}), Of({5, 8, 12, 17})));        // 3 of 4
  EXPECT_TRUE(Similar(Of({1, 3, 6, 10, 15}), Of({2, 4, 7, 11, 16})));  // 4 of 5
}

slow::Offsets RandomOffsets(Dice* dice) {
  slow::Offsets offsets;
  std::uint32_t at = 0;
  for (auto n = 1 + dice->Below(12); n > 0; --n) offsets.push_back(at += 1 + dice->Below(40));
  return offsets;
}

TEST(Signature, AgreesWithSetsOnRandomOffsets) {
  Dice dice(4);
  int similar = 0;
  for (int i = 0; i < 20'000; ++i) {
    const slow::Offsets a = RandomOffsets(&dice);
    slow::Offsets b = a;  // one change, or none
    if (dice.Below(4) != 0) b[dice.Below(b.size())] += dice.Below(3);
    std::sort(b.begin(), b.end());
    b.erase(std::unique(b.begin(), b.end()), b.end());
    if (dice.Below(4) == 0) b = RandomOffsets(&dice);

    const Signature signature = Of(a);
    slow::Bits bits;
    for (std::uint32_t m = 0; m < 4; ++m) {
      for (std::uint32_t bit = 0; bit < 32; ++bit) {
        if ((signature.m[m] >> bit & 1) != 0) bits.emplace(m, bit);
      }
    }
    EXPECT_EQ(bits, slow::SignatureOf(a));
    EXPECT_EQ(signature.ones, bits.size());
    const bool expected = slow::Similar(slow::SignatureOf(a), slow::SignatureOf(b));
    EXPECT_EQ(Similar(Of(a), Of(b)), expected);
    EXPECT_EQ(Similar(Of(b), Of(a)), expected);
    similar += expected ? 1 : 0;
  }
  EXPECT_GT(similar, 5'000);
  EXPECT_LT(similar, 15'000);
}

}  // namespace
}  // namespace thresh
