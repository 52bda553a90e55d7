#include "query/retrieve/alternatives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/text/accents.h"
#include "common/text/analyzer.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/spelling.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

// An index that knows spellings the slow way: it goes through all terms.
class SpellingIndex : public HandIndex {
 public:
  using HandIndex::HandIndex;
  Result<std::vector<std::string>> Spellings(std::string_view plain) const override {
    std::vector<std::string> all;
    THRESH_RETURN_IF_ERROR(VisitTerms("", [&](std::string_view term, std::uint32_t) {
      if (term != plain && WithoutAccents(term) == plain) all.emplace_back(term);
      return true;
    }));
    return all;
  }
};

HandPage Body(std::vector<std::string> words) { return {std::move(words)}; }

class AlternativesTest : public ::testing::Test {
 protected:
  Query Vary(const std::string& text, const Index& index, const Synonyms* synonyms = nullptr) {
    Query query = std::move(ParseQuery(text, *analyzer_).value());
    return std::move(
        AddAlternatives(std::move(query), index, synonyms, DefaultSearch().parameters).value());
  }
  static std::vector<std::string> Units(const Query& query) {
    std::vector<std::string> texts;
    for (const QueryUnit& unit : query.units) texts.push_back(UnitText(unit));
    return texts;
  }
  std::vector<std::uint32_t> Pages(const std::string& text, const Index& index,
                                   const Synonyms* synonyms = nullptr) {
    const Ranking ranking = std::move(
        Rank(Vary(text, index, synonyms), index, CountCollection(index.lengths()), DefaultSearch())
            .value());
    std::vector<std::uint32_t> pages;
    for (const Hit& hit : ranking.hits) pages.push_back(hit.doc.value);
    return pages;
  }
  Synonyms Parse(const std::string& text) {
    return std::move(Synonyms::Parse(text, "file", *analyzer_).value());
  }

  using Numbers = std::vector<std::uint32_t>;
  std::unique_ptr<Analyzer> analyzer_ = std::move(Analyzer::Make({}).value());
  // Pages with every way to write it, the accents first.
  SpellingIndex cafes_ =
      SpellingIndex({Body({"café", "noir"}), Body({"cafe", "noir"}), Body({"cafè", "rouge"}),
                     Body({"thé", "noir"}), Body({"resume", "thé"})});
};

TEST_F(AlternativesTest, AWordWithoutAccentsFindsThoseWithSomeAndItselfFirst) {
  EXPECT_EQ(Units(Vary("cafe", cafes_)), (std::vector<std::string>{"cafe", "cafè", "café"}));
  EXPECT_EQ(Pages("cafe", cafes_), (Numbers{1, 0, 2}));
  EXPECT_EQ(Pages("+cafe +noir", cafes_), (Numbers{1, 0}));
  EXPECT_EQ(Pages("+title:cafe", cafes_), Numbers());
}

TEST_F(AlternativesTest, AnAccentThatIsTypedIsMeant) {
  EXPECT_EQ(Pages("café", cafes_), Numbers{0});
  // No page has it: what differs in accents is better than nothing.
  EXPECT_EQ(Pages("cafê", cafes_), (Numbers{0, 1, 2}));
  EXPECT_EQ(Pages("résumé", cafes_), Numbers{4});
}

TEST_F(AlternativesTest, AnExclusionIsAsItWasTyped) {
  EXPECT_EQ(Pages("noir -cafe", cafes_), (Numbers{0, 3}));
  EXPECT_EQ(Units(Vary("noir -cafe", cafes_)), (std::vector<std::string>{"noir", "cafe"}));
}

TEST_F(AlternativesTest, PhrasesAndNeighboursTakeAlternatives) {
  EXPECT_EQ(Pages("\"cafe noir\"", cafes_), (Numbers{1, 0}));
  EXPECT_EQ(Pages("\"noir cafe\"~3", cafes_), (Numbers{1, 0}));
  EXPECT_EQ(Pages("\"the noir\"", cafes_), Numbers{3});
  const SpellingIndex apart(
      {Body({"noir", "x", "y", "z", "café"}), Body({"café", "noir", "x", "y", "z"})});
  EXPECT_EQ(Pages("cafe noir", apart), (Numbers{1, 0}));
}

TEST_F(AlternativesTest, AWeightOfNothingAddsNothing) {
  Query query = std::move(ParseQuery("cafe", *analyzer_).value());
  query = std::move(AddAlternatives(std::move(query), cafes_, nullptr, {}).value());
  EXPECT_EQ(Units(query), std::vector<std::string>{"cafe"});
}

