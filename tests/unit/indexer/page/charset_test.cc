#include "indexer/page/charset.h"

#include <gtest/gtest.h>

#include "common/base/utf8.h"

namespace thresh {
namespace {

DecodedText Decode(std::string bytes, std::string_view http = "", bool html = true) {
  return CharsetDecoder().Decode(std::move(bytes), http, html);
}

struct Fixture {
  std::string_view label, name, bytes, text;
};

constexpr Fixture kFixtures[] = {
    {"gb2312", "gbk", "\xC4\xA3\xB0\xE5\xBC\xEC\xB2\xE2\xA2\xE3\x95\x32\x82\x36", "模板检测€𠀀"},
    {"GB18030", "gb18030", "\xC4\xA3\xB0\xE5\xBC\xEC\xB2\xE2\xA2\xE3\x95\x32\x82\x36",
     "模板检测€𠀀"},
    {"big5", "big5", "\xBC\xD2\xAA\x4F\xB0\xBB\xB4\xFA\x20\xA5\x78\xA5\x5F\x87\x51",
     "模板偵測 台北𣘗"},
    {"x-euc-jp", "euc-jp",
     "\xA5\xC6\xA5\xF3\xA5\xD7\xA5\xEC\xA1\xBC\xA5\xC8\xB8\xA1\xBD\xD0\x20\xC6\xFC\xCB\xDC\xB8\xEC",
     "テンプレート検出 日本語"},
    {"shift_jis", "shift_jis",
     "\x8D\xF5\x88\xF8\x82\xC6\x83\x65\x83\x93\x83\x76\x83\x8C\x81\x5B\x83\x67\x87\x40 \x5C~",
     "索引とテンプレート① \\~"},
    {"iso-2022-jp", "iso-2022-jp", "\x1B$B\x46\x7C\x4B\x5C\x1B(B nihon", "日本 nihon"},
    {"euc-kr", "euc-kr", "\xC5\xDB\xC7\xC3\xB8\xB4\x20\xC5\xBD\xC1\xF6\x20\x8C\x63\xB9\xE6",
     "템플릿 탐지 똠방"},
    {" CP1251\n", "windows-1251", "\xD8\xE0\xE1\xEB\xEE\xED\x20\xF1\xF2\xF0\xE0\xED\xE8\xF6\xFB",
     "Шаблон страницы"},
    {"iso-8859-1", "windows-1252", "\x63\x61\x66\xE9\x20\x93\x6E\x61\xEF\x76\x65\x94\x20\x80\x81",
     "café “naïve” €\u0081"},
    {"us-ascii", "windows-1252", "\x93quoted\x94", "“quoted”"},
    {"latin2", "iso-8859-2", "\xB1\xE6\xEA", "ąćę"},
    {"iso-8859-16", "iso-8859-16", "\xA4 \xBA\xDE\xFE", "€ șȚț"},
    {"koi8-r", "koi8-r", "\xFB\xC1\xC2\xCC\xCF\xCE", "Шаблон"},
    {"macintosh", "macintosh", "caf\x8E", "café"},
    {"tis-620", "windows-874", "\xE4\xB7\xC2", "ไทย"},
    {"x-user-defined", "x-user-defined", "a\x80\xFF", "a\uF780\uF7FF"},
    {"utf-16", "utf-16le", std::string_view("\xDF\x00\x20\x00\xE5\x65\x34\xD8\x1E\xDD", 10),
     "ß 日𝄞"},
};

TEST(Charset, EveryLabelDecodesToTheExactText) {
  for (const Fixture& fixture : kFixtures) {
    SCOPED_TRACE(std::string(fixture.label));
    const DecodedText decoded = Decode(std::string(fixture.bytes), fixture.label);
    EXPECT_EQ(decoded.encoding->name, fixture.name);
    EXPECT_EQ(decoded.text, fixture.text);
    EXPECT_EQ(decoded.substitutions, 0u);
    EXPECT_FALSE(decoded.guessed);
  }
}

TEST(Charset, OneDecoderKeepsEncodingsApart) {
  CharsetDecoder decoder;
  for (int round = 0; round < 2; ++round) {
    for (const Fixture& fixture : kFixtures) {
      SCOPED_TRACE(std::string(fixture.label));
      EXPECT_EQ(decoder.Decode(std::string(fixture.bytes), fixture.label, true).text, fixture.text);
    }
  }
}

TEST(Charset, MetaDecidesWhereHttpSaysNothing) {
  for (const Fixture& fixture : kFixtures) {
    if (fixture.name == "utf-16le" || fixture.name == "x-user-defined") continue;
    SCOPED_TRACE(std::string(fixture.label));
    const std::string head = "<meta charset='" + std::string(fixture.label) + "'>";
    EXPECT_EQ(Decode(head + std::string(fixture.bytes)).text, head + std::string(fixture.text));
  }
}

TEST(Charset, ByteOrderMarkBeatsHeaderAndMeta) {
  EXPECT_EQ(Decode("\xEF\xBB\xBF<meta charset=koi8-r>ß", "windows-1251").text,
            "<meta charset=koi8-r>ß");
  EXPECT_EQ(Decode(std::string("\xFF\xFE\xDF\x00 \x00\xE5\x65\x34\xD8\x1E\xDD", 12), "utf-8").text,
            "ß 日𝄞");
  EXPECT_EQ(Decode(std::string("\xFE\xFF\x00\xDF\x00 \x65\xE5\xD8\x34\xDD\x1E", 12), "utf-8").text,
            "ß 日𝄞");
}

TEST(Charset, LyingHeadersAreBelievedInTheOrderOfTheStandard) {
  // HTTP before meta, as browsers have it: what was UTF-8 comes out wrong, and nothing is lost.
  const DecodedText mojibake = Decode("<meta charset=utf-8>caf\xC3\xA9", "iso-8859-1");
  EXPECT_EQ(mojibake.text, "<meta charset=utf-8>cafÃ©");
  EXPECT_EQ(mojibake.substitutions, 0u);
  const DecodedText latin = Decode("<meta charset=latin1>caf\xE9 au lait", "utf-8");
  EXPECT_EQ(latin.text, "<meta charset=latin1>caf\uFFFD au lait");
  EXPECT_EQ(latin.substitutions, 1u);
  // A meta that could be read is no UTF-16.
  EXPECT_EQ(Decode("<meta charset=utf-16le>\xC3\xA9").text, "<meta charset=utf-16le>é");
  EXPECT_EQ(Decode("<meta charset=x-user-defined>\xE9").text, "<meta charset=x-user-defined>é");
  // A header that names nothing is none.
  EXPECT_EQ(Decode("<meta charset=cp1251>\xD8", "bogus").text, "<meta charset=cp1251>Ш");
}

TEST(Charset, UndeclaredUtf8IsProvedAndTheRestGuessed) {
  EXPECT_FALSE(Decode("plain").guessed);
  EXPECT_FALSE(Decode("größer").guessed);
  const DecodedText russian = Decode(
      "<p>\xD8\xE0\xE1\xEB\xEE\xED \xF1\xF2\xF0\xE0\xED\xE8\xF6\xFB \xE8 \xEF\xEE\xE8\xF1\xEA "
      "\xEF\xEE "
      "\xF1\xE0\xE9\xF2\xF3, \xEA\xEE\xF2\xEE\xF0\xFB\xE9 \xEC\xFB \xF1\xE4\xE5\xEB\xE0\xEB\xE8");
  EXPECT_TRUE(russian.guessed);
  EXPECT_EQ(russian.encoding->name, "windows-1251");
  EXPECT_EQ(russian.text, "<p>Шаблон страницы и поиск по сайту, который мы сделали");
  const DecodedText hopeless = Decode("\x81\x8D");
  EXPECT_TRUE(hopeless.guessed);
  EXPECT_TRUE(IsValidUtf8(hopeless.text));
}

TEST(Charset, DetectorLooksWhereForeignBytesAre) {
  const std::string blank(100'000, ' ');
  const std::string russian =
      "\xD8\xE0\xE1\xEB\xEE\xED \xF1\xF2\xF0\xE0\xED\xE8\xF6\xFB \xE8 \xEF\xEE\xE8\xF1\xEA";
  EXPECT_EQ(Decode(blank + russian).text, blank + "Шаблон страницы и поиск");
}

TEST(Charset, PlainTextIsNotSearchedForMeta) {
  EXPECT_EQ(Decode("<meta charset=koi8-r> é", "", false).text, "<meta charset=koi8-r> é");
}

TEST(Charset, SubstitutionsAreMaximalSubpartsAndCounted) {
  struct Case {
    std::string_view bytes, text;
    std::uint64_t substitutions;
  };
  // Unicode Standard, table 3-8 and around it.
  const Case cases[] = {{"\xC0\x80", "\uFFFD\uFFFD", 2},
                        {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", 3},
                        {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\uFFFD\uFFFD\uFFFD\uFFFDA", 4},
                        {"a\xF5z", "a\uFFFDz", 1},
                        {"\xE2\x82", "\uFFFD", 1}};
  for (const Case& c : cases) {
    const DecodedText decoded = Decode(std::string(c.bytes), "utf-8");
    EXPECT_EQ(decoded.text, c.text);
    EXPECT_EQ(decoded.substitutions, c.substitutions);
  }
}

TEST(Charset, BrokenMultibyteSwallowsNoMarkup) {
  struct Case {
    std::string_view label;
    char lead;
  };
  const Case cases[] = {{"shift_jis", '\x85'},
                        {"euc-jp", '\xA5'},
                        {"gbk", '\x85'},
                        {"big5", '\xA5'},
                        {"euc-kr", '\x85'}};
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.label));
    const DecodedText decoded = Decode(std::string("before ") + c.lead + "</p> after", c.label);
    EXPECT_EQ(decoded.text, "before \uFFFD</p> after");
    EXPECT_EQ(decoded.substitutions, 1u);
  }
}

TEST(Charset, UnpairedSurrogatesAndOddBytesOfUtf16) {
  const DecodedText lone = Decode(std::string("a\0\x34\xD8"
                                              "b\0",
                                              6),
                                  "utf-16le");
  EXPECT_EQ(lone.text, "a\uFFFDb");
  EXPECT_EQ(lone.substitutions, 1u);
  EXPECT_EQ(Decode(std::string("a\0b", 3), "utf-16le").text, "a\uFFFD");
}

// Longer than any buffer of the converter, so that pairs straddle its rounds.
TEST(Charset, SurrogatePairsAtEveryOffsetOfALongText) {
  for (std::size_t shift = 0; shift < 2; ++shift) {
    std::string bytes, text;
    for (std::size_t i = 0; i < shift; ++i) bytes += std::string("x\0", 2), text += "x";
    for (int i = 0; i < 40'000; ++i) bytes += std::string("\x34\xD8\x1E\xDD", 4), text += "𝄞";
    EXPECT_EQ(Decode(bytes, "utf-16le").text, text);
  }
}

TEST(Charset, ReplacementIsOneMark) {
  for (const std::string_view label :
       {"hz-gb-2312", "iso-2022-kr", "ISO-2022-CN-EXT", "replacement"}) {
    const DecodedText decoded = Decode("anything at all", label);
    EXPECT_EQ(decoded.text, "\uFFFD");
    EXPECT_EQ(decoded.substitutions, 1u);
  }
}

TEST(Charset, LabelsMeanWhatTheWebMeans) {
  struct Case {
    std::string_view label, name;
  };
  const Case cases[] = {{"ascii", "windows-1252"},
                        {"latin5", "windows-1254"},
                        {"ISO-8859-9", "windows-1254"},
                        {"ks_c_5601-1987", "euc-kr"},
                        {"windows-949", "euc-kr"},
                        {"sjis", "shift_jis"},
                        {"big5-hkscs", "big5"},
                        {"logical", "iso-8859-8-i"},
                        {"koi8-ru", "koi8-u"},
                        {"ucs-2", "utf-16le"},
                        {"unicodefffe", "utf-16be"},
                        {"utf8", "utf-8"},
                        {"866", "ibm866"},
                        {"x-mac-ukrainian", "x-mac-cyrillic"}};
  for (const Case& c : cases) {
    ASSERT_NE(FindEncoding(c.label), nullptr) << c.label;
    EXPECT_EQ(FindEncoding(c.label)->name, c.name);
  }
  for (const std::string_view label :
       {"", "utf-7", "utf-32", "cp437", "a very long label that nobody has"}) {
    EXPECT_EQ(FindEncoding(label), nullptr) << label;
  }
}

TEST(Charset, AllBytesInAllEncodingsGiveValidUtf8) {
  std::string bytes;
  for (int i = 0; i < 70'000; ++i) bytes.push_back(static_cast<char>((i * 7919 + i / 256) & 0xff));
  for (const std::string_view label :
       {"utf-8",        "ibm866",       "iso-8859-2",   "iso-8859-3",     "iso-8859-4",
        "iso-8859-5",   "iso-8859-6",   "iso-8859-7",   "iso-8859-8",     "iso-8859-8-i",
        "iso-8859-10",  "iso-8859-13",  "iso-8859-14",  "iso-8859-15",    "iso-8859-16",
        "koi8-r",       "koi8-u",       "macintosh",    "windows-874",    "windows-1250",
        "windows-1251", "windows-1252", "windows-1253", "windows-1254",   "windows-1255",
        "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk",
        "gb18030",      "big5",         "euc-jp",       "iso-2022-jp",    "shift_jis",
        "euc-kr",       "replacement",  "utf-16be",     "utf-16le",       "x-user-defined"}) {
    const DecodedText decoded = Decode(bytes, label);
    EXPECT_EQ(decoded.encoding->name, label);
    EXPECT_TRUE(IsValidUtf8(decoded.text)) << label;
  }
}

}  // namespace
}  // namespace thresh
