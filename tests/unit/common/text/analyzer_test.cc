#include "common/text/analyzer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "common/base/hash.h"
#include "common/text/icu_words.h"
#include "common/text/word_rules.h"
#include "tests/unit/common/text/slow_words.h"

namespace thresh {
namespace {

using Strings = std::vector<std::string>;

std::unique_ptr<Analyzer> Make(const AnalyzerOptions& options = {}) {
  return std::move(*Analyzer::Make(options));
}

std::string Repeated(std::string_view unit, std::size_t times) {
  std::string text;
  while (times-- > 0) text += unit;
  return text;
}

TEST(Analyzer, WordsThatTheSpecificationNames) {
  const auto analyzer = Make();
  EXPECT_EQ(analyzer->Terms("I can't; the U.S. has 3.14 and 1,000 (e-mail)."),
            (Strings{"i", "can't", "the", "u.s", "has", "3.14", "and", "1,000", "e", "mail"}));
  EXPECT_EQ(analyzer->Terms("a@b user@example.org"), (Strings{"a", "b", "user", "example.org"}));
  EXPECT_EQ(analyzer->Terms("caf\u00e9@b"),
            (Strings{"caf\u00e9", "b"}));  // the same rules off the fast path
  EXPECT_EQ(analyzer->Terms("snake_case __init__ _ std::vector"),
            (Strings{"snake_case", "__init__", "std", "vector"}));
  EXPECT_EQ(analyzer->Terms(""), Strings{});
  EXPECT_EQ(analyzer->Terms(" \t\r\n.-"), Strings{});
}

TEST(Analyzer, FoldsCaseAndCompatibility) {
  const auto analyzer = Make();
  EXPECT_EQ(analyzer->Terms("STRASSE Stra\u00dfe STRA\u1e9eE"),
            (Strings{"strasse", "strasse", "strasse"}));
  EXPECT_EQ(analyzer->Terms("\ufb01n \uff21\uff11 \u212bngstr\u00f6m A\u030angstro\u0308m"),
            (Strings{"fin", "a1", "\u00e5ngstr\u00f6m", "\u00e5ngstr\u00f6m"}));
  EXPECT_EQ(analyzer->Terms("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2"),
            (Strings{"\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3"}));
  EXPECT_EQ(analyzer->Terms("soft\u00adhyphen"), (Strings{"softhyphen"}));  // default-ignorables go
  EXPECT_EQ(analyzer->Terms("\u3164 x"),
            (Strings{"x"}));  // a letter that folds to nothing is no word
}

TEST(Analyzer, DictionaryScripts) {
  const auto analyzer = Make();
  EXPECT_EQ(analyzer->Terms("\u6f22\u5b57\u304b\u306a"), (Strings{"\u6f22\u5b57", "\u304b\u306a"}));
  EXPECT_EQ(
      analyzer->Terms("\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01"),
      (Strings{"\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0e0a\u0e32\u0e27",
               "\u0e42\u0e25\u0e01"}));
}

TEST(Analyzer, PlacesAreBytesOfTheText) {
  const auto analyzer = Make();
  const std::string text = "A caf\u00e9\u00a0\U0001f600 x\u2019y \U00010400z end";
  Strings sources;
  for (const SlowWord& t : Tokens(*analyzer, text))
    sources.push_back(text.substr(t.begin, t.end - t.begin));
  EXPECT_EQ(sources, (Strings{"A", "caf\u00e9", "x\u2019y", "\U00010400z", "end"}));
}

TEST(Analyzer, MixedTextEqualsTheWholeTextThroughIcu) {
  const auto analyzer = Make();
  // ASCII of every class; then what may stand beside it: spaces, marks, joiners, format characters,
  // emoji, letters that are emoji, flags, Hebrew with quotes, kana, Han, Hangul, Thai, fillers,
  // ligatures, other digits, line separators.
  const Strings units = {
      "a",      "B",      "1",      "_",      "'",          ".",          ",",
      ":",      ";",      "@",      "-",      " ",          " ",          "  ",
      "\t",     "\r",     "\n",     "\"",     "word ",      " The",       "\u00a0",
      "\u2019", "\u201c", "\u00e9", "\u00df", "\u0301",     "\u200d",     "\u200b",
      "\u00ad", "\ufe0f", "\u24c2", "\u2764", "\U0001f600", "\U0001f1e9", "\U0001f1ea",
      "\u05d0", "\u05d1", "\u05f4", "\u30ab", "\u30bf",     "\u30fc",     "\u3072",
      "\u6f22", "\u5b57", "\ud55c", "\uae00", "\u0e44",     "\u0e17",     "\u0e22",
      "\u0e31", "\u3164", "\ufdfa", "\ufb01", "\u0130",     "\u212b",     "\uff21",
      "\uff11", "\uff0e", "\u0661", "\u066b", "\u00b7",     "\u0387",     "\u203f",
      "\u2028", "\u0085", "\u3000", "\u20dd", "\U00010400", "\ufffd",     "\u00b5"};
  std::mt19937_64 random(2);
  for (int round = 0; round < kRounds / 4; ++round) {
    const std::string text = RandomText(random, units, 30);
    ASSERT_EQ(Tokens(*analyzer, text), SlowTokens(text)) << text;
  }
}

TEST(Analyzer, WhiteSpaceTakesInWhatFollowsIt) {
  // A joiner after a blank glues a pictograph that is a letter to it: the one place where a cut at
  // white space is wrong.
  const auto analyzer = Make();
  const std::string text = "one  \u200d\u24c2bc two";
  EXPECT_EQ(Tokens(*analyzer, text), SlowTokens(text));
}

TEST(Analyzer, LongRunsAreCutIntoWindows) {
  const auto analyzer = Make();
  // One character before pairs that are words: each window ends in the middle of a pair.
  const std::string window =
      "\u5b57" + Repeated("\u6f22\u5b57", IcuWords::kWindow / 2 - 1) + "\u6f22";
  const std::string run = window + window + "\u6f22";
  std::vector<SlowWord> expected;
  for (std::size_t begin = 0; begin < run.size(); begin += window.size()) {
    for (SlowWord& w : SlowTokens(run.substr(begin, window.size())))
      expected.push_back({w.term, w.begin + begin, w.end + begin});
  }
  EXPECT_EQ(Tokens(*analyzer, run), expected);
  EXPECT_NE(expected, SlowTokens(run));

  const std::string apart =
      "\u5b57\u5b57." + window + "." + window;  // a run ends at any other character
  EXPECT_EQ(Tokens(*analyzer, apart), SlowTokens(apart));
}

TEST(Analyzer, AWindowDoesNotPartAMarkFromItsLetter) {
  const auto analyzer = Make();
  const std::string run = Repeated("\u0e01", IcuWords::kWindow) + "\u0e31" + Repeated("\u0e01", 9);
  std::size_t covered = 0;
  for (const SlowWord& t : Tokens(*analyzer, run)) {
    EXPECT_FALSE(t.term.starts_with("\u0e31"));
    covered += t.end - t.begin;
  }
  EXPECT_EQ(covered, run.size());
}

// Half a million characters without a break, also of marks that no window may start with.
TEST(Analyzer, LongRunsTakeLinearTime) {
  const auto analyzer = Make();
  for (const char* unit :
       {"\u6f22", "\u0e01", "\u1780", "\u0e31", "\ud55c", "\u30ab\u0301", "\u00e9", "a\u0301"}) {
    std::size_t end = 0;
    for (const SlowWord& t : Tokens(*analyzer, Repeated(unit, 500000))) end = t.end;
    EXPECT_EQ(end == 0, std::string_view(unit) == "\u0e31") << unit;
  }
}

TEST(Analyzer, LongWordsComeInPieces) {
  struct Collector : TokenSink {
    void Add(const Token& t) override {
      terms.emplace_back(t.term);
      pieces.push_back(t.piece);
      EXPECT_EQ(t.begin, 2U);
      ends.push_back(t.end);
    }
    Strings terms;
    std::vector<bool> pieces;
    std::vector<std::size_t> ends;
  };
  const auto analyzer = Make({"english", "none"});
  for (const std::string unit : {"x", "\u00e9", "\u0434", "\U00010428"}) {
    for (std::size_t count : {31U, 32U, 33U, 64U, 65U, 127U, 128U, 129U, 300U}) {
      Collector collector;
      const std::string word = Repeated(unit, count);
      analyzer->Tokenise("- " + word + " ", collector);
      std::string joined;
      for (std::size_t i = 0; i < collector.terms.size(); ++i) {
        EXPECT_LE(collector.terms[i].size(), kMaxTermBytes);
        EXPECT_EQ(collector.terms[i].size() % unit.size(), 0U);
        EXPECT_EQ(collector.pieces[i], i > 0);
        EXPECT_EQ(collector.ends[i], 2 + word.size());
        joined += collector.terms[i];
      }
      EXPECT_EQ(joined, word);
      EXPECT_EQ(collector.terms.size(), (word.size() + kMaxTermBytes - 1) / kMaxTermBytes);
    }
  }
}

TEST(Analyzer, StemsLettersNotNumbers) {
  EXPECT_EQ(Make({"porter", "none"})->Terms("Libraries connected caf\u00e9s 1990s x2s"),
            (Strings{"librari", "connect", "caf\u00e9", "1990", "x2"}));
  EXPECT_EQ(Make({"porter", "none"})->Terms("agreed 3.14 s1"), (Strings{"agre", "3.14", "s1"}));
  // The Arabic algorithm would write these digits in ASCII; numbers are none of its business.
  EXPECT_EQ(Make({"arabic", "none"})->Terms("\u0662\u0660"), (Strings{"\u0662\u0660"}));
  EXPECT_EQ(Make({"french", "none"})->Terms("continuellement"), (Strings{"continuel"}));
  EXPECT_EQ(Make({"russian", "none"})->Terms("\u043a\u043d\u0438\u0433\u0430\u043c\u0438"),
            (Strings{"\u043a\u043d\u0438\u0433"}));
}

TEST(Analyzer, StopWordsAreReportedAndMarked) {
  struct Collector : TokenSink {
    void Add(const Token& t) override { shown += std::string(t.term) + (t.stop ? "- " : "+ "); }
    std::string shown;
  } collector;
  Make({"english", "english"})->Tokenise("The theory OF these things", collector);
  EXPECT_EQ(collector.shown, "the- theori+ of- these- thing+ ");
  collector.shown.clear();
  Make()->Tokenise("The of", collector);
  EXPECT_EQ(collector.shown, "the+ of+ ");
}

TEST(Analyzer, UnknownNamesAreRefusedWithTheKnownOnes) {
  const auto stemmer = Analyzer::Make({"klingon", "none"});
  ASSERT_FALSE(stemmer.ok());
  EXPECT_EQ(stemmer.status().code(), Code::kUsage);
  for (const char* name : {"klingon", "none", "porter", "english", "french"})
    EXPECT_NE(stemmer.status().message().find(name), std::string::npos) << name;
  const auto stop = Analyzer::Make({"none", "german"});
  ASSERT_FALSE(stop.ok());
  EXPECT_EQ(stop.status().code(), Code::kUsage);
  EXPECT_EQ(stop.status().message(), "unknown stop list 'german'; known: none, english");
  EXPECT_FALSE(Analyzer::Make({"", "none"}).ok());
  EXPECT_FALSE(Analyzer::Make({"en", "none"})
                   .ok());  // an alias would be the same analyzer under another fingerprint
}

TEST(Analyzer, FingerprintTellsWhatChangesTheWords) {
  const std::string plain = Make()->fingerprint();
  EXPECT_TRUE(plain.starts_with("analyzer 1; icu ")) << plain;
  EXPECT_TRUE(plain.ends_with("; stemmer none; stop none")) << plain;
  EXPECT_NE(plain.find("; rules "), std::string::npos);
  EXPECT_EQ(plain.find('\n'), std::string::npos);
  EXPECT_EQ(plain, Make()->fingerprint());
  EXPECT_TRUE(
      Make({"porter", "english"})->fingerprint().ends_with("; stemmer porter; stop english"));
}

TEST(Analyzer, MalformedBytesEndWords) {
  const auto analyzer = Make();
  EXPECT_EQ(analyzer->Terms("ab\xff"
                            "cd \xe6\xbc ef\xc3"),
            (Strings{"ab", "cd", "ef"}));
  EXPECT_EQ(analyzer->Terms("\xc0\xaf \xed\xa0\x80 z \xf4\x90\x80\x80"), (Strings{"z"}));
}

TEST(Analyzer, TheSameAfterAnyOtherText) {  // iterators and buffers keep nothing
  const auto used = Make();
  std::mt19937_64 random(3);
  const Strings units = {"a",      " ",          "\u00e9", "\u6f22",
                         "\u0e01", "long-word ", "\xff",   Repeated("y", 200)};
  for (int round = 0; round < 200; ++round) {
    const std::string text = RandomText(random, units, 20);
    EXPECT_EQ(Tokens(*used, text), Tokens(*Make(), text)) << text;
  }
}

TEST(WordRules, TheBuildCompiledThoseOfThisIcu) {
  const WordRules installed = InstalledWordRules().value();
  const CompiledWordRules compiled = Compile(installed);
  const BuiltIn built_in = BuiltInWordRules();
  EXPECT_EQ(built_in.icu_version, installed.icu_version);
  EXPECT_EQ(built_in.text_hash, HashBytes(installed.text).Hex());
  EXPECT_TRUE(std::ranges::equal(built_in.tables, compiled.tables));
  EXPECT_TRUE(std::ranges::equal(built_in.dictionary, compiled.dictionary));
}

}  // namespace
}  // namespace thresh
