#include "indexer/page/plain_text.h"

#include <gtest/gtest.h>

#include "indexer/page/entities.h"

namespace thresh {
namespace {

using Spans = std::vector<std::string>;

Spans SpansOf(const Outline& outline) {
  Spans spans;
  for (const Span& s : outline.spans) {
    spans.push_back(std::to_string(s.block.value) + ":" +
                    outline.text.substr(s.text_begin, s.text_end - s.text_begin));
  }
  return spans;
}
Spans Strip(std::string_view html) {
  Outline outline;
  StripTags(html, &outline);
  return SpansOf(outline);
}
Spans Plain(std::string_view text) {
  Outline outline;
  ReadPlainText(text, &outline);
  return SpansOf(outline);
}

TEST(StripTags, LayoutTagsMakeBlocks) {
  EXPECT_EQ(Strip("a<b>b</b> c<div>d<p>e</p>f</div>g"),
            (Spans{"0:ab c", "1:d", "2:e", "0:f", "0:g"}));
  EXPECT_EQ(Strip("<td>a</td><td>b</td><br>c"), (Spans{"0:a b c"}));
  EXPECT_EQ(Strip(""), Spans{});
}

TEST(StripTags, DropsWhatCarriesNoText) {
  EXPECT_EQ(
      Strip("a<script>if (x<y) '</p>'</script>b<STYLE>no</Style >c<!-- no --><!doctype no><?no?>d"),
      (Spans{"0:abcd"}));
  EXPECT_EQ(Strip("a<svg><text>no</text></svg><noscript>no</noscript><template>no</template>b"),
            (Spans{"0:ab"}));
}

TEST(StripTags, TitleIsNoted) {
  Outline outline;
  StripTags("<title> x &amp; y </title><title>no</title>z", &outline);
  EXPECT_EQ(outline.title, "x & y");
  EXPECT_EQ(SpansOf(outline), (Spans{"0:z"}));
}

TEST(StripTags, WhatBeginsNothingOrNeverEnds) {
  EXPECT_EQ(Strip("a<script>b"), (Spans{"0:ab"}));
  EXPECT_EQ(Strip("a<!-- b <p>c"), (Spans{"0:ac"}));  // the comment ends at '>'
  EXPECT_EQ(Strip("1 < 2 & 3 <"), (Spans{"0:1 < 2 & 3 <"}));
  EXPECT_EQ(Strip("a</"), (Spans{"0:a</"}));
  EXPECT_EQ(Strip("<a title='>'>b"), (Spans{"0:b"}));
  EXPECT_EQ(Strip("<a title='>b"), (Spans{"0:b"}));
  EXPECT_EQ(Strip("<a don't>b"), (Spans{"0:b"}));
  EXPECT_EQ(Strip("<!-->a-->"), (Spans{"0:a-->"}));
}

// As gumbo does, and the straight reader.
TEST(StripTags, WhatTheEndOfThePageCutsOffIsNoText) {
  for (const std::string_view cut :
       {"<b", "<b c", "<b class=\"d", "<b class=\"d\"", "<b class='d e", "<b class=d/",
        "<b c=", "<b title=\"x>y\" class=\"d", "<b title=\"x>y\" c", "</b", "</b c", "<!-- b",
        "<!doc b", "<?b"}) {
    EXPECT_EQ(Strip("a " + std::string(cut)), (Spans{"0:a"})) << cut;
    EXPECT_EQ(TextOfMarkup("<p>a" + std::string(cut)), "a") << cut;
  }
}

TEST(StripTags, TimeIsLinear) {
  constexpr int kTimes = 200'000;
  for (const std::string_view piece :
       {"<a '>'", "<a ='>'", "<script>", "<!--", "<", "<a \"", "&", "&#", "</", "<title>", "<a="}) {
    std::string html;
    for (int i = 0; i < kTimes; ++i) html += piece;
    Strip(html + "end");  // quadratic would be minutes
  }
}

TEST(Entities, NumbersAndNames) {
  const auto decoded = [](std::string_view text) {
    std::string out;
    DecodeEntities(text, &out);
    return out;
  };
  EXPECT_EQ(decoded("&lt;&amp;amp;&eacute;&euro;&Omega;&thetasym;&AElig"), "<&amp;é€Ωϑ\u00C6");
  EXPECT_EQ(decoded("&#65;&#x42;&#X43;&#68"), "ABCD");
  EXPECT_EQ(decoded("&#128;&#0;&#xD800;&#x110000;&#99999999999999999999;"),
            "€\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(decoded("a & b &unknown; &; &#; &#x; &"), "a & b &unknown; &; &#; &#x; &");
}

TEST(ReadPlainText, ParagraphsBetweenBlankLines) {
  EXPECT_EQ(Plain("a\nb\n\nc <b> &amp;\r\n \t\r\n\n d"), (Spans{"1:a b", "2:c <b> &amp;", "3:d"}));
  EXPECT_EQ(Plain("\n\n a"), (Spans{"1:a"}));
  EXPECT_EQ(Plain(" \n "), Spans{});
  EXPECT_EQ(Plain(""), Spans{});
}

TEST(TextOfMarkup, OneString) { EXPECT_EQ(TextOfMarkup("<p>a<b>b</b><p>c&lt;"), "ab c<"); }

}  // namespace
}  // namespace thresh
