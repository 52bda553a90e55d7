
#include <gtest/gtest.h>

#include <random>

#include "common/cli/terminal.h"
#include "query/present/snippet_maker.h"
#include "tests/unit/query/present/slow_snippet.h"

namespace thresh {
namespace {

class SnippetTest : public ::testing::Test {
 protected:
  SnippetTest() : analyzer_(std::move(Analyzer::Make({}).value())) {}

  // "text" or "=glued text" or "-struck text" a span.
  TextRecord Page(const std::vector<std::string>& spans) {
    TextRecord record;
    for (const std::string& span : spans) {
      const bool glued = span.front() == '=', struck = span.front() == '-';
      const std::string text = glued || struck ? span.substr(1) : span;
      const auto words = static_cast<std::uint32_t>(analyzer_->Terms(text).size());
      record.spans.push_back({text, BlockNo(struck ? 1 : 0), glued, words});
    }
    record.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(0), 9, 100}};
    return record;
  }

  static Query Of(const std::vector<std::string>& terms) {
    Query query;
    for (const std::string& term : terms) query.units.push_back({.words = {{term}}});
    return query;
  }

  Snippet Make(const std::vector<std::string>& spans, const std::vector<std::string>& terms,
               std::size_t fragments = 1) {
    const TextRecord page = Page(spans);
    return MakeSnippet(ShowSpans(page), QueryWords(Of(terms)), *analyzer_, fragments);
  }

  // The highlighted words.
  static std::vector<std::string> Marked(const Snippet& snippet) {
    std::vector<std::string> out;
    for (const auto& [begin, end] : snippet.highlights)
      out.push_back(snippet.text.substr(begin, end - begin));
    return out;
  }

  static std::string Filler(const std::string& word, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += word + std::to_string(i) + " ";
    return out.substr(0, out.size() - 1);
  }

  std::unique_ptr<Analyzer> analyzer_;
};

using Words = std::vector<std::string>;

TEST_F(SnippetTest, AShortPageIsShownWhole) {
  const Snippet snippet = Make({"A red", "=dish", "Fish."}, {"fish", "a"});
  EXPECT_EQ(snippet.text, "A reddish Fish.");
  EXPECT_EQ(Marked(snippet), (Words{"A", "Fish"}));
}

TEST_F(SnippetTest, StruckTextNeverAppears) {
  const Snippet snippet = Make({"-fish home", "kept words", "-fish"}, {"fish"});
  EXPECT_EQ(snippet.text, "kept words");
  EXPECT_TRUE(snippet.highlights.empty());
  EXPECT_EQ(Make({"-fish"}, {"fish"}).text, "");
  EXPECT_EQ(Make({"a", "-b", "=c"}, {}).text, "a \u2026 c")
      << "what is glued to a struck span stands apart, and no reader takes it for what comes next";
}

TEST_F(SnippetTest, RubbleOfWhatWasRemovedIsLeftOut) {
  const auto shown = [this](const std::vector<std::string>& spans, const std::string& title) {
    const TextRecord page = Page(spans);
    std::string text;
    for (const ShownSpan& span : SnippetSpans(ShowSpans(page), title))
      text += (text.empty() ? "" : " ") + std::string(span.kept() ? span.text : "#");
    return text;
  };
  EXPECT_EQ(shown({"-from", "<", "-cpp", "|", "|", "-vector", "(", "a", ")"}, ""), "# # # a )");
  EXPECT_EQ(shown({"a", "|", "b", "|", "-home"}, ""), "a | b #");
  EXPECT_EQ(shown({"Sails", "=\u00b6", "of ships", "#", "1"}, ""), "Sails of ships # 1");
  EXPECT_EQ(shown({"std::vector", "=::erase", "-menu", "it"}, "std::vector::erase - site"), "# it");
  EXPECT_EQ(shown({"Ships", "sail"}, "The site | Ships"), "sail");
  EXPECT_EQ(shown({"Ships", "sail"}, "Ships sailing"), "Ships sail");
  EXPECT_EQ(shown({"Ships", "|"}, "Ships"), "Ships |") << "there is nothing else";
  // A heading behind other words, more than once, in other letters, in several spans.
  EXPECT_EQ(
      shown({"Interface", "Red SHIPS", "of the=", "sea", "sail", "Red ships of the sea", "on"},
            "Red ships of the sea | Ports"),
      "Interface Red SHIPS of the= sea sail # on");
  EXPECT_EQ(shown({"Interface", "Red SHIPS", "of the", "sea", ":", "Red ships of the sea", "sail"},
                  "Red ships of the sea | Ports"),
            "Interface # # # # sail");
  // A short title is left out where it is a block of its own, and stays where a sentence has it.
  EXPECT_EQ(shown({"Site", "-menu", "Red ships", "-menu", "the", "red ships", "sail"}, "Red ships"),
            "Site # # # the red ships sail");
  EXPECT_EQ(shown({"Blue", "=red ships", "=, sea"}, "Red ships"), "Blue red ships , sea");
}

