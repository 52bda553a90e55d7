#include "query/retrieve/query.h"
#include "common/text/analyzer.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

std::unique_ptr<Analyzer> MakeAnalyzer(const std::string& stop_words = "none") {
  auto analyzer = Analyzer::Make({.stemmer = "none", .stop_words = stop_words});
  THRESH_CHECK(analyzer.ok());
  return std::move(*analyzer);
}

// Words of a phrase joined by _, gaps as *; xN for a frequency that is not one.
std::string Show(const QueryUnit& unit) {
  std::string out = !unit.field ? "" : unit.field == Field::kTitle ? "title:" : "inurl:";
  std::uint32_t place = 0;
  for (const QueryUnit::Word& word : unit.words) {
    for (; place < word.place; ++place) out += place + 1 == word.place ? "_" : "_*";
    out += word.term;
  }
  if (unit.kind == QueryUnit::Kind::kNear) out += "~" + std::to_string(unit.near);
  return out + (unit.frequency == 1 ? "" : "x" + std::to_string(unit.frequency));
}

// (and a (or b c) (not d) site:e)
std::string Show(const Condition& condition, const Query& query) {
  const char* names[] = {"", "site:", "url:", "dates:", "", "and", "or", "not"};
  std::string out = names[static_cast<std::size_t>(condition.kind)];
  if (condition.kind == Condition::Kind::kUnit) return Show(query.units[condition.unit]);
  const std::string last = condition.last.empty() ? "" : ".." + condition.last;
  if (condition.parts.empty()) return out + condition.text + last;
  for (const Condition& part : condition.parts) out += " " + Show(part, query);
  return "(" + out + ")";
}

// The units, then what a page must fulfil.
std::string Show(const Query& query) {
  std::string out;
  for (const QueryUnit& unit : query.units) out += (out.empty() ? "" : " ") + Show(unit);
  return query.filter ? out + " : " + Show(*query.filter, query) : out;
}

std::string Parse(const std::string& text, const std::string& stop_words = "none",
                  Operator unsigned_pieces = Operator::kOr) {
  const auto analyzer = MakeAnalyzer(stop_words);
  const Result<Query> query = ParseQuery(text, *analyzer, unsigned_pieces);
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
  EXPECT_EQ(Parse("+hash table"), "hash table : hash");
  EXPECT_EQ(Parse("+e-mail x"), "e mail x : (and e mail)");
  EXPECT_EQ(Parse("\"Open Addressing\" hash"), "open_addressing hash");
  EXPECT_EQ(Parse("+\"open addressing\""), "open_addressing");
  EXPECT_EQ(Parse("a\"b c\"d"), "a b_c d");
  EXPECT_EQ(Parse("\"single\""), "single");
  EXPECT_EQ(Parse("c++ x+y"), "c x y");
}

TEST(ParseQuery, EqualUnitsAreOneWithAFrequency) {
  EXPECT_EQ(Parse("to be or not to be"), "tox2 bex2 or not");
  EXPECT_EQ(Parse("a +A \"a\""), "ax3");
  EXPECT_EQ(Parse("\"a b\" \"b a\" \"A B\""), "a_bx2 b_a");
}

TEST(ParseQuery, MinusExcludesAndIsNotScored) {
  EXPECT_EQ(Parse("hash -table"), "hash tablex0 : (and hash (not tablex0))");
  EXPECT_EQ(Parse("hash -e-mail"), "hash ex0 mailx0 : (and hash (not (and ex0 mailx0)))");
  EXPECT_EQ(Parse("a b -b"), "a b : (and (or a b) (not b))")
      << "scored where it stands without a -";
  EXPECT_EQ(Parse("-a"), "ax0 : (not ax0)");
  EXPECT_EQ(Parse("a -(b +c)"), "a bx0 cx0 : (and a (not cx0))");
  EXPECT_EQ(Parse("a -(-b)"), "a bx0 : (and a (not (not bx0)))");
  EXPECT_EQ(Parse("a - b"), "a b") << "a dash between words is no sign";
}

TEST(ParseQuery, GroupsAreQueriesOfTheirOwn) {
  EXPECT_EQ(Parse("(a b) c"), "a b c") << "any one is enough: nothing to filter";
  EXPECT_EQ(Parse("+(a b) c"), "a b c : (or a b)");
  EXPECT_EQ(Parse("+(a +b) (c -d)"), "a b c dx0 : b");
  EXPECT_EQ(Parse("(a +b) (c -d)"), "a b c dx0 : (or b (and c (not dx0)))");
  EXPECT_EQ(Parse("printf(3)"), "printf 3");
  EXPECT_EQ(Parse("main()"), "main");
  EXPECT_EQ(Parse("((((a))))"), "a");
}