TEST_F(AlternativesTest, AWordThatOthersSpellIsNoMistake) {
  const SpellingIndex index({Body({"gruß", "grüße"}), Body({"grüße"})});
  const Query query = std::move(ParseQuery("grusse", *analyzer_).value());
  EXPECT_EQ(CorrectedText("grusse", query, index).value(), "");
}

TEST_F(AlternativesTest, SynonymsFindEachOtherOrOneTheOther) {
  const Synonyms both = Parse("# drinks\n\ntea, thé ,infusion\n");
  EXPECT_EQ(Units(Vary("tea", cafes_, &both)),
            (std::vector<std::string>{"tea", "thé", "infusion"}));
  EXPECT_EQ(Pages("+tea +noir", cafes_, &both), Numbers{3});
  const Synonyms one = Parse("cv => resume");
  EXPECT_EQ(Pages("cv", cafes_, &one), Numbers{4});
  EXPECT_EQ(Units(Vary("resume", cafes_, &one)), std::vector<std::string>{"resume"});
}

TEST_F(AlternativesTest, SynonymsOfSeveralWords) {
  const SpellingIndex index({Body({"write", "ahead", "log"}), Body({"wal"}), Body({"log"})});
  const Synonyms wal = Parse("wal, write ahead log");
  EXPECT_EQ(Units(Vary("wal", index, &wal)),
            (std::vector<std::string>{"wal", "\"write ahead log\""}));
  EXPECT_EQ(Pages("wal", index, &wal), (Numbers{1, 0}));
  EXPECT_EQ(Pages("\"write ahead log\"", index, &wal), (Numbers{0, 1}));
  EXPECT_EQ(Pages("write ahead log", index, &wal), (Numbers{0, 1, 2}));
  EXPECT_EQ(Pages("+write +ahead +log", index, &wal), Numbers{0});
  EXPECT_EQ(Pages("(write ahead log) -nothing", index, &wal), (Numbers{0, 1, 2}));
}

TEST_F(AlternativesTest, AMistakeInAFileNamesItsLine) {
  for (const char* bad : {"alone", "a, ", "=> b", "a =>", "a, !"}) {
    const auto parsed = Synonyms::Parse(std::string("x, y\n") + bad, "my.txt", *analyzer_);
    ASSERT_FALSE(parsed.ok()) << bad;
    EXPECT_EQ(parsed.status().code(), Code::kUsage);
    EXPECT_TRUE(parsed.status().message().starts_with("my.txt, line 2: "))
        << parsed.status().message();
  }
  EXPECT_FALSE(Synonyms::Read("/nowhere/at/all", *analyzer_).ok());
}

// A random index: the pages are those that have any spelling, and never does a page with another
// spelling only, but otherwise equal, come before one with the typed word.
TEST_F(AlternativesTest, TheTypedWordComesFirstWhateverItsFrequency) {
  std::mt19937 random(1963);
  const std::vector<std::string> spellings = {"ete", "été", "eté", "etè"};
  for (int round = 0; round < 50; ++round) {
    std::vector<HandPage> pages;
    for (int page = 0; page < 40; ++page) {
      HandPage made = Body({"x", "y"});
      // Random shares, so that each spelling is rare in some rounds.
      for (std::size_t s = 0; s < spellings.size(); ++s) {
        if (random() % (2 + (static_cast<unsigned>(round) + s) % 7) == 0) {
          made[0].push_back(spellings[s]);
          break;
        }
      }
      if (made[0].size() == 2) made[0].push_back("z");
      pages.push_back(std::move(made));
    }
    const SpellingIndex index(pages);
    SearchOptions options = DefaultSearch();
    options.n = 100;
    options.parameters.prior = 0;
    const Query query = Vary("ete", index);
    const Ranking ranking =
        std::move(Rank(query, index, CountCollection(index.lengths()), options).value());
    std::set<std::uint32_t> expected, found;
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      if (pages[page][0].back() != "z") expected.insert(page);
    }
    bool others = false;
    for (const Hit& hit : ranking.hits) {
      found.insert(hit.doc.value);
      const bool typed = pages[hit.doc.value][0].back() == "ete";
      EXPECT_FALSE(typed && others) << "round " << round;
      others = others || !typed;
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace thresh