TEST_F(SnippetTest, TheWindowHasTheMostDifferentWords) {
  const Snippet snippet =
      Make({"fish fish fish", Filler("a", 60), "red fish", Filler("b", 60)}, {"red", "fish"});
  EXPECT_EQ(Marked(snippet), (Words{"red", "fish"}));
  EXPECT_EQ(snippet.text.rfind("\u2026 a54 ", 0), 0u) << snippet.text;
  EXPECT_EQ(analyzer_->Terms(snippet.text).size(), kSnippetWords);
  EXPECT_NE(snippet.text.find("b21 \u2026"), std::string::npos) << snippet.text;
}

TEST_F(SnippetTest, ThenTheMostOfThemThenTheFirst) {
  const Snippet most = Make({"fish", Filler("a", 60), "fish fish", Filler("b", 60)}, {"fish"});
  EXPECT_EQ(Marked(most), (Words{"fish", "fish"}));
  const Snippet first =
      Make({Filler("a", 40), "fish", Filler("b", 60), "fish", Filler("c", 60)}, {"fish"});
  EXPECT_NE(first.text.find("a39 fish b0"), std::string::npos) << first.text;
}

TEST_F(SnippetTest, NearTheEndTheWindowIsStillFull) {
  const Snippet snippet = Make({Filler("a", 60), "fish."}, {"fish"});
  EXPECT_EQ(analyzer_->Terms(snippet.text).size(), kSnippetWords);
  EXPECT_TRUE(snippet.text.ends_with(" fish.")) << snippet.text;
}

TEST_F(SnippetTest, WithoutAHitItIsTheStart) {
  const Snippet snippet = Make({"-home", Filler("a", 60)}, {"fish"});
  EXPECT_EQ(snippet.text.rfind("a0 a1", 0), 0u);
  EXPECT_TRUE(snippet.text.ends_with("a29 \u2026")) << snippet.text;
}

TEST_F(SnippetTest, TextOfAPageCannotCommandTheTerminal) {
  const Snippet snippet = Make({"red\033[2J fi\u202Esh"}, {"red"});
  const std::string text = WrappedText(snippet.text, snippet.highlights, Terminal{}, 2, 0);
  EXPECT_EQ(text, "  red[2J fish\n");
  const Terminal screen{.interactive = true, .style = true, .width = 40};
  EXPECT_EQ(WrappedText(snippet.text, snippet.highlights, screen, 2, 40),
            "  \033[1mred\033[0m[2J fish\n");
}

TEST_F(SnippetTest, FragmentsShareTheWordsAndShowWhatIsNotShownYet) {
  const std::vector<std::string> spans = {Filler("a", 40), "red red red",   Filler("b", 40),
                                          "red red",       Filler("c", 40), "fish",
                                          Filler("d", 40)};
  const Snippet two = Make(spans, {"red", "fish"}, 2);
  EXPECT_EQ(Marked(two), (Words{"red", "red", "red", "fish"}));
  EXPECT_EQ(analyzer_->Terms(two.text).size(), kSnippetWords);
  EXPECT_EQ(two.text.rfind("\u2026 a35 ", 0), 0u) << two.text;
  EXPECT_NE(two.text.find(" b6 \u2026 c35 "), std::string::npos) << two.text;
  EXPECT_TRUE(two.text.ends_with(" d8 \u2026")) << two.text;
  EXPECT_EQ(Marked(Make(spans, {"red", "fish"}, 3)),
            (Words{"red", "red", "red", "red", "red", "fish"}));
}

