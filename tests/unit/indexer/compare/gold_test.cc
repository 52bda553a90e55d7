#include "indexer/compare/gold.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class GoldTest : public ::testing::Test {
 protected:
  Result<std::vector<GoldPage>> Read(const std::string& text) {
    std::ofstream(file_) << text;
    return ReadGold(file_, &words_);
  }

  TempFolder folder_;
  std::string file_ = folder_.path() + "/gold.jsonl";
  RefereeWords words_;
};

TEST(PageKey, IsThePathBelowTheHost) {
  EXPECT_EQ(PageKey("a/b.html"), "a/b.html");
  EXPECT_EQ(PageKey("./a/b.html"), "a/b.html");
  EXPECT_EQ(PageKey("/a/b.html"), "a/b.html");
  EXPECT_EQ(PageKey("http://example.org/a/b.html?q=1#top"), "a/b.html");
  EXPECT_EQ(PageKey("a.html#x?y"), "a.html");
  EXPECT_EQ(PageKey("http://example.org"), "http://example.org");
  EXPECT_EQ(PageKey("HTTP://example.org/a"), "HTTP://example.org/a");
}

TEST_F(GoldTest, LabelsEveryToken) {
  const auto pages = Read(
      R"({"path": "/p.html", "segments": [["T", ["one two", "three"]], ["C", ["four"]], ["V", ["five"]]]})");
  ASSERT_TRUE(pages.ok()) << pages.status().message();
  ASSERT_EQ(pages.value().size(), 1U);
  const GoldPage& page = pages.value()[0];
  EXPECT_EQ(page.key, "p.html");
  EXPECT_EQ(page.tokens.size(), 5U);
  EXPECT_EQ(page.labels, (std::vector<GoldLabel>{GoldLabel::kTemplate, GoldLabel::kTemplate,
                                                 GoldLabel::kTemplate, GoldLabel::kContent,
                                                 GoldLabel::kUnscored}));
}

TEST_F(GoldTest, ABlockIsAMaximalRunOfTemplate) {
  const auto pages = Read(
      R"({"path": "p", "segments": [["T", ["a"]], ["T", ["b c", "-"]], ["V", ["d"]], ["T", ["e"]], ["N", [""]], ["T", ["f"]]]})");
  ASSERT_TRUE(pages.ok()) << pages.status().message();
  // The N without a token parts nothing; the V does.
  EXPECT_EQ(pages.value()[0].blocks,
            (std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {4, 6}}));
}

TEST_F(GoldTest, TheLaterOfTwoPagesWithOneKeyCounts) {
  const auto pages = Read(
      "{\"path\": \"p\", \"segments\": [[\"C\", [\"a\"]]]}\n"
      "{\"path\": \"q\", \"segments\": []}\n"
      "{\"path\": \"./p\", \"segments\": [[\"C\", [\"a b\"]]]}\n");
  ASSERT_TRUE(pages.ok()) << pages.status().message();
  ASSERT_EQ(pages.value().size(), 2U);
  EXPECT_EQ(pages.value()[0].tokens.size(), 2U);
}

TEST_F(GoldTest, WhatIsNoGoldIsRefusedWithItsLine) {
  const std::string good = "{\"path\": \"p\", \"segments\": []}\n";
  for (const std::string bad : {"{", "[]", "{\"path\": 1, \"segments\": []}", "{\"path\": \"p\"}",
                                "{\"path\": \"p\", \"segments\": [[\"T\"]]}",
                                "{\"path\": \"p\", \"segments\": [[\"T\", \"text\"]]}",
                                "{\"path\": \"p\", \"segments\": [[\"T\", [1]]]}"}) {
    const auto pages = Read(good + bad + "\n");
    ASSERT_FALSE(pages.ok()) << bad;
    EXPECT_EQ(pages.status().code(), Code::kUnusable);
    EXPECT_NE(pages.status().message().find("gold.jsonl:2"), std::string::npos)
        << pages.status().message();
  }
  EXPECT_EQ(Read("").status().code(), Code::kUnusable);
  EXPECT_EQ(ReadGold(folder_.path() + "/missing", &words_).status().code(), Code::kMissing);
}

}  // namespace
}  // namespace thresh
