// Names of files for addresses, and the list of pages.
#include "query/export/llms.h"

#include <gtest/gtest.h>

#include <random>

namespace thresh {
namespace {

TEST(Llms, ThePathOfAPageIsThatOfItsMarkdown) {
  EXPECT_EQ(MarkdownPath("http://x.org/mill/hoist.html"), "mill/hoist.html.md");
  EXPECT_EQ(MarkdownPath("http://x.org"), "index.html.md");
  EXPECT_EQ(MarkdownPath("http://x.org?q"), "index.html.md");
  EXPECT_EQ(MarkdownPath("http://x.org/a/"), "a/index.html.md");
  EXPECT_EQ(MarkdownPath("http://x.org/a/?p=1/2"), "a/index.html?p=1%2F2.md");
  EXPECT_EQ(MarkdownPath("http://x.org/a.md/b"), "a%2Emd/b.md");
  EXPECT_EQ(MarkdownPath("http://x.org//../."), "%2F/%2E%2E/%2E.md");
  EXPECT_EQ(MarkdownPath("http://x.org/" + std::string(400, 'a')).size(), 203U);
}

TEST(Llms, NoPathLeavesItsFolder) {
  std::mt19937 random(3);
  for (int i = 0; i < 5000; ++i) {
    std::string url = "http://x/";
    for (std::size_t n = random() % 12; n > 0; --n) url += "./?#a\\%m\n"[random() % 9];
    const std::string path = "/" + MarkdownPath(url);
    EXPECT_TRUE(path.ends_with(".md")) << url;
    for (const char* bad : {"//", "/../", "/./", "\n"})
      EXPECT_EQ(path.find(bad), std::string::npos) << path;
  }
}

TEST(Llms, NoHostLeavesItsFolder) {
  EXPECT_EQ(MarkdownFolder("x.org"), "x.org");
  EXPECT_EQ(MarkdownFolder(".."), "%2E%2E");
  EXPECT_EQ(MarkdownFolder("."), "%2E");
  EXPECT_EQ(MarkdownFolder(""), "%2F");
  EXPECT_EQ(MarkdownFolder("llms.txt"), "llms%2Etxt");
}

TEST(Llms, DeepPathsHaveRoom) {
  std::string url = "http://x.org/";
  for (int i = 0; i < 1500; ++i) url += "d/";
  EXPECT_LT(MarkdownPath(url + "x").size(), 1200U);
  EXPECT_NE(MarkdownPath(url + "x"), MarkdownPath(url + "y"));
  EXPECT_EQ(MarkdownPath("http://x.org/llms.txt/b"), "llms%2Etxt/b.md");
}

TEST(Llms, TheListHasASectionAFolderAndIsSafe) {
  const auto own = [](const LlmsPage& page) { return page.url; };
  EXPECT_EQ(LlmsText({}, own), "# No pages\n");
  EXPECT_EQ(LlmsText({{DocId(0), "x.org", "http://x.org/a/b(1).html", "One\n# [two]", "<b>\x1b"},
                      {DocId(1), "x.org", "http://x.org/index.html", "Start", "All"}},
                     own),
            "# Start\n\n> All\n\n## /\n\n- [Start](http://x.org/index.html): All\n\n## /a/\n\n"
            "- [One # \\[two\\]](http://x.org/a/b%281%29.html): \\<b>\n");
  EXPECT_EQ(LlmsText({{DocId(0), "x.org", "http://x.org/", "X", ""},
                      {DocId(1), "y.org", "http://y.org/", "Y", ""}},
                     own),
            "# x.org and other sites\n\n## x.org/\n\n- [X](http://x.org/)\n\n## y.org/\n\n"
            "- [Y](http://y.org/)\n");
}

}  // namespace
}  // namespace thresh
