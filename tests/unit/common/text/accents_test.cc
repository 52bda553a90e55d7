#include "common/text/accents.h"

#include <gtest/gtest.h>

#include "common/text/analyzer.h"

namespace thresh {
namespace {

TEST(WithoutAccents, IsWhatOneTypesWithoutTheLetters) {
  EXPECT_EQ(WithoutAccents("café"), "cafe");
  EXPECT_EQ(WithoutAccents("dvořák"), "dvorak");
  EXPECT_EQ(WithoutAccents("smørrebrød"), "smorrebrod");
  EXPECT_EQ(WithoutAccents("łódź"), "lodz");
  EXPECT_EQ(WithoutAccents("œuvre"), "oeuvre");
  EXPECT_EQ(WithoutAccents("việt"), "viet");
  EXPECT_EQ(WithoutAccents("ίσως"), "ισως");
  EXPECT_EQ(WithoutAccents("ещё"), "еще");
}

TEST(WithoutAccents, ALetterOfItsOwnStays) {
  // Short i is no i with a mark to anybody who reads Russian, nor is a voiced kana a voiceless one.
  for (const char* word : {"мой", "か", "が", "中国", "हिन्दी", "grain", "x86_64", "1.5"})
    EXPECT_EQ(WithoutAccents(word), word);
}

TEST(WithoutAccents, MarksThatStandAloneAreDropped) {
  EXPECT_EQ(WithoutAccents("m\xcc\x81x"), "mx");
  EXPECT_EQ(WithoutAccents("за\xcc\x81мок"), "замок");
  EXPECT_EQ(WithoutAccents("\xcc\x81"), "\xcc\x81");  // never empty
}

TEST(WithoutAccents, IsItsOwnResult) {
  const auto analyzer = std::move(Analyzer::Make({}).value());
  std::string all;
  for (char32_t c = 0xa0; c < 0x2000; ++c) {
    if (c >= 0x800) all += static_cast<char>(0xe0 | (c >> 12));
    all += static_cast<char>(c >= 0x800 ? 0x80 | ((c >> 6) & 0x3f) : 0xc0 | (c >> 6));
    all += static_cast<char>(0x80 | (c & 0x3f));
    all += ' ';
  }
  for (const std::string& term : analyzer->Terms(all)) {
    const std::string plain = WithoutAccents(term);
    EXPECT_FALSE(plain.empty());
    EXPECT_EQ(WithoutAccents(plain), plain) << term;
  }
}

}  // namespace
}  // namespace thresh
