#include "query/present/explain.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace thresh {
namespace {

Explanation Sample() {
  Explanation e;
  e.page.record.title = "News";
  e.page.record.url = "http://x.org/a";
  e.page.record.docno = "a";
  e.page.record.body_tokens_seen = 5;
  e.page.record.body_tokens_indexed = 3;
  e.site = "x.org";
  ExplainedBlock bar, story;
  bar.block = BlockNo(1);
  bar.verdict = Verdict::kTemplate;
  bar.tokens = 2;
  bar.score = 90;
  bar.support = 1200;
  bar.template_id = TemplateId(7);
  bar.rule = "seen often";
  bar.text = "Home\nNews";
  story.tokens = 3;
  story.text = "all the news";
  e.blocks = {bar, story};
  e.blocks_by_verdict = {1, 1, 0, 0};
  e.tokens_by_verdict = {3, 2, 0, 0};
  return e;
}

TEST(Explain, TextHasBlocksRulesAndCounts) {
  EXPECT_EQ(ExplanationText(Sample(), Terminal{}),
            "News\n"
            "http://x.org/a\n"
            "docno a, site x.org\n"
            "\n"
            "block  verdict   words  score  pages  template  text\n"
            "    1  template      2   90 %  1,200         7  Home News\n"
            "    0  content       3                          all the news\n"
            "\n"
            "template  verdict   rule\n"
            "       7  template  seen often\n"
            "\n"
            "verdict    blocks  words  of the page\n"
            "content         1      3       60.0 %\n"
            "template        1      2       40.0 %\n"
            "kept-one        0      0        0.0 %\n"
            "protected       0      0        0.0 %\n"
            "\n"
            "3 of 5 words indexed\n");
}

// A page cut at its text nodes has many small blocks: what shares a fate is one row.
TEST(Explain, TextNodesOfOneFateShareARow) {
  Explanation e = Sample();
  ExplainedBlock more = e.blocks[0];
  more.block = BlockNo(2);
  more.support = 1300;
  more.text = "Contact";
  e.blocks.insert(e.blocks.begin() + 1, more);
  e.text_nodes = true;
  EXPECT_NE(ExplanationText(e, Terminal{})
                .find("  1-2  template      4   90 %  1,300         7  Home News Contact\n"),
            std::string::npos);
  e.text_nodes = false;
  EXPECT_EQ(ExplanationText(e, Terminal{}).find("1-2"), std::string::npos);
}

TEST(Explain, JsonHasTheTemplateOnlyWhereThereIsOne) {
  const auto json = nlohmann::json::parse(ExplanationJson(Sample()));
  EXPECT_EQ(json.at("blocks").at(0).at("template"), 7);
  EXPECT_EQ(json.at("blocks").at(0).at("rule"), "seen often");
  EXPECT_FALSE(json.at("blocks").at(1).contains("template"));
  EXPECT_EQ(json.at("verdicts").at("template").at("tokens"), 2);
}

}  // namespace
}  // namespace thresh
