// A big site of short unique blocks: Chen et al. 2006 find chance clusters there, this detector
// must not.
#include <gtest/gtest.h>

#include "indexer/detect/detector.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// Pages of three short blocks, of words drawn from a small vocabulary, and a paragraph of the
// page's own.
TEST(SpineChance, FortyThousandPagesOfShortBlocks) {
  constexpr std::uint32_t kPages = 40'000;
  const auto detector = FindDetector("spine")->make({});
  Dice dice(11);
  std::uint64_t blocks = 0;
  for (std::uint32_t p = 0; p < kPages; ++p) {
    PageMaker maker("http://example.com/" + std::to_string(p % 200) + "/" + std::to_string(p));
    // Six words: beside the content of a page without a root, a single label of fewer stays.
    maker.Add("menu", "home news contact shop help search");
    for (const char* style : {"name", "price", "note"}) {
      std::string words = "a" + std::to_string(dice.Below(3'000));
      for (int w = 0; w < 2; ++w) words += " b" + std::to_string(dice.Below(3'000));
      maker.Add(style, words);
    }
    std::string own;
    for (int w = 0; w < 12; ++w) own += "own" + std::to_string(p) + "x" + std::to_string(w) + " ";
    maker.Add("text", own);
    detector->Observe(maker.Make(), {DocId(p), SiteId(0)});
    blocks += 4;
  }
  std::uint64_t menus = 0, falsely = 0;
  for (const Strike& strike : detector->Conclude().strikes)
    ++(strike.block.value == 0 ? menus : falsely);
  EXPECT_EQ(menus, kPages);
  EXPECT_LE(falsely * 1000, blocks);
}

}  // namespace
}  // namespace thresh
