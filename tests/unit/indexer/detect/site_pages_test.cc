#include "indexer/detect/site_pages.h"

#include <gtest/gtest.h>

#include "tests/support/made_page.h"

namespace thresh {
namespace {

Page PageOf(const std::string& site, const std::string& words) {
  PageMaker maker;
  maker.Add("text", words);
  Page page = maker.Make();
  page.site = site;
  return page;
}

TEST(SitePages, SitesByFirstAppearanceAndDuplicatesPerSite) {
  SitePages pages;
  const auto add = [&](const std::string& site, const std::string& words) {
    const SitePages::Arrival arrival = pages.Add(PageOf(site, words));
    return std::pair(arrival.site.value, arrival.duplicate);
  };
  EXPECT_EQ(add("b", "one"), std::pair(0U, false));
  EXPECT_EQ(add("a", "one"), std::pair(1U, false)) << "another site";
  EXPECT_EQ(add("b", "two"), std::pair(0U, false));
  EXPECT_EQ(add("b", "one"), std::pair(0U, true));
  EXPECT_EQ(add("a", ""), std::pair(1U, false));
  EXPECT_EQ(add("a", ""), std::pair(1U, false)) << "pages without words are no copies";
  EXPECT_EQ(pages.sites(), 2u);
}

TEST(SitePages, StateIsTakenBack) {
  SitePages pages;
  for (int i = 0; i < 40; ++i) {
    const std::string site(1, static_cast<char>('z' - i % 3));
    pages.Add(PageOf(site, "page " + std::to_string(i)));
  }
  SitePages again;
  ASSERT_TRUE(again.Decode(pages.Encode()));
  EXPECT_EQ(again.Encode(), pages.Encode());
  EXPECT_EQ(again.bytes(), pages.bytes());
  EXPECT_TRUE(again.Add(PageOf("z", "page 0")).duplicate);
  EXPECT_EQ(again.Add(PageOf("y", "page 0")).site, SiteId(1));
  EXPECT_FALSE(again.Decode(pages.Encode().substr(1)));
}

}  // namespace
}  // namespace thresh
