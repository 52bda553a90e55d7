// Sections of Markdown: where they begin, and where long ones are cut.
#include "query/export/sections.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>

namespace thresh {
namespace {

using Texts = std::vector<std::string_view>;

Texts TextsOf(const std::vector<PageSection>& sections) {
  Texts texts;
  texts.reserve(sections.size());
  for (const PageSection& section : sections) texts.push_back(section.text);
  return texts;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

TEST(Sections, OneFromEachHeadingToTheNext) {
  const std::string text = "in front\n\n# A\n\none\n\n### B\n\n## C\n\n  two\n\n# D";
  const auto at = [&](const char* line) { return text.find(line); };
  const std::vector<MarkdownHeading> headings = {{at("# A"), 1, "A", "a"},
                                                 {at("### B"), 3, "B", ""},
                                                 {at("## C"), 2, "C", "c"},
                                                 {at("# D"), 1, "D", "d"}};
  const auto sections = CutSections(text, headings, 0);
  EXPECT_EQ(TextsOf(sections), (Texts{"in front", "# A\n\none", "### B", "## C\n\n  two", "# D"}));
  EXPECT_TRUE(sections[0].headings.empty() && sections[0].anchor.empty());
  EXPECT_EQ(sections[2].headings, (Texts{"A", "B"}));
  EXPECT_EQ(sections[2].anchor, "");
  EXPECT_EQ(sections[3].headings, (Texts{"A", "C"}));
  EXPECT_EQ(sections[4].headings, (Texts{"D"}));
  EXPECT_EQ(sections[1].words, 3U);
  EXPECT_TRUE(CutSections("", {}, 5).empty());
}

TEST(Sections, LongOnesAreCutAtTheBestPlace) {
  const auto cut = [](std::string_view text, std::size_t most) {
    return CutSections(text, {}, most);
  };
  EXPECT_EQ(TextsOf(cut("a b\n\nc d\ne f", 5)), (Texts{"a b", "c d\ne f"}));
  EXPECT_EQ(TextsOf(cut("a b\n  c d\n  e f", 5)), (Texts{"a b\n  c d", "  e f"}));
  EXPECT_EQ(TextsOf(cut("a b c d e", 2)), (Texts{"a b", "c d", "e"}));
  EXPECT_EQ(TextsOf(cut("a b c", 3)), (Texts{"a b c"}));
}

TEST(Sections, NoWordIsLostOrTwice) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 60; i > 0; --i) text += "ab \n\n#"[random() % 6];
    std::vector<MarkdownHeading> headings;
    for (std::size_t at = text.find("\n#"); at != std::string::npos; at = text.find("\n#", at + 1))
      headings.push_back({at + 1, 1 + random() % 6, "h", ""});
    const std::size_t most = random() % 5;
    std::vector<std::string> words;
    for (const PageSection& section : CutSections(text, headings, most)) {
      const std::vector<std::string> more = WordsOf(section.text);
      EXPECT_EQ(more.size(), section.words) << text;
      EXPECT_TRUE(most == 0 || more.size() <= most) << text;
      EXPECT_FALSE(more.empty()) << text;
      words.insert(words.end(), more.begin(), more.end());
    }
    EXPECT_EQ(words, WordsOf(text)) << text;
  }
}

}  // namespace
}  // namespace thresh
