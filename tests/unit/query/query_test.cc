#include "query/retrieve/query.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

std::unique_ptr<Analyzer> MakeAnalyzer(const std::string& stop_words = "none") {
  auto analyzer = Analyzer::Make({.stemmer = "none", .stop_words = stop_words});
  CHECK(analyzer.ok());
  return std::move(*analyzer);
}

// +w for a word that must be there, words of a phrase joined by _, gaps as *, then xN for a frequency over
// one.
std::string Show(const Query& query) {
  std::string out;
  for (const QueryUnit& unit : query.units) {
    out += out.empty() ? "" : " ";
    if (unit.must) out += "+";
    std::uint32_t place = 0;
    for (const QueryUnit::Word& word : unit.words) {
      for (; place < word.place; ++place) out += place + 1 == word.place ? "_" : "_*";
      out += word.term;
    }
    if (unit.frequency > 1) out += "x" + std::to_string(unit.frequency);
  }
  return out;
}

std::string Parse(const std::string& text, const std::string& stop_words = "none") {
  const auto analyzer = MakeAnalyzer(stop_words);
  const Result<Query> query = ParseQuery(text, *analyzer);
  if (query.ok()) return Show(query.value());
  EXPECT_EQ(query.status().code(), Code::kUsage);
  return "error: " + query.status().message();
}

TEST(ParseQuery, WordsAreFoldedLikeAPage) {
  EXPECT_EQ(Parse("Hash  TABLE\t"), "hash table");
  EXPECT_EQ(Parse("e-mail"), "e mail");
  EXPECT_EQ(Parse("\u00c9COLE"), "\u00e9cole");
}

TEST(ParseQuery, PlusAndPhrase) {
  EXPECT_EQ(Parse("+hash table"), "+hash table");
  EXPECT_EQ(Parse("+e-mail x"), "+e +mail x");
  EXPECT_EQ(Parse("\"Open Addressing\" hash"), "open_addressing hash");
  EXPECT_EQ(Parse("+\"open addressing\""), "+open_addressing");
  EXPECT_EQ(Parse("a\"b c\"d"), "a b_c d");
  EXPECT_EQ(Parse("\"single\""), "single");
  EXPECT_EQ(Parse("c++ x+y"), "c x y");
}

TEST(ParseQuery, EqualUnitsAreOneWithAFrequency) {
  EXPECT_EQ(Parse("to be or not to be"), "tox2 bex2 or not");
  EXPECT_EQ(Parse("a +A \"a\""), "+ax3");
  EXPECT_EQ(Parse("\"a b\" \"b a\" \"A B\""), "a_bx2 b_a");
}

TEST(ParseQuery, StopWordsKeepTheirPlaceInAPhrase) {
  EXPECT_EQ(Parse("the cat", "english"), "cat");
  EXPECT_EQ(Parse("\"state of the art\"", "english"), "state_*_*_art");
  EXPECT_EQ(Parse("\"the state\" x", "english"), "state x");
  EXPECT_EQ(Parse("the of", "english"), "error: the query has no word to search for");
}

TEST(ParseQuery, AMistakeIsSaidWithItsPlace) {
  EXPECT_EQ(Parse("hash \"open addressing"), "error: bad query, character 6: the quote is not closed");
  EXPECT_EQ(Parse("\u00e9\u00e9 \""), "error: bad query, character 4: the quote is not closed");
  EXPECT_EQ(Parse("a + b"), "error: bad query, character 3: no word follows the +");
  EXPECT_EQ(Parse("+\"\""), "error: bad query, character 1: no word follows the +");
  EXPECT_EQ(Parse(""), "error: the query has no word to search for");
  EXPECT_EQ(Parse(" ... \"\" - "), "error: the query has no word to search for");
  EXPECT_EQ(Parse("caf\xe9"), "error: the query is not valid UTF-8");
}

TEST(ParseQuery, Limits) {
  std::string words;
  for (int i = 0; i < 64; ++i) words += "w" + std::to_string(i) + " ";
  EXPECT_EQ(Parse(words).substr(0, 5), "w0 w1");
  EXPECT_EQ(Parse(words + "last"), "error: bad query, character 247: more than 64 words");
  EXPECT_EQ(Parse(std::string(1024, 'a')).substr(0, 3), "aaa");
  EXPECT_EQ(Parse(std::string(1025, 'a')), "error: the query has 1025 bytes; at most 1024 are read");
}

}  // namespace
}  // namespace thresh
