#include "indexer/catalog.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

TEST(Catalog, NumbersPagesAndSitesInOrder) {
  Catalog catalog;
  EXPECT_EQ(catalog.Add("a.example", {1, 1}, true).doc, DocId(0));
  EXPECT_EQ(catalog.Add("b.example", {1, 2}, true).site, SiteId(1));
  const Arrival third = catalog.Add("a.example", {1, 3}, true);
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

}  // namespace
}  // namespace thresh