TEST_F(SnippetTest, OnePassageIsShownInFullLength) {
  const std::vector<std::string> spans = {Filler("a", 60), "red fish", Filler("b", 60)};
  EXPECT_EQ(Make(spans, {"red", "fish"}, 3).text, Make(spans, {"red", "fish"}, 1).text);
  EXPECT_EQ(Make({"red fish"}, {"fish"}, 5).text, "red fish");
  EXPECT_EQ(Make({Filler("a", 60)}, {"fish"}, 2).text, Make({Filler("a", 60)}, {"fish"}, 1).text);
}

// A word of megabytes, and more text than a search has time for.
TEST_F(SnippetTest, HasABound) {
  const std::string word(1 << 20, 'x'), marks = [] {
    std::string text = "a";
    for (int i = 0; i < 50'000; ++i) text += "\xcc\x81";
    return text;
  }();
  for (const std::string& long_word : {word, marks}) {
    const Snippet snippet = Make({"one " + long_word + " two", "=three"}, {"one", "two", "three"});
    EXPECT_LE(snippet.text.size(), kSnippetBytes + 4);
    EXPECT_TRUE(snippet.text.starts_with("one ") && snippet.text.ends_with("\u2026"));
    EXPECT_EQ(Marked(snippet), Words({"one"}));
  }
  // What is not read stands behind an ellipsis, and is not glued to what follows.
  const Snippet behind = Make({Filler("word", 20'000), "=end here"}, {"end"});
  EXPECT_TRUE(behind.text.ends_with("\u2026 end here")) << behind.text;
}

TEST_F(SnippetTest, NeighbouringFragmentsAreNotParted) {
  const Snippet snippet =
      Make({Filler("a", 12), "red", Filler("b", 14), "fish", Filler("c", 40)}, {"red", "fish"}, 3);
  EXPECT_EQ(snippet.text.find("\u2026 \u2026"), std::string::npos) << snippet.text;
  EXPECT_EQ(Marked(snippet), (Words{"red", "fish"}));
}

TEST_F(SnippetTest, WordsOfAPrefixAreMarkedAndThoseOfAnExclusionAreNot) {
  Query query = Of({"fish*", "boat"});
  query.units[0].kind = QueryUnit::Kind::kPattern;
  query.units[1].frequency = 0;
  const TextRecord page = Page({"Fish fishes boat"});
  const Snippet snippet = MakeSnippet(ShowSpans(page), QueryWords(query), *analyzer_, 2);
  EXPECT_EQ(Marked(snippet), (Words{"Fish", "fishes"}));
}

TEST_F(SnippetTest, WordsOfAFuzzyWordAreMarked) {
  Query query = Of({"fisch~"});
  query.units[0].kind = QueryUnit::Kind::kPattern;
  const TextRecord page = Page({"boat", "A fish, ifsch and fresh"});
  const Snippet snippet = MakeSnippet(ShowSpans(page), QueryWords(query), *analyzer_, 2);
  EXPECT_EQ(Marked(snippet), (Words{"fish", "ifsch"}));
}

TEST_F(SnippetTest, LinesOfHanAreBrokenBetweenCharacters) {
  const Snippet snippet = {"\u5317\u4eac\u5927\u5b66 ab\u56fe", {{3, 9}}};
  EXPECT_EQ(WrappedText(snippet.text, snippet.highlights, Terminal{}, 1, 6),
            " \u5317\u4eac\n \u5927\u5b66\n ab\u56fe\n");
  const Terminal screen{.interactive = true, .style = true, .width = 6};
  EXPECT_EQ(WrappedText(snippet.text, snippet.highlights, screen, 1, 6),
            " \u5317\033[1m\u4eac\033[0m\n \033[1m\u5927\033[0m\u5b66\n ab\u56fe\n");
}

TEST_F(SnippetTest, LinesAreBrokenAtTheWidth) {
  const Snippet snippet = Make({"one two three four five"}, {"three", "five"});
  EXPECT_EQ(WrappedText(snippet.text, snippet.highlights, Terminal{}, 2, 12),
            "  one two\n  three four\n  five\n");
  EXPECT_EQ(WrappedText(snippet.text, snippet.highlights, Terminal{}, 2, 0),
            "  one two three four five\n");
  EXPECT_EQ(WrappedText("", {}, Terminal{}, 2, 0), "");
}

TEST_F(SnippetTest, HanWordsAreMarkedWithinALine) {
  const std::string text = "\u5317\u4eac\u5927\u5b66\u7684\u56fe\u4e66\u9986";
  const Words words = analyzer_->Terms(text);
  ASSERT_GT(words.size(), 2u);
  const Snippet snippet = Make({text}, {words[1]});
  EXPECT_EQ(snippet.text, text);
  EXPECT_EQ(Marked(snippet), Words{words[1]});
}

// Words that are the same word, parts of one, and none; and what stands between words.
const std::vector<std::string> kWordsOfPages = {"fish",
                                                "Fish",
                                                "FISH.",
                                                "fishes",
                                                "x_fish",
                                                "fish_",
                                                "_",
                                                "red",
                                                "Red,",
                                                "reddish",
                                                "a",
                                                "A",
                                                "a.b",
                                                "3.14",
                                                "3",
                                                "\u2014",
                                                "...",
                                                "\uFB01sh",
                                                "\uFF26ish",
                                                "b\u00FCro",
                                                "\u5317\u4EAC\u5927\u5B66",
                                                "o'clock",
                                                "12:30",
                                                "the",
                                                std::string(300, 'f')};

class RandomPages {
 public:
  explicit RandomPages(std::uint64_t seed) : random_(seed) {}

  std::size_t Below(std::size_t n) { return random_() % n; }

  TextRecord Page(Analyzer& analyzer) {
    TextRecord record;
    for (std::size_t spans = Below(40); spans > 0; --spans) {
      std::string text;
      for (std::size_t words = Below(12); words > 0; --words)
        text += Word() + (Below(9) == 0 ? "" : " ");
      const auto words = static_cast<std::uint32_t>(analyzer.Terms(text).size());
      record.spans.push_back(
          {text, BlockNo(static_cast<std::uint32_t>(Below(4))), Below(3) == 0, words});
    }
    record.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(0), 9, 100}};
    record.heading_last = 20;
    return record;
  }

  thresh::Query Query(Analyzer& analyzer) {
    thresh::Query query;
    for (std::size_t words = 1 + Below(4); words > 0; --words) {
      for (const std::string& term : analyzer.Terms(kWordsOfPages[Below(kWordsOfPages.size())])) {
        const bool prefix = Below(6) == 0;
        query.units.push_back({.words = {{prefix ? term.substr(0, 1 + Below(3)) + "*" : term}}});
        if (prefix) query.units.back().kind = QueryUnit::Kind::kPattern;
      }
    }
    return query;
  }

 private:
  std::string Word() {
    return Below(3) == 0 ? kWordsOfPages[Below(kWordsOfPages.size())]
                         : "w" + std::to_string(Below(50));
  }
  std::mt19937_64 random_;
};

TEST(RandomSnippets, EqualThoseOfTheSlowWay) {
  RandomPages pages(20);
  for (const AnalyzerOptions& options :
       {AnalyzerOptions{}, AnalyzerOptions{"english", "english"}}) {
    const std::unique_ptr<Analyzer> analyzer = std::move(Analyzer::Make(options).value());
    for (int i = 0; i < 1500; ++i) {
      const TextRecord page = pages.Page(*analyzer);
      const QueryWords words(pages.Query(*analyzer));
      const std::size_t fragments = 1 + pages.Below(4);
      const std::vector<ShownSpan> spans = SnippetSpans(ShowSpans(page), "");
      const Snippet fast = MakeSnippet(spans, words, *analyzer, fragments);
      const Snippet slow = SlowSnippet(spans, words, *analyzer, fragments);
      ASSERT_EQ(fast.text, slow.text);
      ASSERT_EQ(fast.highlights, slow.highlights) << fast.text;
    }
  }
}

TEST(RandomSnippets, WrongNumbersOfWordsInAStoreDoNoHarm) {
  RandomPages pages(21);
  const std::unique_ptr<Analyzer> analyzer = std::move(Analyzer::Make({}).value());
  for (int i = 0; i < 500; ++i) {
    TextRecord page = pages.Page(*analyzer);
    for (auto& span : page.spans) span.tokens = static_cast<std::uint32_t>(pages.Below(20));
    const Snippet snippet =
        MakeSnippet(ShowSpans(page), QueryWords(pages.Query(*analyzer)), *analyzer, 2);
    for (const auto& [begin, end] : snippet.highlights) ASSERT_LE(begin, end);
    for (const auto& [begin, end] : snippet.highlights) ASSERT_LE(end, snippet.text.size());
  }
}

}  // namespace
}  // namespace thresh
