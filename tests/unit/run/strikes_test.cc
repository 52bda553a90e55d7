#include "indexer/run/strikes.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

TEST(Strikes, AppendRenumbersAndKeepsTheOrder) {
  Strikes a, b;
  a.templates = {{SiteId(0), {1, 1}, "a"}};
  a.strikes = {{DocId(0), BlockNo(1), TemplateId(0), 80}, {DocId(5), BlockNo(0), TemplateId(0), 81}};
  b.templates = {{SiteId(0), {2, 2}, "b"}, {SiteId(1), {3, 3}, "c"}};
  b.strikes = {{DocId(0), BlockNo(0), TemplateId(1), 90}, {DocId(6), BlockNo(2), TemplateId(0), 91}};
  a.Append(b);
  ASSERT_EQ(a.templates.size(), 3u);
  EXPECT_EQ(a.templates[2].rule, "c");
  ASSERT_EQ(a.strikes.size(), 4u);
  const std::vector<std::uint32_t> templates = {2, 0, 0, 1};
  const std::vector<std::uint8_t> scores = {90, 80, 81, 91};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(a.strikes[i].template_id.value, templates[i]);
    EXPECT_EQ(a.strikes[i].score, scores[i]);
    if (i == 0) continue;
    EXPECT_TRUE(a.strikes[i - 1].doc < a.strikes[i].doc || a.strikes[i - 1].block < a.strikes[i].block);
  }
}

}  // namespace
}  // namespace thresh
