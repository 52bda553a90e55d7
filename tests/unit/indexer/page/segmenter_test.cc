#include "indexer/page/segmenter.h"

#include <gtest/gtest.h>

#include "indexer/page/block_style.h"
#include "indexer/page/html_reader.h"

namespace thresh {
namespace {

class Segmented {
 public:
  explicit Segmented(std::string html, ParseLimits limits = {}) : html_(std::move(html)) {
    Counters counters;
    HtmlReader reader(limits, {ParserChoice::kAuto, 1});
    EXPECT_EQ(reader.Read(html_, 0, &tree_, &counters), ParseOutcome::kParsed);
    EXPECT_EQ(counters[Counter::kParserDiffers], 0u);
    Segmenter(limits.depth).Segment(tree_, &outline_);
    ExpectTheSameOfGumbo(limits);
  }

  const Outline& outline() const { return outline_; }
  // "BLOCK:text" of each span, '+' before glued ones.
  std::vector<std::string> spans() const {
    std::vector<std::string> spans;
    for (const Span& s : outline_.spans)
      spans.push_back((s.glued ? "+" : "") + std::to_string(s.block.value) + ":" + Text(s));
    return spans;
  }
  std::string Text(const Span& span) const {
    return outline_.text.substr(span.text_begin, span.text_end - span.text_begin);
  }
  std::vector<std::string> Heading() const {
    std::vector<std::string> words;
    for (std::uint32_t i = 0; i < outline_.heading_spans; ++i) {
      words.push_back(Text(outline_.spans[outline_.heading_first_span + i]));
    }
    return words;
  }

 private:
  // What is read from the html of tags hangs on the places that a reader notes.
  void ExpectTheSameOfGumbo(ParseLimits limits) const {
    HtmlTree tree;
    Outline outline;
    ASSERT_EQ(GumboReader(limits).Read(html_, &tree), ParseOutcome::kParsed);
    Segmenter(limits.depth).Segment(tree, &outline);
    EXPECT_EQ(outline.attribute_text, outline_.attribute_text) << html_;
    EXPECT_EQ(outline.noscript_text, outline_.noscript_text) << html_;
    EXPECT_EQ(outline.canonical_href, outline_.canonical_href) << html_;
  }