TEST(ParseQuery, TheOperatorAndPutsAPlusBeforeAll) {
  EXPECT_EQ(Parse("a b -c", "none", Operator::kAnd), "a b cx0 : (and a b (not cx0))");
  EXPECT_EQ(Parse("(a b) c", "none", Operator::kAnd), "a b c : (and (and a b) c)");
  EXPECT_EQ(Parse("site:x site:y a", "none", Operator::kAnd), "a : (and a (or site:x site:y))");
}

TEST(ParseQuery, SitesAndUrlsAreConditions) {
  EXPECT_EQ(Parse("a site:X.org"), "a : (and a site:x.org)");
  EXPECT_EQ(Parse("site:x.org site:y.org url:http://x.org/A url:y.org/ a b"),
            "a b : (and (or a b) (or site:x.org site:y.org) (or url:http://x.org/A url:y.org/))");
  EXPECT_EQ(Parse("-site:x.org"), " : (not site:x.org)");
  EXPECT_EQ(Parse("a (site:x.org)"), "a : (or a site:x.org)") << "a group is one of several";
  EXPECT_EQ(Parse("(url:x.org/a_(b) c)"), "c : (and c url:x.org/a_(b))");
  EXPECT_EQ(Parse("ftp://x.org"), "ftp x.org") << "no field of ours";
}

TEST(ParseQuery, APastedAddressIsThePage) {
  EXPECT_EQ(Parse("https://x.org/a_(b)?c=d#part"), " : url:x.org/a_(b)?c=d");
  EXPECT_EQ(Parse("a -http://x.org/b"), "a : (and a (not url:x.org/b))");
  EXPECT_EQ(Parse("http:// x"), "http x");
}

TEST(ParseQuery, DatesAreConditionsThatAllHold) {
  EXPECT_EQ(Parse("a b after:2024 before:2024-06"),
            "a b : (and (or a b) dates:2024 dates:..2024-06)");
  EXPECT_EQ(Parse("a -after:2024"), "a : (and a (not dates:2024))");
  EXPECT_EQ(Parse("a after:soon"),
            "error: bad query, character 9: a date is written as 2024, 2024-06 or 2024-06-01");
  EXPECT_EQ(Parse("a before:"), "error: bad query, character 3: no date follows before:");
}

TEST(ParseQuery, OperatorsJoinPieces) {
  EXPECT_EQ(Parse("a AND b"), "a b : (and a b)");
  EXPECT_EQ(Parse("a OR b"), "a b") << "what stands there without an operator";
  EXPECT_EQ(Parse("a AND b OR c"), "a b c : (or (and a b) c)");
  EXPECT_EQ(Parse("a b AND c"), "a b c : (or a (and b c))");
  EXPECT_EQ(Parse("a b OR c", "none", Operator::kAnd), "a b c : (and a (or b c))");
  EXPECT_EQ(Parse("a AND NOT b"), "a bx0 : (and a (not bx0))");
  EXPECT_EQ(Parse("a NOT (b c)"), "a bx0 cx0 : (and a (not (or bx0 cx0)))");
  EXPECT_EQ(Parse("(a OR b) AND\"c d\""), "a b c_d : (and (or a b) c_d)");
  EXPECT_EQ(Parse("site:x OR url:y"), " : (or site:x url:y)");
  EXPECT_EQ(Parse("+a AND -b"), "a bx0 : (and a (not bx0))");
}

TEST(ParseQuery, OperatorsWithoutAPieceAreWords) {
  EXPECT_EQ(Parse("AND"), "and");
  EXPECT_EQ(Parse("a OR"), "a or");
  EXPECT_EQ(Parse("(a AND) NOT"), "a and not");
  EXPECT_EQ(Parse("OR a"), "or a");
  EXPECT_EQ(Parse("a or b and not c"), "a or b and not c");
  EXPECT_EQ(Parse("ANDROID a ORB"), "android a orb");
  EXPECT_EQ(Parse("a AND ..."), "a") << "what follows has no word";
  EXPECT_EQ(Parse("a NOT ..."), "error: bad query, character 3: no word follows the NOT");
}

TEST(ParseQuery, TypographicQuotesAreQuotes) {
  EXPECT_EQ(Parse("\u201copen addressing\u201d hash"), "open_addressing hash");
  EXPECT_EQ(Parse("\u201eopen addressing\u201c~2"), "open_addressing~2");
  EXPECT_EQ(Parse("\u00abopen addressing\u00bb"), "open_addressing");
  EXPECT_EQ(Parse("a \u201cb"), "error: bad query, character 3: this quote is not closed");
}

