#include "common/text/marks.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace thresh {
namespace {

TEST(Marks, ArePunctuationAlone) {
  for (const std::string_view marks :
       {"", "|", "»", "( ", "< \u200e |", "·", "•", "—", "→", "::", "\u00a0/\u00a0", "©", "+"}) {
    EXPECT_TRUE(IsMarks(marks)) << marks;
  }
  for (const std::string_view other :
       {"a", "| a", "1", "★★★", "✓", "▼", "€", "🙂", "é", "日", "\xff", "|\xc3"}) {
    EXPECT_FALSE(IsMarks(other)) << other;
  }
  EXPECT_TRUE(IsMarks(std::string(32, '-')));
  EXPECT_FALSE(IsMarks(std::string(33, '-')));
}

TEST(Marks, SomeArePermalinks) {
  for (const std::string_view sign : {"¶", "§", "🔗"}) EXPECT_TRUE(IsPermalinkSign(sign)) << sign;
  for (const std::string_view other : {"", "#", "§ 5", "¶¶", "a"})
    EXPECT_FALSE(IsPermalinkSign(other)) << other;
}

}  // namespace
}  // namespace thresh
