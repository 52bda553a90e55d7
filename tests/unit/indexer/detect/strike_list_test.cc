#include "indexer/detect/strike_list.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

FoundTemplate Found(std::uint32_t site, std::uint64_t key) {
  FoundTemplate found;
  found.site = SiteId(site);
  found.key = {key, 7};
  found.rule = MakeRule("pagelets.local", {RuleField::Count(3)});
  return found;
}

TEST(StrikeList, ATemplateIsOneSiteAndKey) {
  StrikeList strikes;
  EXPECT_EQ(strikes.Name(Found(0, 1)), TemplateId(0));
  EXPECT_EQ(strikes.Name(Found(0, 2)), TemplateId(1));
  EXPECT_EQ(strikes.Name(Found(1, 1)), TemplateId(2)) << "another site";
  EXPECT_EQ(strikes.Name(Found(0, 1)), TemplateId(0)) << "known";
  EXPECT_EQ(strikes.Take().templates.size(), 3u);
}

TEST(StrikeList, ComesOutInPageOrderAndIsEmptyAfterwards) {
  StrikeList strikes;
  const TemplateId found = strikes.Name(Found(0, 1));
  strikes.Add(DocId(2), BlockNo(0), found, 80);
  strikes.Add(DocId(1), BlockNo(3), found);
  strikes.Add(DocId(1), BlockNo(2), found, 90);
  const Strikes taken = strikes.Take();
  ASSERT_EQ(taken.strikes.size(), 3u);
  EXPECT_EQ(taken.strikes[0].block, BlockNo(2));
  EXPECT_EQ(taken.strikes[1].block, BlockNo(3));
  EXPECT_EQ(taken.strikes[1].score, StrikeList::kWhole);
  EXPECT_EQ(taken.strikes[2].doc, DocId(2));
  EXPECT_TRUE(strikes.Take().strikes.empty());
  EXPECT_EQ(strikes.Name(Found(0, 9)), TemplateId(0)) << "numbers begin again";
}

}  // namespace
}  // namespace thresh
