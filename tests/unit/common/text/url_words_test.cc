#include <gtest/gtest.h>

#include <random>
#include <string>

#include "common/base/utf8.h"
#include "common/text/analyzer.h"
#include "common/text/word.h"
#include "tests/unit/common/text/slow_words.h"

namespace thresh {
namespace {

TEST(Word, ANumberHasDigitsAndNoLetter) {
  for (const char* number : {"7", "2024", "3.14", "1,000"}) EXPECT_TRUE(IsNumber(number)) << number;
  for (const char* other : {"", "a", "7a", "a7", "4\u00e9", "."})
    EXPECT_FALSE(IsNumber(other)) << other;
}

TEST(UrlWords, HostAndPath) {
  EXPECT_EQ(UrlWords("https://www.example.org/docs/getting-started.html"),
            "example org docs getting started");
  EXPECT_EQ(UrlWords("http://news.example.org/2024/05/a_b+c/"), "news example org 2024 05 a b c");
  EXPECT_EQ(UrlWords("//example.org/x"), "example org x");
  EXPECT_EQ(UrlWords("http://example.org"), "example org");
  EXPECT_EQ(UrlWords(""), "");
}

TEST(UrlWords, SchemeUserPortQueryAndFragmentAreNoWords) {
  EXPECT_EQ(UrlWords("http://me:secret@example.org:8080/a?q=query#frag"), "example org a");
  EXPECT_EQ(UrlWords("http://example.org?q=1"), "example org");
  EXPECT_EQ(UrlWords("http://example.org/a#frag"), "example org a");
  EXPECT_EQ(UrlWords("http://me@home:secret@example.org/"), "example org");
  EXPECT_EQ(UrlWords("http://[2001:db8::1]:80/a"), "2001 db8 1 a");
  EXPECT_EQ(UrlWords("file:///srv/site/page.htm"), "srv site page");
  EXPECT_EQ(UrlWords("http://example.org/a@b:c"), "example org a b c");
}

TEST(UrlWords, OnlyAFirstLabelWwwGoes) {
  EXPECT_EQ(UrlWords("http://WWW.example.org/www/"), "example org www");
  EXPECT_EQ(UrlWords("http://www2.example.org/"), "www2 example org");
  EXPECT_EQ(UrlWords("http://wwwexample.org/"), "wwwexample org");
  EXPECT_EQ(UrlWords("http://www./"), "www");
}

TEST(UrlWords, EndingOfTheLastComponent) {
  EXPECT_EQ(UrlWords("http://h/library/os.path.html"), "h library os path");
  EXPECT_EQ(UrlWords("http://h/a.b/c"), "h a b c");
  EXPECT_EQ(UrlWords("http://h/a.b/"), "h a b");
  EXPECT_EQ(UrlWords("http://h/python-3.11"), "h python 3 11");        // a version is no ending
  EXPECT_EQ(UrlWords("http://h/John.Malkovich"), "h John Malkovich");  // nor is a long word
  EXPECT_EQ(UrlWords("http://h/Python.Monty"), "h Python");            // five letters are one
  EXPECT_EQ(UrlWords("http://h/Owen.Wilson"), "h Owen Wilson");        // six are not
  EXPECT_EQ(UrlWords("http://h/a.b-c"), "h a b c");
  EXPECT_EQ(UrlWords("http://h/.git"), "h git");
  EXPECT_EQ(UrlWords(".git"), "git");
  EXPECT_EQ(UrlWords("http://h/a."), "h a");
  EXPECT_EQ(UrlWords("docs/index.xhtml"), "docs index");
  EXPECT_EQ(UrlWords("page.php?x=a.b"), "page");
}

TEST(UrlWords, PathsWithoutHost) {
  EXPECT_EQ(UrlWords("cpp/language/a:b.html"), "cpp language a b");
  EXPECT_EQ(UrlWords("/a//b"), "a b");
  EXPECT_EQ(UrlWords("mailto:x"), "mailto x");  // a colon alone makes no scheme
  EXPECT_EQ(UrlWords("a/http://b"), "a http b");
}

TEST(UrlWords, PercentEscapes) {
  EXPECT_EQ(UrlWords("http://h/caf%C3%A9%20au%20lait"), "h caf\u00e9 au lait");
  EXPECT_EQ(UrlWords("http://h/%e6%bc%a2%E5%AD%97"), "h \u6f22\u5b57");
  EXPECT_EQ(UrlWords("http://h/caf%E9s"), "h caf s");          // Latin-1: no valid UTF-8, left out
  EXPECT_EQ(UrlWords("http://h/a%2Fb%2Ehtml"), "h a b html");  // an escaped dot begins no ending
  EXPECT_EQ(UrlWords("http://h/100%25of%of%4"), "h 100 of of 4");
  EXPECT_EQ(UrlWords("http://h/%"), "h");
  EXPECT_EQ(UrlWords("http://h/a%00b"), "h a b");
  EXPECT_EQ(UrlWords("http://h/%ed%a0%80x%C3"), "h x");
}

TEST(UrlWords, LettersOfAllScripts) {
  EXPECT_EQ(UrlWords("http://b\u00fccher.example/\u0939\u093f\u0928\u094d\u0926\u0940-x"),
            "b\u00fccher example \u0939\u093f\u0928\u094d\u0926\u0940 x");
}

TEST(UrlWords, AnyBytesGiveValidUtf8WithSingleBlanks) {
  std::mt19937_64 random(4);
  const std::vector<std::string> units = {
      "%", "%C3", "%A9", "\xc3", "\xa9", "/", ":",   "//", "http://", "@",   ".",      "?",
      "#", "a",   "b1",  "www.", "[",    "]", "%20", " ",  "\xff",    "%zz", "\u6f22", "html"};
  for (int round = 0; round < kRounds / 4; ++round) {
    const std::string url = RandomText(random, units, 12);
    const std::string words = UrlWords(url);
    ASSERT_TRUE(IsValidUtf8(words)) << url;
    ASSERT_FALSE(words.starts_with(' ') || words.ends_with(' ')) << url;
    ASSERT_EQ(words.find("  "), std::string::npos) << url;
  }
}

}  // namespace
}  // namespace thresh
