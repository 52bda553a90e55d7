// Page::tree and Page::lines: what detectors see of a page besides its words.
#include <gtest/gtest.h>

#include "common/base/hash.h"
#include "common/store/tag_names.h"
#include "indexer/page/html/tags.h"
#include "indexer/page/tag_codes.h"
#include "query/export/tag_roles.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

Page DigestAs(Segmentation segmentation, const std::string& html,
              std::uint64_t max_bytes = 8u << 20) {
  DigestOptions options;
  options.segmentation = segmentation;
  options.limits.html_bytes = max_bytes;
  return HtmlPages(options).Digest(html, "http://example.com/a.html");
}

// "body.top(p#x(=0) nav(a(=1)))": tags with class and id, text nodes with their number.
std::string Draw(const PageTree& tree, std::uint32_t at) {
  const PageNode& node = tree.nodes[at];
  if (node.tag == kTextTag) return "=" + std::to_string(node.first_text);
  std::string out(TagName(node.tag));
  if (out.empty()) out = std::string(tree.Find(node, AttributeName::kTagName)) + "!";
  if (const auto value = tree.Find(node, AttributeName::kClass); !value.empty())
    out += "." + std::string(value);
  if (const auto value = tree.Find(node, AttributeName::kId); !value.empty())
    out += "#" + std::string(value);
  std::string inside;
  for (std::uint32_t child = at + 1; child < node.end; child = tree.nodes[child].end) {
    EXPECT_EQ(tree.nodes[child].parent, at);
    inside += (inside.empty() ? "" : " ") + Draw(tree, child);
  }
  return inside.empty() ? out : out + "(" + inside + ")";
}

std::vector<std::string> BlockTexts(const Page& page) {
  std::vector<std::string> texts(page.blocks.size());
  for (const Span& span : page.spans) {
    if (!texts[span.block.value].empty()) texts[span.block.value] += "|";
    texts[span.block.value] += page.text.substr(span.text_begin, span.text_end - span.text_begin);
  }
  // Cut words, title, URL, description.
  texts.resize(texts.size() - (page.cut_words.empty() ? 3 : 4));
  return texts;
}

// The white space that the texts of a page have lost: "text@place:white".
std::vector<std::string> SpacesOf(const std::string& html) {
  std::vector<std::string> spaces;
  for (const PageSpace& space : DigestAs(Segmentation::kTextNodes, html).tree.spaces)
    spaces.push_back(std::to_string(space.text) + "@" + std::to_string(space.at) + ":" +
                     space.white);
  return spaces;
}

TEST(Tree, PreformattedTextKeepsItsWhiteSpace) {
  using Spaces = std::vector<std::string>;
  EXPECT_EQ(SpacesOf("<body>a\n\n b<pre>  a  b c\n\td\n</pre> \n c"),
            (Spaces{"1@0:  ", "1@1:  ", "1@5:\n\t"}));
  // White space between elements stands in front of the next text.
  EXPECT_EQ(SpacesOf("<pre><b>a</b>\n<i>b</i> c<i>d\r\n</i><u>  e</u></pre>f"),
            (Spaces{"1@0:\n", "4@0:\n  "}));
  EXPECT_EQ(SpacesOf("<pre>a\n</pre><pre>b</pre><p>c\nd"), Spaces{});
}

TEST(Tree, TagsHaveTheNumbersThatAStoreSays) {
  ASSERT_EQ(kTagNames.size(), std::size_t{GUMBO_TAG_UNKNOWN});
  for (std::uint32_t tag = 0; tag < kTagNames.size(); ++tag) {
    EXPECT_EQ(kTagNames[tag], TagName(tag));
    EXPECT_EQ(TagCode(kTagNames[tag]), tag) << kTagNames[tag];
    EXPECT_EQ(IsInline(RoleOf(tag)), kTagTable[tag].is_inline) << kTagNames[tag];
  }
  // Unknown elements are told apart by their names.
  EXPECT_NE(TagCode("x-a"), TagCode("x-b"));
}

