#include "common/store/page_text.h"

#include <gtest/gtest.h>

#include "query/present/dump.h"
#include "tests/support/json.h"

namespace thresh {
namespace {

// Block 0 content, 1 struck with a protected heading (position 2 to 4), 2 kept on this page.
TextRecord Sample() {
  TextRecord record;
  record.spans = {{"Home", BlockNo(1), false, 1},    {"News", BlockNo(1), false, 1},
                  {"Big day", BlockNo(1), false, 2}, {"caf\u00e9", BlockNo(0), false, 1},
                  {"s", BlockNo(0), true, 1},        {"\u2022", BlockNo(1), false, 0},
                  {"imprint", BlockNo(2), false, 1}};
  record.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(3), 9, 100},
                     {BlockNo(2), Verdict::kKeptOne, TemplateId(4), 8, 90}};
  record.heading_first = 2;
  record.heading_last = 4;
  return record;
}

TEST(ShowSpans, EachSpanHasTheVerdictThatHoldsForIt) {
  const TextRecord record = Sample();
  std::vector<Verdict> verdicts;
  for (const ShownSpan& span : ShowSpans(record)) verdicts.push_back(span.verdict);
  EXPECT_EQ(verdicts,
            (std::vector<Verdict>{Verdict::kTemplate, Verdict::kTemplate, Verdict::kProtected,
                                  Verdict::kContent, Verdict::kContent, Verdict::kTemplate,
                                  Verdict::kKeptOne}));
}

TEST(ShowSpans, WithoutAHeadingNothingIsProtected) {
  TextRecord record = Sample();
  record.heading_first = record.heading_last = 0;
  for (const ShownSpan& span : ShowSpans(record)) EXPECT_NE(span.verdict, Verdict::kProtected);
}

TEST(ShowSpans, WhatStandsElsewhereIsStruck) {
  TextRecord record;
  record.spans = {{"", BlockNo(1), false, 3, {2, 0, BlockNo(2)}},
                  {"News", BlockNo(4), false, 1, {}}};
  const std::vector<ShownSpan> shown = ShowSpans(record);
  EXPECT_EQ(shown[0].verdict, Verdict::kTemplate);
  EXPECT_EQ(shown[1].verdict, Verdict::kContent);
}

TEST(DumpLine, IsDrawnAsTheConstitutionSays) {
  DumpedPage page;
  page.doc.docno = page.doc.path = "a/b.html";
  page.doc.url = "http://x.org/a/b.html";
  page.doc.title = "Caf\u00e9 \"1\"";
  page.doc.date = "2024-01-02";
  page.doc.language = "fr";
  page.site = "x.org";
  page.text = Sample();
  page.text.spans.resize(4);
  page.links.links = {{"http://x.org/", BlockNo(1), 0, 2}, {"http://y.org/", BlockNo(0), 3, 9}};
  EXPECT_EQ(DumpLine(page),
            "{\"docno\":\"a/b.html\",\"path\":\"a/b.html\",\"url\":\"http://x.org/a/b.html\","
            "\"title\":\"Caf\u00e9 \\\"1\\\"\",\"description\":\"\",\"date\":\"2024-01-02\","
            "\"language\":\"fr\",\"site\":\"x.org\",\"links\":["
            "{\"target\":\"http://x.org/\",\"text\":\"Home News\",\"block\":1,"
            "\"verdict\":\"template\"},"
            "{\"target\":\"http://y.org/\",\"text\":\"caf\u00e9\",\"block\":0,"
            "\"verdict\":\"content\"}],\"spans\":["
            "{\"text\":\"Home\",\"block\":1,\"verdict\":\"template\",\"support\":9},"
            "{\"text\":\"News\",\"block\":1,\"verdict\":\"template\",\"support\":9},"
            "{\"text\":\"Big day\",\"block\":1,\"verdict\":\"protected\",\"support\":9},"
            "{\"text\":\"caf\u00e9\",\"block\":0,\"verdict\":\"content\",\"support\":0}]}\n");
}

TEST(DumpLine, TextAloneIsALineOfThree) {
  DumpedPage page;
  page.doc.docno = "1";
  page.doc.title = "A\ttitle\n";
  page.text = Sample();
  page.text.spans.resize(4);
  DumpedPage hostile = page;
  hostile.doc.title = "a\033[31mb\u009b2J\x7f\u202e";
  EXPECT_EQ(DumpTextLine(hostile, DumpedWords::kKept), "1\ta [31mb 2J \u202e\tBig day caf\u00e9\n");
  EXPECT_EQ(DumpTextLine(page, DumpedWords::kKept), "1\tA title \tBig day caf\u00e9\n");
  EXPECT_EQ(DumpTextLine(page, DumpedWords::kAll), "1\tA title \tHome News Big day caf\u00e9\n");
}

TEST(DumpLine, APageWithoutTextHasAnEmptyList) {
  const auto json = ParseJson(DumpLine(DumpedPage()));
  EXPECT_TRUE(json.at("spans").is_array());
  EXPECT_TRUE(json.at("spans").empty());
}

}  // namespace
}  // namespace thresh
