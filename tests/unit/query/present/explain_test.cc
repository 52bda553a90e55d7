#include "query/present/explain.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "query/present/templates.h"
#include "tests/support/json.h"

namespace thresh {
namespace {

Sighting Saying(std::uint32_t doc, std::string text) {
  Sighting sighting{.doc = DocId(doc), .page = {}, .text = std::move(text), .bands = {}};
  sighting.page.url = "http://x.org/" + std::to_string(doc);
  return sighting;
}

// Number 7, on four pages, of which the store names two beside the leader's.
TemplateCard Bar() {
  TemplateCard card{.id = TemplateId(7), .record = {}, .site = "x.org"};
  TemplateRecord& record = card.record;
  record.support = 4;
  record.tokens = 3;
  record.tokens_removed = 1200;
  record.representative = DocId(1);
  record.examples = {DocId(0), DocId(1), DocId(2)};
  record.text = "Home\nNews  Monday";
  record.rule = {"seen often", {}};
  for (const char* url : {"http://x.org/0", "http://x.org/1", "http://x.org/2"})
    card.examples.emplace_back().url = url;
  card.representative.url = "http://x.org/1";
  return card;
}

TemplateCard ComparedBar() {
  TemplateCard card = Bar();
  card.sightings = {Saying(1, "Home News Monday"), Saying(0, "Home Archive News Friday"),
                    Saying(2, "Home News")};
  card.common = CommonTo(card.sightings);
  return card;
}

TemplateCard ExactBar() {
  TemplateCard card = Bar();
  card.record.exact = true;
  return card;
}

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
  bar.text = "Home\nNews on Monday";
  story.tokens = 3;
  story.text = "all the news";
  e.blocks = {bar, story};
  e.templates.emplace(TemplateId(7), ComparedBar());
  e.blocks_by_verdict = {1, 1, 0, 0};
  e.tokens_by_verdict = {3, 2, 0, 0};
  return e;
}

TEST(Explain, TextHasBlocksRulesAndCounts) {
  EXPECT_EQ(ExplanationText(Sample(), false, Terminal{}),
            "News\n"
            "http://x.org/a\n"
            "docno a, site x.org\n"
            "\n"
            "block  verdict   words  score  pages  template  text\n"
            "    1  template      2   90 %  1,200         7  Home News {on Monday}\n"
            "    0  content       3                          all the news\n"
            "\n"
            "template 7: 3 words on 4 pages, 1,200 removed\n"
            "  rule    seen often\n"
            "  text    Home News {Monday}\n"
            "  on      http://x.org/1\n"
            "  also on http://x.org/0\n"
            "            {Archive} {Friday}\n"
            "          http://x.org/2\n"
            "          and 1 more\n"
            "  varies  words in {braces} are not on all of these pages\n"
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
  EXPECT_NE(
      ExplanationText(e, false, Terminal{})
          .find("  1-2  template      4   90 %  1,300         7  Home News {on Monday Contact}\n"),
      std::string::npos);
  e.text_nodes = false;
  EXPECT_EQ(ExplanationText(e, false, Terminal{}).find("1-2"), std::string::npos);
}

// Every block stands in one row, and a row has one verdict and one template.
TEST(Explain, MarksGoWithTheTextBeforeThemAndTemplatesDoNotMix) {
  Explanation e = Sample();
  ExplainedBlock mark, other = e.blocks[0];
  mark.text = "|";
  other.template_id = TemplateId(8);
  e.templates.emplace(TemplateId(8), ExactBar());
  e.blocks.insert(e.blocks.begin() + 1, {mark, e.blocks[0], other});
  e.text_nodes = true;
  const std::vector<ExplainedRow> rows = RowsOf(e);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].blocks.size(), 3u);
  EXPECT_EQ(rows[0].tokens, 4u);
  EXPECT_EQ(TextOf(rows[0]).text, "Home\nNews on Monday | Home\nNews on Monday");
  EXPECT_EQ(TextOf(rows[0]).varying, (Ranges{{10, 19}, {32, 41}}));
  EXPECT_EQ(rows[1].card, &e.templates.at(TemplateId(8)));
  EXPECT_EQ(rows[2].card, nullptr);
}

TEST(Explain, JsonHasTheTemplateOnlyWhereThereIsOne) {
  const auto json = ParseJson(ExplanationJson(Sample()));
  EXPECT_EQ(json.at("blocks").at(0).at("template"), 7);
  EXPECT_EQ(json.at("blocks").at(0).at("rule"), "seen often");
  EXPECT_EQ(json.at("blocks").at(0).at("varies"), nlohmann::json({"on Monday"}));
  EXPECT_FALSE(json.at("blocks").at(1).contains("template"));
  EXPECT_FALSE(json.at("blocks").at(1).contains("varies"));
  ASSERT_EQ(json.at("templates").size(), 1u);
  EXPECT_EQ(json.at("templates").at(0), nlohmann::json(CardJson(ComparedBar())));
  EXPECT_EQ(json.at("verdicts").at("template").at("tokens"), 2);
}