  std::string html_;
  HtmlTree tree_;
  Outline outline_;
};

using Spans = std::vector<std::string>;

TEST(Segmenter, TextBelongsToTheInnermostBlock) {
  const Segmented page("<!DOCTYPE html><body>a<div>b<p>c</p>d</div>e");
  EXPECT_EQ(page.spans(), (Spans{"0:a", "1:b", "2:c", "1:d", "0:e"}));
  EXPECT_EQ(page.outline().blocks[2].parent, 1u);
}

TEST(Segmenter, OnlyInlineTagsAreTransparent) {
  const Segmented page(
      "<!DOCTYPE html><body>a<b>b</b><!-- -->c<br>d<i> "
      "e</i><table><tr><td>f<td>g</table><x-y>h</x-y>i");
  EXPECT_EQ(page.spans(),
            (Spans{"0:a", "+0:b", "+0:c", "0:d", "0:e", "1:f", "1:g", "0:h", "+0:i"}));
}

TEST(Segmenter, SilentElementsCarryNoText) {
  const Segmented page(
      "<!DOCTYPE html><body>a<script>no</script><style>no</style><noscript>no<p>no</p></noscript>"
      "<template>no</template><svg><title>no</title><text>no</text></svg>b<math><mi>x</mi></math>");
  EXPECT_EQ(page.spans(), (Spans{"0:a", "+0:b", "0:x"}));
  EXPECT_EQ(page.outline().blocks.size(), 1u);
  EXPECT_EQ(page.outline().title, "");
}

TEST(Segmenter, NoscriptOfTheHeadDoesNotLeak) {
  const Segmented page(
      "<!DOCTYPE html><head><noscript><link rel=x><p>no<img src=x><div>no</div><a "
      "href=no>no</a></NOSCRIPT>"
      "<title>T</title><meta name=description content=D></head><body><p>yes</p><a "
      "href=yes>yes</a>");
  EXPECT_EQ(page.spans(), (Spans{"1:yes", "0:yes"}));
  EXPECT_EQ(page.outline().title, "T");
  EXPECT_EQ(page.outline().description, "D");
  ASSERT_EQ(page.outline().anchors.size(), 1u);
  EXPECT_EQ(page.outline().anchors[0].href, "yes");
}

TEST(Segmenter, FormattingThatLeaksFromNoscriptTakesNoTextAlong) {
  const Segmented page("<!DOCTYPE html><head><noscript><b><p>no</noscript></head><body>yes<p>too");
  std::string all;
  for (const std::string& span : page.spans()) all += span.substr(span.find(':') + 1) + " ";
  EXPECT_EQ(all, "yes too ");
}

TEST(Segmenter, UnclosedNoscriptLosesNoText) {
  const Segmented page("<!DOCTYPE html><head><noscript><p>a</head><body>b");
  EXPECT_EQ(page.spans(), (Spans{"1:ab"}));
}

TEST(Segmenter, CdataAndRawMarkupAreText) {
  const Segmented page(
      "<!DOCTYPE html><body><math><mtext><![CDATA[<c>]]></mtext></math><iframe>a "
      "<b>b</b>&amp;</iframe>");
  EXPECT_EQ(page.spans(), (Spans{"0:<c>", "0:a b&"}));
  const Segmented frames(
      "<!DOCTYPE html><frameset><frame src=x><noframes><p>see "
      "<a>here</a></p></noframes></frameset>");
  EXPECT_EQ(frames.spans(), (Spans{"0:see here"}));
}

TEST(Segmenter, TitleDescriptionAndBase) {
  const Segmented page(
      "<!DOCTYPE html><head><title> a &amp;\n b </title><title>no</title><base href=/x/><base "
      "href=/no/>"
      "<meta property='og:description' content='og'><meta NAME=' Description ' content=' first  "
      "one '>"
      "<meta name=description content=no><body><title>no</title>");
  EXPECT_EQ(page.outline().title, "a & b");
  EXPECT_EQ(page.outline().description, "first one");
  EXPECT_EQ(page.outline().base_href, "/x/");
  EXPECT_EQ(Segmented("<meta property=og:description content=og>").outline().description, "og");
  EXPECT_EQ(page.outline().spans.size(), 0u);
}

TEST(Segmenter, APageMayAskForNoIndex) {
  for (const std::string_view rules :
       {"noindex", " NoIndex ", "follow, noindex", "none", "nofollow,noindex,noarchive"}) {
    const Segmented page("<meta name=ROBOTS content='" + std::string(rules) + "'>a");
    EXPECT_TRUE(page.outline().noindex) << rules;
  }
  for (const std::string_view rules :
       {"", ",", "index", "nofollow", "noindexing", "noimageindex"}) {
    const Segmented page("<meta name=robots content='" + std::string(rules) + "'>a");
    EXPECT_FALSE(page.outline().noindex) << rules;
  }
  EXPECT_FALSE(Segmented("<meta name=keywords content=noindex>").outline().noindex);
  EXPECT_FALSE(Segmented("<!-- <meta name=robots content=noindex> -->").outline().noindex);
  const Segmented twice("<meta name=robots content=noindex><meta name=robots content=index>");
  EXPECT_TRUE(twice.outline().noindex);
}

TEST(Segmenter, WordsInDrawingsAreNoticed) {
  for (const std::string_view html :
       {"<svg><text x=1>a</text></svg>", "<SVG><g><TEXT>a</TEXT></g></SVG>",
        "<svg><path/></svg><svg><text>a</text></svg>", "<svg><text>a"})
    EXPECT_TRUE(Segmented(std::string(html)).outline().svg_text) << html;
  for (const std::string_view html :
       {"<svg><path d=M0/></svg>", "<svg><title>a</title></svg>", "<svg></svg><text>a</text>",
        "<textarea></textarea>", "<svg><textures/></svg>", "<svg", "a"})
    EXPECT_FALSE(Segmented(std::string(html)).outline().svg_text) << html;
}

TEST(Segmenter, WhatIsHiddenIsTextAndWhatStandsInAttributesIsNot) {
  const Segmented page(
      "<body><p hidden>a</p><img alt=no title=no><p title=no aria-label=no>b</p>"
      "<p style='display:none'>c</p><input value=no placeholder=no>");
  EXPECT_EQ(page.spans(), (Spans{"1:a", "2:b", "3:c"}));
}

TEST(Segmenter, WordsInAttributesAreNoticed) {
  for (const std::string_view html :
       {"<img alt='a b'>", "<a href=x title=a>b</a>", "<p ARIA-LABEL = \"a\">",
        "<input placeholder=a", "<p>a<img/alt=a>", "<p id='>' title='a'>", "<b title=><i title=a>",
        "</><img alt=ab>"})
    EXPECT_EQ(Segmented(std::string(html) + ">").outline().attribute_text, true) << html;
  for (const std::string_view html :
       {"<img alt=''>", "<img alt>", "<a href='?title=a'>b</a>", "<a href=' title=a '>b</a>",
        "<p title=' '>", "<p data-title=a>", "<p titles=a>", "<title alt=a>a</title>", "title=a",
        "<!-- <img alt=a> -->", "<template><img alt=a></template>"})
    EXPECT_FALSE(Segmented(std::string(html)).outline().attribute_text) << html;
}

TEST(Segmenter, WordsInNoscriptAreNoticed) {
  for (const std::string_view html :
       {"<body><noscript>a</noscript>", "<head><noscript><p>a</p></noscript></head>b",
        "<body><noscript><img></noscript><p>b<NOSCRIPT><b>a</b></NOSCRIPT>", "<body><noscript>a"})
    EXPECT_TRUE(Segmented(std::string(html)).outline().noscript_text) << html;
  for (const std::string_view html :
       {"<body><noscript></noscript>a", "<head><noscript><link rel=x></noscript></head>a",
        "<body><noscript> <img src=a> </noscript>a", "<head><noscript><p>a</head><body>b",
        "<!-- <noscript>a</noscript> -->b"})
    EXPECT_FALSE(Segmented(std::string(html)).outline().noscript_text) << html;
}

TEST(Segmenter, TheFirstCanonicalLinkCounts) {
  const auto href = [](const std::string& html) {
    return Segmented(html).outline().canonical_href;
  };
  EXPECT_EQ(href("<link rel=canonical href=a><link rel=canonical href=b>"), "a");
  EXPECT_EQ(href("<link href=' /a?b&amp;c ' rel='next CANONICAL'>"), "/a?b&c");
  EXPECT_EQ(href("<body><p>a<link rel=canonical href=b>"), "b");
  EXPECT_EQ(href("<link rel=canonicals href=a><link rel=next href=b><a rel=canonical href=c>d"),
            "");
  EXPECT_EQ(href("<head><noscript><p><link rel=canonical href=a></noscript></head>b"), "");
}

TEST(Segmenter, LanguageOfThePage) {
  const auto language = [](const std::string& html) { return Segmented(html).outline().language; };
  EXPECT_EQ(language("<!DOCTYPE html><html lang=' pt-BR '><body lang=de>x"), "pt-BR");
  EXPECT_EQ(language("<!DOCTYPE html><body lang=de>x"), "");
  EXPECT_EQ(language("<html lang='not a tag'>x"), "");
  EXPECT_EQ(language("<html lang=" + std::string(36, 'x') + ">x"), "");
}

TEST(Segmenter, FirstHeadingWithText) {
  const Segmented page("<!DOCTYPE html><body>a<h1><img></h1><h1>b <i>c</i></h1><h1>d</h1>");
  EXPECT_EQ(page.Heading(), (Spans{"b", "c"}));
  EXPECT_EQ(Segmented("<body>a").Heading(), Spans{});
}

TEST(Segmenter, AnchorsKnowTheirBlockAndSpans) {
  const Segmented page(
      "<!DOCTYPE html><body>a<p>b <a href='x'>c <b>d</b></a> e<a href=y><img></a><a name=z>f</a><a "
      "href=''>g</a>");
  const auto& anchors = page.outline().anchors;
  ASSERT_EQ(anchors.size(), 2u);
  EXPECT_EQ(anchors[0].href, "x");
  EXPECT_EQ(anchors[0].block, BlockNo(1));
  EXPECT_EQ(page.Text(page.outline().spans[anchors[0].first_span]), "c");
  EXPECT_EQ(anchors[0].spans, 2u);
  EXPECT_EQ(anchors[1].href, "y");
  EXPECT_EQ(anchors[1].spans, 0u);
}

TEST(Segmenter, DepthIsCutAndTextIsNot) {
  std::string html = "<!DOCTYPE html><body>";
  for (int i = 0; i < 100; ++i) html += "<div>" + std::to_string(i) + " ";
  ParseLimits limits;
  limits.depth = 12;  // html, body and ten more
  const Segmented page(html, limits);
  EXPECT_TRUE(page.outline().depth_cut);
  EXPECT_EQ(page.outline().blocks.size(), 11u);
  EXPECT_EQ(page.spans().back(), "10:99");
  EXPECT_FALSE(Segmented("<div><div>x").outline().depth_cut);
}

TEST(Segmenter, BodyIsBlockZeroWithItsAttributes) {
  const Segmented page("<!DOCTYPE html><body bgcolor=red>x<body width=5>");
  EXPECT_EQ(page.outline().blocks[0].attributes, (AttributeVector{0, 0xff0001, 6}));
  EXPECT_EQ(page.outline().blocks.size(), 1u);
}

TEST(Segmenter, RemembersNothing) {
  Segmenter segmenter(512);
  Outline outline;
  for (const std::string html :
       {"<noscript><p>a</noscript><title>t</title><base href=b><h1>h</h1><a href=x>y</a>",
        "<p>z"}) {
    HtmlTree tree;
    ASSERT_EQ(GumboReader((ParseLimits())).Read(html, &tree), ParseOutcome::kParsed);
    segmenter.Segment(tree, &outline);
  }
  EXPECT_EQ(outline.text, "z");
  EXPECT_EQ(outline.title, "");
  EXPECT_EQ(outline.base_href, "");
  EXPECT_EQ(outline.heading_spans, 0u);
  EXPECT_TRUE(outline.anchors.empty());
}

TEST(BlockStyle, Codes) {
  EXPECT_EQ(ColourCode(""), 0);
  EXPECT_EQ(ColourCode("#000000"), 1);
  EXPECT_EQ(ColourCode(" WHITE "), 0x1000000);
  EXPECT_EQ(ColourCode("#f0A"), 0xff00aa + 1);
  EXPECT_EQ(ColourCode("#12345"), -1);
  EXPECT_EQ(ColourCode("chartreuse"), -1);
  EXPECT_EQ(LengthCode(""), 0);
  EXPECT_EQ(LengthCode("0"), 1);
  EXPECT_EQ(LengthCode(" 760px"), 761);
  EXPECT_EQ(LengthCode("100%"), -101);
  EXPECT_EQ(LengthCode("33.3%"), -34);
  EXPECT_EQ(LengthCode("auto"), 0);
  EXPECT_GT(LengthCode("99999999999999999999"), 1'000'000);
  EXPECT_EQ(AlignCode("LEFT"), 1);
  EXPECT_EQ(AlignCode("center"), 2);
  EXPECT_EQ(AlignCode("right"), 3);
  EXPECT_EQ(AlignCode("justify"), 4);
  EXPECT_EQ(AlignCode("middle"), 0);
}

}  // namespace
}  // namespace thresh
