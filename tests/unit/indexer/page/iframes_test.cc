#include "indexer/page/iframes.h"

#include <gtest/gtest.h>

#include "tests/support/page_maker.h"

namespace thresh {
namespace {

TEST(Iframes, SelfClosedOnesGetAnEnd) {
  EXPECT_EQ(CloseIframes("a<iframe src='x>y'/>b<p>c"), "a<iframe src='x>y'/></iframe>b<p>c");
  EXPECT_EQ(CloseIframes("<IFRAME />1<iframe/>2"), "<IFRAME /></iframe>1<iframe/></iframe>2");
}

TEST(Iframes, OthersStayAsTheyAre) {
  for (const char* html :
       {"", "<iframe", "<iframe src='", "<iframe>a</iframe>", "<iframe />a</IFRAME>", "<p/>"}) {
    EXPECT_EQ(CloseIframes(html), html);
  }
}

TEST(Iframes, ThePageBehindOneIsRead) {
  const Page page = HtmlPages().Digest("<ul><li>menu<iframe src=x /></ul><p>the page</p>");
  EXPECT_EQ(page.text, "menuthe page");
}

}  // namespace
}  // namespace thresh
