#include "indexer/page/page_language.h"

#include <gtest/gtest.h>
#include <libstemmer.h>

#include <set>
#include <string>

#include "common/text/stemmer.h"
#include "indexer/page/language_words.h"

namespace thresh {
namespace {

constexpr std::string_view kEnglish =
    "The mill stands on the river, and it is open to all who wish to see how flour was made in the "
    "days when there was no steam. You can walk from the village; if it rains, take the bus.";
constexpr std::string_view kGerman =
    "Die Mühle steht am Fluss und ist für alle offen, die sehen wollen, wie das Mehl gemacht wird. "
    "Sie können aus dem Dorf zu Fuß gehen; bei Regen nehmen Sie den Bus, der auch sonntags fährt.";
constexpr std::string_view kRussian =
    "Мельница стоит на реке, и она открыта для всех, кто хочет увидеть, как мука была сделана в те "
    "дни. Из деревни можно прийти пешком, а если идёт дождь, то на автобусе.";
constexpr std::string_view kGreek = "Ο μύλος βρίσκεται στο ποτάμι και είναι ανοιχτός για όλους.";
constexpr std::string_view kJapanese = "水車小屋は川のほとりにあり、だれでも見学できます。";

TEST(PageLanguage, APageSaysItsLanguage) {
  EXPECT_EQ(LanguageOf("de", "").stemmer, "german");
  EXPECT_EQ(LanguageOf("pt-BR", "Moinho").stemmer, "portuguese");
  EXPECT_EQ(LanguageOf("EN_us", kEnglish).stemmer, "english");
  EXPECT_EQ(LanguageOf("nn", "").stemmer, "norwegian");
  EXPECT_EQ(LanguageOf("ja", kJapanese).stemmer, "none");  // there is no stemmer for it
  EXPECT_FALSE(LanguageOf("de", kGerman).guessed || LanguageOf("de", kGerman).corrected);
}

TEST(PageLanguage, ATextSaysItWhereThePageDoesNot) {
  const std::pair<std::string_view, std::string_view> texts[] = {
      {kEnglish, "english"}, {kGerman, "german"}, {kRussian, "russian"}, {kGreek, "greek"}};
  for (const auto& [text, stemmer] : texts) {
    EXPECT_EQ(LanguageOf("", text).stemmer, stemmer);
    EXPECT_TRUE(LanguageOf("", text).guessed);
    EXPECT_EQ(LanguageOf("tlh", text).stemmer, stemmer);  // no language that we know
  }
  EXPECT_EQ(LanguageOf("", kJapanese).stemmer, "none");
}

TEST(PageLanguage, NothingIsGuessedFromLittle) {
  for (const std::string_view text :
       {"", "Index", "Home News Contact", "int main(void) { return 0; }", "1 2 3 4 5 6 7 8 9",
        "Anna Berta Carla Dora Emma Frieda Gisela Hanna Ida Jutta Klara Lisa Marta die Nora"}) {
    EXPECT_EQ(LanguageOf("", text).stemmer, "none") << text;
    EXPECT_FALSE(LanguageOf("", text).guessed) << text;
  }
}

// Templates are copied from site to site with what they say.
TEST(PageLanguage, ATextWinsAgainstAPageThatIsPlainlyWrong) {
  const PageLanguage german = LanguageOf("en", kGerman);
  EXPECT_EQ(german.stemmer, "german");
  EXPECT_TRUE(german.corrected);
  EXPECT_EQ(LanguageOf("en", kRussian).stemmer, "russian");
  // A sentence in another language is no reason, nor is a page of two languages.
  EXPECT_EQ(LanguageOf("de", "The mill is open to all.").stemmer, "german");
  EXPECT_EQ(LanguageOf("de", std::string(kGerman) + std::string(kEnglish)).stemmer, "german");
  // Two neighbours: small words that both have say nothing against the page.
  EXPECT_EQ(LanguageOf("da", "og er det som ikke kan også for med til på den de en et i").stemmer,
            "danish");
}

TEST(PageLanguage, OnlyTheBeginningOfALongTextIsRead) {
  std::string text(kGerman);
  while (text.size() < (64U << 10)) text += kGerman;
  const std::size_t read = text.size();
  while (text.size() < 3 * read) text += kEnglish;
  EXPECT_EQ(LanguageOf("", text).stemmer, "german");
}

TEST(PageLanguage, MalformedBytesAreNoLetters) {
  EXPECT_EQ(LanguageOf("", "\xff\xfe\xc3").stemmer, "none");
  EXPECT_EQ(LanguageOf("", "the\xff of\xc3 and to in is that for").stemmer, "english");
}

TEST(LanguageRows, EveryStemmerHasALanguageAndEveryLanguageAStemmer) {
  std::set<std::string> used;
  for (const LanguageRow& row : LanguageRows()) {
    EXPECT_TRUE(Stemmer::Make(std::string(row.stemmer)).ok()) << row.stemmer;
    used.emplace(row.stemmer);
  }
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) {
    const bool older = std::string(*name) == "porter";  // of those for English
    EXPECT_TRUE(older || used.contains(*name)) << *name;
  }
  EXPECT_LE(LanguageRows().size(), 64U);
}

// The small words of a row say its language better than that of any other row.
TEST(LanguageRows, SmallWordsSayTheirLanguage) {
  for (const LanguageRow& row : LanguageRows()) {
    if (row.words.empty()) continue;
    EXPECT_EQ(LanguageOf("", row.words).stemmer, row.stemmer) << row.tags;
    EXPECT_EQ(row.words.find("  "), std::string_view::npos) << row.tags;
  }
}

}  // namespace
}  // namespace thresh