TEST(Tree, ElementsAndTextsInOrder) {
  const Page page =
      DigestAs(Segmentation::kTextNodes,
               "<title>t</title><body class=top> <p id=x>one<!-- c --> two <b></b></p>\n"
               "<script>no</script><nav><a href='b.html'>three</a></nav><x-Y>four</x-Y>");
  EXPECT_EQ(Draw(page.tree, 0), "body.top(p#x(=0 =1 b) nav(a(=2)) x-y!(=3))");
  EXPECT_EQ(page.tree.nodes[0].end, page.tree.nodes.size());
  EXPECT_EQ(BlockTexts(page), (std::vector<std::string>{"one", "two", "three", "four"}));
  EXPECT_EQ(page.blocks[2].tokens, 1u);
  ASSERT_EQ(page.links.size(), 1u);
  EXPECT_EQ(page.links[0].block, BlockNo(2));
  EXPECT_EQ(TagName(page.tree.nodes.at(page.links[0].node).tag), "a");
}

TEST(Tree, LookIsTheAttributeVector) {
  const Page page =
      DigestAs(Segmentation::kTextNodes, "<p align=left>a<p align=left>b<p align=right>c<p>d");
  const auto look = [&](std::uint32_t p) { return page.tree.nodes[1 + 2 * p].look; };
  EXPECT_EQ(look(0), look(1));
  EXPECT_NE(look(0), look(2));
  EXPECT_EQ(look(3), 0u);
}

TEST(Tree, DegradedAndEmptyPagesHaveAFlatOne) {
  const Page page = DigestAs(Segmentation::kTextNodes, "<div><p>one</p><p>two</p></div>", 8);
  EXPECT_TRUE(page.degraded);
  EXPECT_EQ(Draw(page.tree, 0), "body(=0 =1)");
  EXPECT_EQ(BlockTexts(page), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(Draw(DigestAs(Segmentation::kTextNodes, "").tree, 0), "body");
}

TEST(Tree, DepthIsCut) {
  std::string html;
  for (int i = 0; i < 600; ++i) html += "<div>";
  const Page page = DigestAs(Segmentation::kTextNodes, html + "deep<p>er");
  EXPECT_LT(page.tree.nodes.size(), 520u);
  EXPECT_EQ(BlockTexts(page), (std::vector<std::string>{"deep", "er"}));
}

TEST(Tree, OnlyWhereAskedFor) {
  const Page page = DigestAs(Segmentation::kLayoutBlocks, "<p>a");
  EXPECT_TRUE(page.tree.nodes.empty());
  EXPECT_TRUE(page.lines.empty());
}

TEST(Lines, BlocksAreLinesWithText) {
  const Page page = DigestAs(Segmentation::kSourceLines,
                             "<body>\r\n<b>one</b> two\n<p>three\nfour\n\n<i>five</i>\n");
  EXPECT_EQ(BlockTexts(page), (std::vector<std::string>{"one|two", "three", "four", "five"}));
  ASSERT_EQ(page.lines.size(), 6u);
  EXPECT_EQ(page.lines[0].hash, FastHash64("<body>"));
  EXPECT_EQ(page.lines[0].block, kNoBlock);
  EXPECT_EQ(page.lines[1].block, BlockNo(0));
  EXPECT_EQ(page.lines[3].block, BlockNo(2));
  EXPECT_EQ(page.lines[4].block, kNoBlock);
  EXPECT_EQ(page.body_tokens, 5u);
}

// Minified html has no lines; a '<' that is text, and one that is written as an entity, cut nothing
// amiss.
TEST(SourceLines, AlsoCutBeforeTags) {
  const Page page =
      DigestAs(Segmentation::kSourceTags, "<body><b>one</b>two<p>a < b\nc &lt; d<i>five</i>");
  EXPECT_EQ(BlockTexts(page), (std::vector<std::string>{"one", "two", "a < b", "c < d", "five"}));
  ASSERT_EQ(page.lines.size(), 8u);
  EXPECT_EQ(page.lines[0].hash, FastHash64("<body>"));
  EXPECT_EQ(page.lines[1].hash, FastHash64("<b>one"));
  EXPECT_EQ(page.lines[2].block, BlockNo(1));
  EXPECT_EQ(page.lines[5].hash, FastHash64("c &lt; d"));
  EXPECT_EQ(page.lines[5].block, BlockNo(3));
}

}  // namespace
}  // namespace thresh
