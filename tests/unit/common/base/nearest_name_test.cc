#include "common/base/nearest_name.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/edit_distance.h"

namespace thresh {
namespace {

const std::vector<std::string> kNames = {"build", "bundle", "delete", "verify", "v"};

TEST(NearestName, AThirdOfTheLettersMayDiffer) {
  EXPECT_EQ(NearestName("bild", kNames), "build");
  EXPECT_EQ(NearestName("bulid", kNames), "build");
  EXPECT_EQ(NearestName("blds", kNames), "");   // two of four letters
  EXPECT_EQ(NearestName("bxxxd", kNames), "");  // three of five letters
  EXPECT_EQ(NearestName("bundel", kNames), "bundle");
  EXPECT_EQ(NearestName("veryfi", kNames), "verify");
  EXPECT_EQ(NearestName("compact", kNames), "");
  EXPECT_EQ(NearestName("", kNames), "");
}

TEST(EditDistance, CountsWhatIsLackingAndWhatIsAnother) {
  EXPECT_EQ(EditDistance("kitten", "sitting", 9), 3U);
  EXPECT_EQ(EditDistance("", "abc", 9), 3U);
  EXPECT_EQ(EditDistance("ab", "abc", 9), 1U);
  EXPECT_EQ(EditDistance("abcd", "bcda", 9), 2U);
  EXPECT_EQ(EditDistance("abcde", "acdeb", 9), 2U);  // one is lacking on each side
  EXPECT_EQ(EditDistance("same", "same", 0), 0U);
}

TEST(NearestName, SwappedLettersAreOneMistake) {
  const std::vector<std::string> names = {"help", "warc", "bm25", "drop"};
  for (const auto& [typed, name] : std::vector<std::pair<std::string, std::string>>{
           {"hlep", "help"}, {"wrac", "warc"}, {"bm52", "bm25"}, {"dorp", "drop"}, {"phel", ""}})
    EXPECT_EQ(NearestName(typed, names), name) << typed;
}

TEST(NearestName, ANameOfOneLetterIsNearToNothing) {
  EXPECT_EQ(NearestName("x", kNames), "");
  EXPECT_EQ(NearestName("v", kNames), "v");
}

TEST(NearestName, TheMessageAsks) {
  EXPECT_EQ(MeantName("bild", kNames), "; do you mean build?");
  EXPECT_EQ(MeantName("compact", kNames), "");
}

}  // namespace
}  // namespace thresh
