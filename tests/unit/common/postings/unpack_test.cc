// Every row of kernels that runs here against what the contract says, word for word.
#include "common/postings/unpack.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "common/postings/packed.h"

namespace thresh {
namespace {

using Numbers = std::array<std::uint32_t, kGroup>;

// Number i stands in lane i % 4, at bit (i / 4) * width of it; word w of a lane is word 4w + lane
// of the group.
std::string Pack(const Numbers& numbers, unsigned width) {
  std::string bytes(16 * std::size_t{width}, '\0');
  for (std::size_t i = 0; i < kGroup; ++i) {
    for (unsigned bit = 0; bit < width; ++bit) {
      if ((numbers[i] >> bit & 1) == 0) continue;
      const std::size_t at = i / 4 * width + bit;
      const std::size_t word = at / 32 * 4 + i % 4;
      bytes[word * 4 + at % 32 / 8] |= static_cast<char>(1U << at % 8);
    }
  }
  return bytes;
}

TEST(UnpackKernels, EveryWidthAtEveryAddress) {
  std::mt19937 random(1);
  for (unsigned width = 0; width <= kWidest; ++width) {
    Numbers numbers{};
    for (std::uint32_t& n : numbers)
      n = width == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (32 - width);
    for (std::size_t shift = 0; shift < 17; ++shift) {
      const std::string bytes = std::string(shift, '\xff') + Pack(numbers, width);
      for (const UnpackKernels& row : UnpackKernelTable()) {
        if (!row.runs_here()) continue;
        Numbers out;
        out.fill(0xeeeeeeee);
        row.unpack(bytes.data() + shift, width, out.data());
        ASSERT_EQ(out, numbers) << row.name << " " << width << " bits at " << shift;
      }
    }
  }
}

// In numbers that cannot wrap.
bool AscendSlowly(std::uint32_t first, const Numbers& gaps, Numbers* docs) {
  std::uint64_t next = first;
  bool fits = true;
  for (std::size_t i = 0; i < kGroup; ++i) {
    next += gaps[i];
    fits = fits && next < 0xffffffffU;
    (*docs)[i] = static_cast<std::uint32_t>(next++);
  }
  return fits;
}

TEST(UnpackKernels, GapsBecomeDocsAndAWrapIsSeen) {
  std::mt19937 random(2);
  int fitted = 0, wrapped = 0;
  for (int round = 0; round < 4000; ++round) {
    Numbers gaps{}, docs{};
    const unsigned bits = static_cast<unsigned>(random() % 33);
    for (std::uint32_t& gap : gaps)
      gap =
          bits == 0 || random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (32 - bits);
    const auto first =
        static_cast<std::uint32_t>(random() % 2 == 0 ? random() : 0xffffffffU - random() % 300);
    const bool fits = AscendSlowly(first, gaps, &docs);
    (fits ? fitted : wrapped) += 1;
    for (const UnpackKernels& row : UnpackKernelTable()) {
      if (!row.runs_here()) continue;
      Numbers out = gaps;
      ASSERT_EQ(row.ascend(first, out.data()), fits) << row.name << " round " << round;
      ASSERT_TRUE(!fits || out == docs) << row.name << " round " << round;
    }
  }
  EXPECT_GT(fitted, 500);
  EXPECT_GT(wrapped, 500);
}

TEST(UnpackKernels, TheLastDocThatThereCanBe) {
  for (const UnpackKernels& row : UnpackKernelTable()) {
    if (!row.runs_here()) continue;
    Numbers gaps{};
    EXPECT_TRUE(row.ascend(0xffffffffU - kGroup, gaps.data())) << row.name;
    EXPECT_EQ(gaps.back(), 0xfffffffeU);
    gaps.fill(0);
    EXPECT_FALSE(row.ascend(0xffffffffU - kGroup + 1, gaps.data())) << row.name;
  }
}

TEST(UnpackKernels, TheFirstRowRunsEverywhereAndTheBestOneHere) {
  EXPECT_EQ(UnpackKernelTable().front().name, "portable");
  EXPECT_TRUE(UnpackKernelTable().front().runs_here());
  EXPECT_TRUE(BestUnpackKernels().runs_here());
}

}  // namespace
}  // namespace thresh
