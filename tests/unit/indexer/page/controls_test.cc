#include "indexer/page/controls.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "common/base/utf8.h"

namespace thresh {
namespace {

TEST(Controls, WhatHtmlHasStays) {
  for (const std::string text : {"", "plain", "\t\n\f\r ", "\x7e", "\u00a0\u00a1\u00bf",
                                 "\u0100\u2028\ufeff", "\ufdcf\ufdf0", "\ufffd", "\uf8ff",
                                 "\U00010000\U0001fffd\U0010fffd", "\U0001f469\u200d", "模板"}) {
    EXPECT_EQ(ReplaceControls(text), text);
  }
  const std::string nul("a\0b", 3);  // left to gumbo, which looks where it stands
  EXPECT_EQ(ReplaceControls(nul), nul);
}

TEST(Controls, CodePointsThatNoPageHas) {
  for (const std::string control :
       {"\x01", "\x08", "\x0b", "\x0e", "\x1f", "\x7f", "\u0080", "\u0085", "\u009f", "\ufdd0",
        "\ufdef", "\ufffe", "\uffff", "\U0001fffe", "\U0001ffff", "\U0008fffe", "\U0010ffff"}) {
    EXPECT_EQ(ReplaceControls(control), "\ufffd");
    EXPECT_EQ(ReplaceControls("a" + control + "b" + control), "a\ufffdb\ufffd");
    EXPECT_EQ(ReplaceControls(control + control + "é"), "\ufffd\ufffdé");
  }
}

TEST(Controls, NumbersOfReferencesEndAtUnicode) {
  for (const std::string number :
       {"&#65;", "&#x41;", "&#1114111;", "&#x10FFFF;", "&#0000000000065;", "&#;", "&#x;", "&#xyz;",
        "&#", "&#x", "&amp;#99999999;"}) {
    EXPECT_EQ(ReplaceControls("a" + number + "b"), "a" + number + "b");
  }
  EXPECT_EQ(ReplaceControls("&#1114112;"), "&#0065533;");
  EXPECT_EQ(ReplaceControls("&#x110000;"), "&#x00fffd;");
  EXPECT_EQ(ReplaceControls("&#XFFFFFFFFF"), "&#X00000fffd");
  // 4294967361 is 2^32 + 65.
  EXPECT_EQ(ReplaceControls("é&#4294967361x&#4294967361;"), "é&#0000065533x&#0000065533;");
}

TEST(Controls, AllCodePoints) {
  for (char32_t c = 1; c < 0x110000; ++c) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const bool control =
        (c < 0x20 && c != '\t' && c != '\n' && c != '\f' && c != '\r') || (c >= 0x7f && c < 0xa0);
    const bool none = (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
    std::string text;
    if (c < 0x80) {
      text = {static_cast<char>(c)};
    } else if (c < 0x800) {
      text = {static_cast<char>(0xc0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3f))};
    } else if (c < 0x10000) {
      text = {static_cast<char>(0xe0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3f)),
              static_cast<char>(0x80 | (c & 0x3f))};
    } else {
      text = {static_cast<char>(0xf0 | (c >> 18)), static_cast<char>(0x80 | ((c >> 12) & 0x3f)),
              static_cast<char>(0x80 | ((c >> 6) & 0x3f)), static_cast<char>(0x80 | (c & 0x3f))};
    }
    ASSERT_TRUE(IsValidUtf8(text));
    ASSERT_EQ(ReplaceControls(text), control || none ? "\ufffd" : text) << std::hex << unsigned{c};
  }
}

}  // namespace
}  // namespace thresh