TEST(ParseQuery, Wildcards) {
  EXPECT_EQ(Parse("HA*SH"), "ha*sh");
  EXPECT_EQ(Parse("e-ma*l* x"), "e ma*l* x");
  EXPECT_EQ(Parse("title:h*h"), "title:h*h");
  EXPECT_EQ(Parse("*ology"), "ology") << "a * counts only behind a letter";
  EXPECT_EQ(Parse("foo*.txt"), "foo txt") << "and only letters may follow";
  EXPECT_EQ(Parse("a*b,c*"), "a b c*");
  EXPECT_EQ(Parse("\u00c9*\u00c8 -x*y"), "\u00e9*\u00e8 x*yx0 : (and \u00e9*\u00e8 (not x*yx0))");
}

TEST(ParseQuery, FuzzyWords) {
  EXPECT_EQ(Parse("Sauce~"), "sauce~");
  EXPECT_EQ(Parse("e-sauce~2 sauce~1"), "e sauce~2 sauce~1");
  EXPECT_EQ(Parse("a~b ~c ..~"), "a b c");
  EXPECT_EQ(Parse("ab sauce~3"),
            "error: bad query, character 9: a word may differ in 1 or 2 letters: word~1, word~2");
}

TEST(ParseQuery, UnitsOfAField) {
  EXPECT_EQ(Parse("title:Hash hash"), "title:hash hash");
  EXPECT_EQ(Parse("+title:\"open addressing\" -title:e-mail"),
            "title:open_addressing title:ex0 title:mailx0 : (and title:open_addressing (not (and "
            "title:ex0 "
            "title:mailx0)))");
  EXPECT_EQ(Parse("title:ha*"), "title:ha*");
  EXPECT_EQ(Parse("intitle:a inurl:b"), "title:a inurl:b");
}

TEST(ParseQuery, PrefixesAreFoldedButNotStemmed) {
  EXPECT_EQ(Parse("HASH*"), "hash*");
  EXPECT_EQ(Parse("e-MAI* x"), "e mai* x");
  EXPECT_EQ(Parse("the*", "english"), "the*") << "what begins like a stop word is none";
  EXPECT_EQ(Parse("a* a a*"), "a*x2 a");
  const auto porter = Analyzer::Make({.stemmer = "porter", .stop_words = "none"});
  const auto query = ParseQuery("running* running", *porter.value());
  EXPECT_EQ(Show(query.value()), "running* run");
}

TEST(ParseQuery, WordsNearEachOther) {
  EXPECT_EQ(Parse("\"Open addressing\"~5"), "open_addressing~5");
  EXPECT_EQ(Parse("\"a b\"~0 \"a b\""), "a_b~0 a_b");
  EXPECT_EQ(Parse("\"a\"~7b"), "a b") << "a word alone is near itself";
}

TEST(ParseQuery, WhatWasTypedKnowsItsPlace) {
  const auto analyzer = MakeAnalyzer();
  const std::string text = "-no \u00e9 +(\"Two words\" pre*)";
  const auto query = ParseQuery(text, *analyzer);
  std::vector<std::string> typed;
  for (const TypedWord& word : query.value().typed)
    typed.push_back(word.term + "=" + text.substr(word.begin, word.end - word.begin));
  EXPECT_EQ(typed, (std::vector<std::string>{"\u00e9=\u00e9", "two=Two", "words=words"}));
}

TEST(ParseQuery, StopWordsKeepTheirPlaceInAPhrase) {
  EXPECT_EQ(Parse("the cat", "english"), "cat");
  EXPECT_EQ(Parse("\"state of the art\"", "english"), "state_*_*_art");
  EXPECT_EQ(Parse("\"the state\" x", "english"), "state x");
  EXPECT_EQ(Parse("cat -(the of) +the", "english"), "cat");
  EXPECT_EQ(Parse("the of", "english"), "error: the query has no word to search for");
}

std::string WithoutTyped(const std::string& text, Operator unsigned_pieces = Operator::kOr) {
  const auto analyzer = MakeAnalyzer();
  const TypedStopWords stop_words =
      std::move(ParseStopWords("# articles\nThe\r\n a \n\nof", "my.txt", *analyzer).value());
  const auto query = ParseQuery(text, *analyzer, unsigned_pieces, nullptr, &stop_words);
  return query.ok() ? Show(query.value()) : "error: " + query.status().message();
}

TEST(ParseQuery, StopWordsOfTheSearcherAreLeftOutWhereTheyStandAlone) {
  EXPECT_EQ(WithoutTyped("the fall of Rome"), "fall rome");
  EXPECT_EQ(WithoutTyped("the fall of rome", Operator::kAnd), "fall rome : (and fall rome)");
  EXPECT_EQ(WithoutTyped("\"fall of rome\" the"), "fall_of_rome");
  EXPECT_EQ(WithoutTyped("+the fall"), "the fall : the");
  EXPECT_EQ(WithoutTyped("title:the fall -of"),
            "title:the fall ofx0 : (and (or title:the fall) (not ofx0))");
  EXPECT_EQ(WithoutTyped("the AND rome OR of"), "rome");
  EXPECT_EQ(WithoutTyped("(the (a)) rome"), "rome");
  EXPECT_EQ(WithoutTyped("the* rome"), "the* rome");
}

