#include "indexer/sources/bytes/member_trail.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace thresh {
namespace {

// The slow twin keeps all bytes.
TEST(MemberTrail, TwinThatForgetsNothing) {
  std::mt19937 dice(3);
  MemberTrail trail;
  std::string all;
  std::uint64_t forgotten = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::string piece(dice() % 60000, static_cast<char>('a' + round % 26));
    trail.Append(piece);
    all += piece;
    ASSERT_EQ(trail.end(), all.size());
    if (dice() % 4 == 0) {
      forgotten = std::max<std::uint64_t>(forgotten, all.size() - dice() % 200000);
      forgotten = std::min<std::uint64_t>(forgotten, all.size());
      trail.Forget(forgotten);
    }
    const std::uint64_t offset = dice() % (all.size() + 1);
    const std::string_view got = trail.From(offset);
    const bool kept = offset >= forgotten && all.size() - offset <= MemberTrail::kMostKept;
    EXPECT_TRUE(!kept || offset == all.size() || !got.empty()) << round;
    EXPECT_TRUE(got.empty() || got == std::string_view(all).substr(offset)) << round;
  }
}

TEST(MemberTrail, OldBytesAreDropped) {
  MemberTrail trail;
  trail.Append(std::string(MemberTrail::kMostKept, 'x'));
  trail.Append("abc");
  EXPECT_TRUE(trail.From(0).empty());
  EXPECT_EQ(trail.From(MemberTrail::kMostKept), "abc");
  EXPECT_TRUE(trail.From(MemberTrail::kMostKept + 3).empty());
  trail.Forget(MemberTrail::kMostKept + 100);
  EXPECT_TRUE(trail.From(MemberTrail::kMostKept).empty());
}

}  // namespace
}  // namespace thresh
