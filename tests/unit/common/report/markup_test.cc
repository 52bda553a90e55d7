#include "common/report/markup.h"

#include <gtest/gtest.h>

#include <string>

namespace thresh {
namespace {

TEST(HtmlText, NothingOfAPageIsMarkup) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\" onclick='y'>&amp;</a>"),
            "&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;");
}

TEST(HtmlText, ControlsAndTurnsOfDirectionAreLeftOut) {
  EXPECT_EQ(EscapeHtml(std::string("a\0b\x1b[1mc\x7f", 9)), "ab[1mc");
  EXPECT_EQ(EscapeHtml("exe.\u202Egnp\u202C \u2066x\u2069 \u200Ey \u061Cz"), "exe.gnp x y z");
  EXPECT_EQ(EscapeHtml("a\xff\u4e2d"), "a\uFFFD\u4e2d");
}

TEST(HtmlText, LinksLeadToTheWebOnly) {
  EXPECT_TRUE(IsWebLink("http://example.org/"));
  EXPECT_TRUE(IsWebLink("HTTPS://example.org/"));
  for (const char* url :
       {"javascript:alert(1)", " http://x", "//x", "/x", "data:text/html,x", "ftp://x", "http", ""})
    EXPECT_FALSE(IsWebLink(url)) << url;
}

}  // namespace
}  // namespace thresh
