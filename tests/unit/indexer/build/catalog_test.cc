#include "indexer/catalog.h"

#include <gtest/gtest.h>

#include "indexer/build/site_numbers.h"

namespace thresh {
namespace {

TEST(Catalog, NumbersPagesAndSitesInOrder) {
  Catalog catalog;
  EXPECT_EQ(catalog.Add("a.example", {1, 1}, true).doc, DocId(0));
  EXPECT_EQ(catalog.Add("b.example", {1, 2}, true).site, SiteId(1));
  const Catalog::Entry third = catalog.Add("a.example", {1, 3}, true);
  EXPECT_EQ(third.doc, DocId(2));
  EXPECT_EQ(third.site, SiteId(0));
  EXPECT_EQ(catalog.docs(), 3u);
}

TEST(Catalog, ADuplicateIsOneOfTheSameSiteWithTheSameWords) {
  Catalog catalog;
  EXPECT_FALSE(catalog.Add("a.example", {5, 5}, true).duplicate_of);
  EXPECT_FALSE(catalog.Add("b.example", {5, 5}, true).duplicate_of);  // another site
  EXPECT_EQ(catalog.Add("a.example", {5, 5}, true).duplicate_of, DocId(0));
  EXPECT_EQ(catalog.Add("a.example", {5, 5}, true).duplicate_of,
            DocId(0));  // the first, not the last
}

TEST(Catalog, PagesWithoutWordsAreNoDuplicates) {
  Catalog catalog;
  EXPECT_FALSE(catalog.Add("a.example", {0, 0}, false).duplicate_of);
  EXPECT_FALSE(catalog.Add("a.example", {0, 0}, false).duplicate_of);
}

// The detector knew c and a, in this order; the build meets a, b and c.
TEST(SiteNumbers, VerdictsNameTheSitesOfTheBuild) {
  SiteNumbers sites({"c.example", "a.example"});
  for (const char* site : {"a.example", "b.example", "a.example", "c.example"}) sites.Add(site);
  EXPECT_EQ(sites.sites(), (std::vector<std::string>{"c.example", "a.example", "b.example"}));
  Strikes strikes;
  for (std::uint32_t detector : {0U, 1U, 2U})
    strikes.templates.push_back({SiteId(detector), {}, ""});
  ASSERT_TRUE(sites.Translate(&strikes).ok());
  EXPECT_EQ(strikes.templates[0].site, SiteId(2));
  EXPECT_EQ(strikes.templates[1].site, SiteId(0));
  EXPECT_EQ(strikes.templates[2].site, SiteId(1));
  strikes.templates = {{SiteId(3), {}, ""}};
  EXPECT_EQ(sites.Translate(&strikes).code(), Code::kUnusable) << "a site that no page is of";
}

}  // namespace
}  // namespace thresh
