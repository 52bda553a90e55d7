// Layout blocks of the profile `paper`: tag, position, attribute vector and own words, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/text/analyzer.h"
#include "indexer/page/html/gumbo_reader.h"
#include "indexer/page/html/tags.h"
#include "indexer/page/segmenter.h"
#include "tests/golden/golden_file.h"

namespace thresh {
namespace {

std::vector<std::uint32_t> Position(const Outline& outline, std::uint32_t block) {
  std::vector<std::uint32_t> position;
  for (; block != 0; block = outline.blocks[block].parent)
    position.push_back(outline.blocks[block].rank);
  std::reverse(position.begin(), position.end());
  return position;
}

std::vector<std::string> Words(const Outline& outline, std::uint32_t block) {
  auto analyzer = Analyzer::Make({});
  std::vector<std::string> words;
  for (const Span& span : outline.spans) {
    if (span.block.value != block) continue;
    const auto own =
        (*analyzer)->Terms(outline.text.substr(span.text_begin, span.text_end - span.text_begin));
    words.insert(words.end(), own.begin(), own.end());
  }
  return words;
}

TEST(SegmentGolden, TagCodesAreThoseOfTheProfile) {
  const nlohmann::json golden = ReadGolden("segment.json");
  std::vector<std::string> tags;
  for (const GumboTag tag : kLayoutTags) tags.emplace_back(gumbo_normalized_tagname(tag));
  EXPECT_EQ(golden["layout_tags_in_order"], tags);
}

TEST(SegmentGolden, BlocksBitForBit) {
  const nlohmann::json golden = ReadGolden("segment.json");
  for (const auto& example : golden["cases"]) {
    SCOPED_TRACE(example["name"].get<std::string>());
    const std::string html = example["html"];
    HtmlTree tree;
    ASSERT_EQ(GumboReader((ParseLimits())).Read(html, &tree), ParseOutcome::kParsed);
    Outline outline;
    Segmenter(ParseLimits().depth).Segment(tree, &outline);
    const auto& expected = example["blocks"];
    ASSERT_EQ(outline.blocks.size(), expected.size());
    for (std::uint32_t b = 0; b < expected.size(); ++b) {
      SCOPED_TRACE(b);
      const LayoutBlock& block = outline.blocks[b];
      const auto tag = kLayoutTags[static_cast<std::size_t>(block.attributes[0])];
      EXPECT_EQ(expected[b]["tag"], gumbo_normalized_tagname(tag));
      EXPECT_EQ(expected[b]["position"], Position(outline, b));
      EXPECT_EQ(expected[b]["attrs"], block.attributes);
      EXPECT_EQ(expected[b]["words"], Words(outline, b));
    }
  }
}

}  // namespace
}  // namespace thresh