TEST(ParseQuery, AQueryOfStopWordsAloneKeepsThem) {
  EXPECT_EQ(WithoutTyped("the of"), "the of");
  EXPECT_EQ(WithoutTyped("the site:a.org"), "the : (and the site:a.org)");
  EXPECT_EQ(WithoutTyped("the -rome"), "the romex0 : (and the (not romex0))");
  EXPECT_EQ(WithoutTyped("(the"), "error: bad query, character 1: this ( is not closed");
}

TEST(StopWords, ALineIsOneWord) {
  const auto analyzer = MakeAnalyzer();
  for (const char* text : {"the\nof course", "# x\n!", "the\n\xff"}) {
    const auto read = ParseStopWords(text, "my.txt", *analyzer);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.status().code(), Code::kUsage);
    EXPECT_EQ(read.status().message(),
              "my.txt, line 2: a line of stop words is one word, or a remark behind a #");
  }
  EXPECT_EQ(ReadStopWords("/nowhere/my.txt", *analyzer).status().code(), Code::kMissing);
  EXPECT_TRUE(std::move(ParseStopWords("", "my.txt", *analyzer).value()).empty());
}

TEST(ParseQuery, AMistakeIsSaidWithItsPlace) {
  EXPECT_EQ(Parse("hash \"open addressing"),
            "error: bad query, character 6: this quote is not closed");
  EXPECT_EQ(Parse("\u00e9\u00e9 \""), "error: bad query, character 4: this quote is not closed");
  EXPECT_EQ(Parse("a + b"), "error: bad query, character 3: no word follows the +");
  EXPECT_EQ(Parse("+\"\""), "error: bad query, character 1: no word follows the +");
  EXPECT_EQ(Parse("a -(b"), "error: bad query, character 4: this ( is not closed");
  EXPECT_EQ(Parse("a) b"), "error: bad query, character 2: this ) has no matching (");
  EXPECT_EQ(Parse("a +()"), "error: bad query, character 3: no word follows the +");
  EXPECT_EQ(Parse("a -..."), "error: bad query, character 3: no word follows the -");
  EXPECT_EQ(Parse("x title: y"), "error: bad query, character 3: no word follows title:");
  EXPECT_EQ(Parse("site: x"), "error: bad query, character 1: no host follows site:");
  EXPECT_EQ(Parse("x -url:"), "error: bad query, character 4: no URL follows url:");
  EXPECT_EQ(Parse("c++*"), "error: bad query, character 4: no word stands before the *");
  EXPECT_EQ(Parse("*"), "error: bad query, character 1: no word stands before the *");
  EXPECT_EQ(Parse("\"a b\"~x"),
            "error: bad query, character 6: a number up to 1000 must follow the ~");
  EXPECT_EQ(Parse("\"a b\"~1001"),
            "error: bad query, character 6: a number up to 1000 must follow the ~");
  EXPECT_EQ(Parse(""), "error: the query has no word to search for");
  EXPECT_EQ(Parse(" ... \"\" - "), "error: the query has no word to search for");
  EXPECT_EQ(Parse("caf\xe9"), "error: the query is not valid UTF-8");
}

TEST(ParseQuery, ThePlaceOfAMistakeComesAlone) {
  const auto analyzer = MakeAnalyzer();
  std::size_t mistake = 7;
  EXPECT_FALSE(ParseQuery("\u00e9 (b", *analyzer, Operator::kOr, &mistake).ok());
  EXPECT_EQ(mistake, 3u);
  EXPECT_TRUE(ParseQuery("b", *analyzer, Operator::kOr, &mistake).ok());
  EXPECT_EQ(mistake, 0u);
}

TEST(ParseQuery, Limits) {
  std::string words;
  for (int i = 0; i < 64; ++i) words += "w" + std::to_string(i) + " ";
  EXPECT_EQ(Parse(words).substr(0, 5), "w0 w1");
  EXPECT_EQ(Parse(words + "last"),
            "error: bad query, character 247: more than 64 words, sites and URLs");
  EXPECT_EQ(Parse(words + "-site:last"),
            "error: bad query, character 247: more than 64 words, sites and URLs");
  EXPECT_EQ(Parse(std::string(16, '(') + "a" + std::string(16, ')')), "a");
  EXPECT_EQ(Parse(std::string(17, '(') + "a"),
            "error: bad query, character 17: groups are nested more than 16 deep");
  EXPECT_EQ(Parse(std::string(1024, 'a')).substr(0, 3), "aaa");
  EXPECT_EQ(Parse(std::string(1025, 'a')),
            "error: the query is 1025 bytes long; the limit is 1024");
}

}  // namespace
}  // namespace thresh
