#include "common/report/markup.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "common/report/template_card.h"
#include "query/site/assets.h"
#include "query/site/links.h"
#include "query/site/moves.h"
#include "query/site/pictures.h"
#include "tests/support/html_check.h"

namespace thresh {
namespace {

TEST(Html, TextAndAttributesAreEscapedElementsAreNot) {
  const std::string foreign = "<b>\"&'\u202E";
  EXPECT_EQ(El("p", {{"class", foreign}}, foreign, El("br", {}), "x").text(),
            "<p class=\"&lt;b&gt;&quot;&amp;&#39;\">&lt;b&gt;&quot;&amp;&#39;<br>x</p>");
}

TEST(Html, AnAttributeWithoutValueIsLeftOut) {
  EXPECT_EQ(El("details", {{"open", Flag(false)}}).text(), "<details></details>");
  EXPECT_EQ(El("details", {{"open", Flag(true)}}).text(), "<details open=\"\"></details>");
}

TEST(Html, LinksLeadToThisSiteOrToTheWeb) {
  for (const char* address :
       {"/", "/page?url=javascript:x", "#main", "http://x.org/", "HTTPS://x.org/"})
    EXPECT_EQ(El("a", {{"href", address}}).text(), "<a href=\"" + std::string(address) + "\"></a>");
  for (const char* address : {"javascript:alert(1)", " javascript:alert(1)", "data:text/html,x",
                              "//x.org/", "/\\x.org/", "ftp://x.org/", "x", ""})
    EXPECT_EQ(El("a", {{"href", address}}).text(), "<a></a>") << address;
  EXPECT_EQ(El("form", {{"action", "javascript:x"}}).text(), "<form></form>");
  EXPECT_EQ(El("img", {{"src", "data:x"}}).text(), "<img>");
}

TEST(Html, LinkToEncodesEverythingThatIsNotPlain) {
  EXPECT_EQ(LinkTo("/search", {{"q", "a b&c=\"\xff\u00e9+%"}, {"page", ""}, {"site", "x.org"}}),
            "/search?q=a%20b%26c%3D%22%FF%C3%A9%2B%25&site=x.org");
  EXPECT_EQ(LinkTo("/", {{"q", ""}}), "/");
}

// Random bytes never become markup.
TEST(Html, AnyBytesAreText) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string foreign;
    for (auto i = random() % 40; i > 0; --i)
      foreign += static_cast<char>("<>&\"'=/ a\n\xff\xe2"[random() % 12]);
    const CheckedHtml html(El("p", {{"title", foreign}, {"href", foreign}}, foreign).text());
    ASSERT_EQ(html.problem(), "") << foreign;
    ASSERT_EQ(html.tags().size(), 1u);
  }
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Assets, AreTheFilesAsTheyWereBuilt) {
  EXPECT_EQ(Assets().size(), 5u);
  for (const Asset& asset : Assets()) {
    EXPECT_EQ(asset.bytes,
              ReadFile(THRESH_SOURCE_DIR "/query/site/assets/" + std::string(asset.name)));
    EXPECT_FALSE(asset.bytes.empty());
    EXPECT_EQ(asset.version.size(), 8u);
    EXPECT_NE(AssetType(asset.name), "application/octet-stream");
  }
  EXPECT_EQ(FindAsset("../site.h"), nullptr);
}

// No asset asks another host for anything.
TEST(Assets, NameNoOtherHost) {
  for (const Asset& asset : Assets()) {
    std::string text(asset.bytes);
    const std::string name_space = "xmlns=\"http://www.w3.org/2000/svg\"";
    if (const auto at = text.find(name_space); at != std::string::npos)
      text.erase(at, name_space.size());
    EXPECT_EQ(text.find("//www"), std::string::npos) << asset.name;
    EXPECT_EQ(text.find("http://"), std::string::npos) << asset.name;
    EXPECT_EQ(text.find("https://"), std::string::npos) << asset.name;
    EXPECT_EQ(text.find("@import"), std::string::npos) << asset.name;
    EXPECT_EQ(text.find("url("), std::string::npos) << asset.name;
  }
}

TEST(Moves, EveryPageOfBothListsOnce) {
  const auto none = std::nullopt;
  EXPECT_EQ(FindMoves({"a", "b", "c"}, {"c", "a", "d"}),
            (std::vector<Move>{{2, 0}, {0, 1}, {none, 2}, {1, none}}));
  EXPECT_EQ(FindMoves({"a", "a"}, {"a", "a"}), (std::vector<Move>{{0, 0}}));
  EXPECT_TRUE(FindMoves({}, {}).empty());
}

TEST(Schematic, BandsFillThePictureAndEmptyOnesAreNotThere) {
  const std::string markup =
      PageStrip({{"template", 4}, {"content", 0}, {"content", 16}}, "a \"page\"").text();
  const CheckedHtml html(markup);
  ASSERT_EQ(html.problem(), "");
  EXPECT_EQ(html.Values("rect", "width"), (std::vector<std::string>{"200.00", "800.00"}));
  EXPECT_EQ(html.Count("svg", "aria-label", "a \"page\""), 1u);
  EXPECT_EQ(CheckedHtml(PagePicture({}, "nothing").text()).Count("rect"), 0u);
}

Sighting Saying(std::string text) {
  return {.doc = {}, .page = {}, .text = std::move(text), .bands = {}};
}

TEST(Sightings, WordsThatSomePageDoesNotHaveVary) {
  const CommonWords common =
      CommonTo({Saying("edited on Monday by x"), Saying("edited on Friday by x")});
  const std::string text = "edited on Monday 3 by x";
  EXPECT_EQ(MarkVarying(text, VaryingIn(text, common)).text(),
            "edited on <mark class=\"varies\">Monday 3</mark> by x");
  EXPECT_TRUE(CommonTo({}).empty());
}

}  // namespace
}  // namespace thresh
