#include "common/base/utf8.h"

#include <gtest/gtest.h>
#include <unicode/utf8.h>

#include <random>
#include <string>

#include "tests/unit/common/text/slow_words.h"

namespace thresh {
namespace {

std::string Encoded(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  const auto tail = [&](int shift) { return byte(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | (c >> 6)), tail(0)};
  if (c < 0x10000) return {byte(0xe0 | (c >> 12)), tail(6), tail(0)};
  return {byte(0xf0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

TEST(Utf8, EveryCodePoint) {
  for (char32_t c = 0; c < kMalformed; ++c) {
    const std::string bytes = Encoded(c);
    const bool surrogate = c >= 0xd800 && c <= 0xdfff;
    ASSERT_EQ(IsValidUtf8(bytes), !surrogate) << bytes;
    std::size_t at = 0;
    ASSERT_EQ(DecodeUtf8(bytes, &at), surrogate ? kMalformed : c);
    ASSERT_EQ(at, surrogate ? 1U : bytes.size());
    for (std::size_t cut = 1; cut < bytes.size() && !surrogate;
         ++cut) {  // cut short: one malformed sequence
      at = 0;
      ASSERT_EQ(DecodeUtf8(std::string_view(bytes).substr(0, cut), &at), kMalformed);
      ASSERT_EQ(at, cut);
    }
  }
}

// The examples of the Unicode Standard, tables 3-8 to 3-11: how many replacements a string stands
// for.
TEST(Utf8, MalformedSequencesArePassedByMaximalSubparts) {
  const auto sequences = [](std::string_view text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
      const char32_t c = DecodeUtf8(text, &at);
      shown += c == kMalformed ? '?' : static_cast<char>(c);
    }
    return shown;
  };
  EXPECT_EQ(sequences("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41"), "????????A");
  EXPECT_EQ(sequences("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41"), "????????A");
  EXPECT_EQ(sequences("\xf4\x91\x92\x93\xff\x41\x80\xbf\x42"), "?????A??B");
  EXPECT_EQ(sequences("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41"), "????A");
}

TEST(Utf8, RandomBytesAreReadAsIcuReadsThem) {
  std::mt19937_64 random(5);
  std::vector<std::string> units = {"a", "\u00e9", "\u6f22", "\U0001f600"};
  for (int byte = 0x7f; byte < 0x100; byte += 3) units.emplace_back(1, static_cast<char>(byte));
  for (int byte : {0xe0, 0xed, 0xf0, 0xf4, 0x8f, 0x90, 0x9f, 0xa0, 0xbf})
    units.emplace_back(1, static_cast<char>(byte));
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = RandomText(random, units, 8);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const int size = static_cast<int>(text.size());
    std::size_t at = 0;
    for (int next = 0; next < size;) {
      const int begin = next;
      U8_FWD_1(bytes, next, size);
      ASSERT_EQ(at, static_cast<std::size_t>(begin));
      DecodeUtf8(text, &at);
      ASSERT_EQ(at, static_cast<std::size_t>(next));
    }
  }
}

TEST(Utf8, AsciiEndFindsTheFirstForeignByte) {
  for (std::size_t size = 0; size < 40; ++size) {
    std::string text(size, 'x');
    for (std::size_t at = 0; at <= size; ++at) {
      EXPECT_EQ(AsciiEnd(text, at), size);
      for (std::size_t foreign = at; foreign < size; ++foreign) {
        text[foreign] = '\x80';
        EXPECT_EQ(AsciiEnd(text, at), foreign);
        text[foreign] = 'x';
      }
    }
  }
}

TEST(Utf8, ATextIsCutBetweenWordsAndNeverWithinACodePoint) {
  EXPECT_EQ(CutText("two words", 9), "two words");
  EXPECT_EQ(CutText("two words", 8), "two");
  EXPECT_EQ(CutText("two words", 3), "two");
  EXPECT_EQ(CutText("wörter", 2), "w");
  EXPECT_EQ(CutText("wörter", 3), "wö");
  EXPECT_EQ(CutText("\x80\x80\x80", 2), "");
  EXPECT_EQ(CutText("a " + std::string(100, 'b'), 90), "a " + std::string(88, 'b'));
}

}  // namespace
}  // namespace thresh