TEST(Explain, AHeadingThatIsKeptIsSaid) {
  Explanation e = Sample();
  EXPECT_EQ(ExplanationText(e, false, Terminal{}).find("protected:"), std::string::npos);
  e.blocks_by_verdict[3] = 1;
  EXPECT_NE(
      ExplanationText(e, false, Terminal{}).find("\nprotected: first heading of the page: kept\n"),
      std::string::npos);
}

// ---- the card of a template, here and in `templates`

TEST(Card, OneThatIsTheSameEverywhereSaysSoAndMarksNothing) {
  EXPECT_EQ(CardText(ExactBar(), {}, Terminal{}),
            "template 7: 3 words on 4 pages, the same on all, 1,200 removed\n"
            "  rule    seen often\n"
            "  text    Home News Monday\n"
            "  on      http://x.org/1\n"
            "  also on http://x.org/0\n"
            "          http://x.org/2\n"
            "          and 1 more\n");
}

TEST(Card, WhatIsNotKnownIsNotClaimed) {
  const std::string unread = CardText(Bar(), {}, Terminal{});
  EXPECT_NE(unread.find("varies  yes, but its pages were not compared"), std::string::npos)
      << unread;
  EXPECT_EQ(unread.find('{'), std::string::npos);
  TemplateCard elsewhere = Bar();
  elsewhere.sightings = {Saying(1, "Home News"), Saying(0, "News Home")};
  elsewhere.common = CommonTo(elsewhere.sightings);
  const std::string text = CardText(elsewhere, {}, Terminal{});
  EXPECT_NE(text.find("varies  yes, though these pages have the same words"), std::string::npos)
      << text;
}

// A terminal is kept within its width, but for addresses, and what varies is never what is cut.
TEST(Card, ATerminalGetsAFewLinesAPipeGetsAll) {
  TemplateCard card = ComparedBar();
  for (Sighting& sighting : card.sightings) {
    std::string menu;
    for (int i = 0; i < 200; ++i) menu += "entry" + std::to_string(i) + " ";
    sighting.text = menu + sighting.text;
  }
  card.common = CommonTo(card.sightings);
  const Terminal screen{.interactive = true, .style = true, .bars = true, .width = 60};
  const std::string drawn = CardText(card, {.share = 0.5}, screen);
  EXPECT_NE(drawn.find("{\033[1mMonday\033[0m}"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("entry5 \u2026\n          {"), std::string::npos) << drawn;
  EXPECT_EQ(drawn.find("entry6"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("removed  \u2588\u2588\u2588\u2588\u2588\n"), std::string::npos) << drawn;
  EXPECT_NE(CardText(card, {}, Terminal{}).find("entry0 entry1"), std::string::npos);
  EXPECT_NE(CardText(card, {}, Terminal{}).find("entry199 Home News {Monday}\n"),
            std::string::npos);
}

TEST(Card, LongTextsThatDoNotVaryAreCutOnATerminal) {
  TemplateCard card = ExactBar();
  for (int i = 0; i < 300; ++i) card.record.text += " \u5317\u4eac";
  const std::string drawn = CardText(card, {}, Terminal{.interactive = true, .width = 40});
  EXPECT_LT(std::count(drawn.begin(), drawn.end(), '\n'), 14) << drawn;
  EXPECT_NE(drawn.find("\u2026"), std::string::npos);
}

TEST(Card, NothingOfAPageCommandsTheTerminal) {
  TemplateCard card = ComparedBar();
  const std::string evil = "a\033[2Jb\u202Ec\nd";
  card.record.rule = {"incremental.segments",
                      {RuleField::Count(5), RuleField::Share(0.7), RuleField::Text(evil)}};
  card.representative.url = card.examples[0].url = evil;
  for (Sighting& sighting : card.sightings) sighting.text += evil + sighting.page.url;
  for (const bool interactive : {false, true}) {
    const std::string text = CardText(card, {}, Terminal{.interactive = interactive});
    EXPECT_EQ(text.find('\033'), std::string::npos) << text;
    EXPECT_EQ(text.find("\u202E"), std::string::npos) << text;
    EXPECT_EQ(text.find("\nd"), std::string::npos) << text;
  }
}

TEST(Card, JsonTellsNothingVariesFromNotLookedAt) {
  EXPECT_EQ(JsonText(CardJson(ExactBar()).at("varies")), "[]");
  EXPECT_TRUE(CardJson(Bar()).at("varies").is_null());
  const auto json = CardJson(ComparedBar());
  EXPECT_EQ(
      JsonText(json.at("varies")),
      R"([{"url":"http://x.org/1","words":["Monday"]},)"
      R"({"url":"http://x.org/0","words":["Archive","Friday"]},{"url":"http://x.org/2","words":[]}])");
  EXPECT_EQ(json.at("examples").size(), 3u);
  EXPECT_EQ(json.at("rule"), "seen often");
}

TEST(Card, TemplatesAreCardsAndACount) {
  const TemplateCards templates{.found = 9, .shown = {ExactBar(), ComparedBar()}};
  EXPECT_EQ(TemplatesText(templates, false, Terminal{}),
            CardText(ExactBar(), {}, Terminal{}) + "\n" + CardText(ComparedBar(), {}, Terminal{}) +
                "\n9 templates, shown 2\n");
}

}  // namespace
}  // namespace thresh
