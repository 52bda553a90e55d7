#include "indexer/sources/html_sniff.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

TEST(HtmlSniff, Content) {
  for (std::string_view html :
       {"<!DOCTYPE html>", "<html>", "  \r\n<HTML lang=en>", "\xef\xbb\xbf<html>", "<p>x",
        "<!-- a --><!-- b -->\n<head>", "<?xml version=\"1.0\"?>\n<!DOCTYPE HTML PUBLIC>",
        "<body/>", "<a href=x>"}) {
    EXPECT_TRUE(LooksLikeHtml(html)) << html;
  }
  using std::string_view_literals::operator""sv;
  EXPECT_TRUE(LooksLikeHtml("\xff\xfe<\0h\0t\0m\0l\0>\0"sv));
  EXPECT_TRUE(LooksLikeHtml("\xfe\xff\0<\0h\0t\0m\0l\0>"sv));
  for (std::string_view other :
       {"", "<", "html", "<htmlx>", "<svg>", "<!-- x --><svg>", "<!-- open", "<?xml ?><rss>",
        "{\"a\":1}", "\x1f\x8b\x08", "<!doctype svg>", "<pre", "<article>"}) {
    EXPECT_FALSE(LooksLikeHtml(other)) << other;
  }
}

TEST(HtmlSniff, BinaryBytes) {
  using std::string_view_literals::operator""sv;
  std::string random(3000, ' ');
  for (std::size_t i = 0; i < random.size(); ++i) random[i] = static_cast<char>(i * 7919 % 251);
  EXPECT_TRUE(LooksBinary(random));
  EXPECT_TRUE(LooksBinary("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0"sv));
  EXPECT_TRUE(LooksBinary("\x1f\x8b\x08\0\0\0\0\0\0\3"sv));
  EXPECT_FALSE(LooksBinary(""));
  EXPECT_FALSE(LooksBinary("<p>one\0 stray NUL"sv));
  EXPECT_FALSE(LooksBinary("\xff\xfe<\0p\0>\0"sv));
  EXPECT_FALSE(LooksBinary("<\0p\0>\0a\0"sv));
  EXPECT_FALSE(LooksBinary("<p>\x1b$B$3$s$K$A$O\x1b(B\t\f\r\n"sv));  // ISO-2022-JP
  EXPECT_TRUE(LooksBinary("\xfe\xff" + random));
  EXPECT_TRUE(LooksBinary("\xff\xfe" + random));
  std::string text = "\xfe\xff";
  for (int i = 0; i < 300; ++i) text += "\0a\xd8\x3d\xde\0"sv;  // a letter, and a pair
  EXPECT_FALSE(LooksBinary(text));
  // Behind the first bytes nobody looks, and one byte in a hundred is forgiven.
  EXPECT_FALSE(LooksBinary(std::string(1445, 'a') + random));
  EXPECT_FALSE(LooksBinary(std::string(986, 'a') + std::string(14, '\1') + std::string(445, 'a')));
  EXPECT_TRUE(LooksBinary(std::string(986, 'a') + std::string(15, '\1') + std::string(444, 'a')));
}

TEST(HtmlSniff, Names) {
  for (std::string_view html :
       {"a.html", "b.HTM", "x/y.xhtml", "c.shtml", "index.html.en", "index.html.pt-br",
        "index.html.zh-cn.utf8", "index.html.ru.koi8-r", "page.php?id=3.html"}) {
    EXPECT_TRUE(IsHtmlName(html)) << html;
  }
  for (std::string_view other : {"html", ".html", "a.htmlx", "a.html.gz", "a.html.br", "a.html.bak",
                                 "a.css", "a.en", "html.d/a", "a.html.js", ""}) {
    EXPECT_FALSE(IsHtmlName(other)) << other;
  }
}

}  // namespace
}  // namespace thresh
