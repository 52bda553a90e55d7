#include "indexer/page/block_style.h"

#include <gtest/gtest.h>

#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// The key of the block with the text "x".
Hash128 StyleOfX(const std::string& html, Segmentation segmentation = Segmentation::kStyledBlocks) {
  const Page page = HtmlPages(segmentation).Digest(html);
  for (const Span& span : page.spans) {
    if (page.text.substr(span.text_begin, span.text_end - span.text_begin) == "x")
      return page.blocks[span.block.value].style;
  }
  return {};
}

TEST(StylePath, BlocksOfAnotherLookShiftNothing) {
  const std::string plain = "<div class=a>1</div><div class=nav>x</div>";
  const std::string banner = "<div class=banner>now</div><p>b</p>" + plain;
  EXPECT_EQ(StyleOfX(plain), StyleOfX(banner));
  EXPECT_EQ(StyleOfX("<div class=o>" + plain + "</div>"),
            StyleOfX("<div class=o>" + banner + "</div>"));
  EXPECT_NE(StyleOfX(plain, Segmentation::kLayoutBlocks),
            StyleOfX(banner, Segmentation::kLayoutBlocks));
}

TEST(StylePath, BlocksOfTheSameLookCount) {
  EXPECT_NE(StyleOfX("<p>x<p>y"), StyleOfX("<p>y<p>x"));
  EXPECT_NE(StyleOfX("<div class=a>x</div>"), StyleOfX("<div class=b>x</div>"));
  EXPECT_NE(StyleOfX("<div class=a><p>x</div>"), StyleOfX("<div class=b><p>x</div>"));
  EXPECT_NE(StyleOfX("<div width=1>x</div>"), StyleOfX("<div width=2>x</div>"));
  EXPECT_NE(StyleOfX("<div role=main>x</div>"), StyleOfX("<div>x</div>"));
}

TEST(StylePath, LooksAreCleaned) {
  const auto same = [](const std::string& a, const std::string& b) {
    return StyleOfX("<div " + a + ">x</div>") == StyleOfX("<div " + b + ">x</div>");
  };
  EXPECT_TRUE(same("class='a b'", "class=' b  a '"));
  EXPECT_TRUE(same("class='a active'", "class='a'"));
  EXPECT_TRUE(same("class='a is-current menu_OPEN'", "class='a'"));
  EXPECT_FALSE(same("class='a reopen'", "class='a'"));
  EXPECT_TRUE(same("class='a css-1x9z'", "class='a css-7qq'"));
  EXPECT_TRUE(same("class='a b c d e f g'", "class='h i j k l m n'"));
  EXPECT_FALSE(same("class='a b c d e f'", "class='h i j k l m'"));
  EXPECT_TRUE(same("id=post-12", "id=post-3456"));
  EXPECT_FALSE(same("id=post-12", "id=page-12"));
}

// The key of the second try forgets what lies between the first layer and the block.
TEST(StylePath, HighIsTheLookBelowTheFirstLayer) {
  const Hash128 one = StyleOfX("<div class=o><ul>a</ul><ul>x</ul></div>");
  const Hash128 deeper = StyleOfX("<div class=o><div><ul>x</ul></div></div>");
  EXPECT_EQ(one.high, deeper.high);
  EXPECT_NE(one.low, deeper.low);
  EXPECT_NE(one.high, StyleOfX("<div class=p><ul>x</ul></div>").high);
  EXPECT_NE(one.high, StyleOfX("<div class=o><ol>x</ol></div>").high);
}

TEST(StylePath, NoTwoBlocksOfAPageHaveTheSame) {
  std::vector<LayoutBlock> blocks(2'000);
  for (std::uint32_t b = 1; b < blocks.size(); ++b) {
    blocks[b].parent = b * 7919U % b;
    blocks[b].look = b % 3;
  }
  std::vector<Hash128> keys = StylePaths(blocks);
  std::vector<std::uint64_t> low;
  for (const Hash128& key : keys) low.push_back(key.low);
  std::sort(low.begin(), low.end());
  EXPECT_EQ(std::unique(low.begin(), low.end()), low.end());
}

}  // namespace
}  // namespace thresh
