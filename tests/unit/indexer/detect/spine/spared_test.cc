// What stays beside template: page numbers, values that many pages have, and what an element that
// is spared holds.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {
namespace {

std::string Number(int n) { return std::to_string(n); }

// The pager is the same on all pages, and stands where menus stand.
TEST(SpineSpared, PageNumbersOfListsStay) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    site.Add(Menu() + "<div class=\"pages\">" + Anchor("First page", "/1") + Anchor("11", "/1") +
             "<b>12</b>" + Anchor("13", "/3") + Anchor("Last page", "/9") + "</div>" +
             "<div class=\"top\">" + Anchor("Our top", "/top") + "<b>10</b></div>" + Article(i));
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const char* const number : {"11", "12", "13"}) EXPECT_TRUE(verdicts.NoneStruck(number));
  for (const char* const text : {"First page", "Last page", "Our top", "10"})
    EXPECT_TRUE(verdicts.AllStruck(text)) << text;
}

// Records whose last line is the same on `same` pages of forty, with a footer behind it.
HtmlSite Records(int same, const std::string& open, const std::string& close) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    const std::string order = i < same ? "Order ten at least" : "Order " + OwnWords(3, Number(i));
    site.Add(Menu() + "<div class=\"text\">" + P(OwnWords(40, Number(i))) +
             P(OwnWords(6, "n" + Number(i))) + P(open + order + close) + "</div>" + Foot());
  }
  return site;
}

// The value of many records stands beside a footer, which place has struck: that makes no bar.
// A link there is a part of the bar, and so is what nearly every page says: 39 pages of 40.
TEST(SpineSpared, ValuesBesideAFooterStay) {
  const std::string order = "Order ten at least";
  EXPECT_TRUE(Records(30, "", "").Judge("spine").NoneStruck(order));
  EXPECT_TRUE(Records(38, "", "").Judge("spine").NoneStruck(order));
  EXPECT_TRUE(Records(39, "", "").Judge("spine").AllStruck(order));
  EXPECT_TRUE(Records(30, "<a href=\"/order\">", "</a>").Judge("spine").AllStruck(order));
}

// The box is template on 36 pages. On four it has a text of their own, which makes it no bar there,
// and the links in it go by a rule of their own.
TEST(SpineSpared, WhatASparedElementHoldsIsJudgedByItself) {
  const std::string help = "All the places where you can ask for help with it";
  const std::string news = "All that was new in this month and in the last";
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    site.Add(Menu() + "<div class=\"text\">" + P(OwnWords(60, Number(i))) +
             "<div class=\"box\"><div class=\"links\">" + Anchor(help, "/help") +
             Anchor(news, "/news") + "</div>" +
             (i % 10 == 0 ? P(OwnWords(35, "box" + Number(i))) : "") + "</div></div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_TRUE(verdicts.AllStruck(help));
  EXPECT_TRUE(verdicts.AllStruck(news));
  EXPECT_EQ(verdicts.Struck().size(), 5U);  // and the menu
}

// Every page begins with the path to it. Six pages are of a section whose long name is rare: their
// path is mostly that name, and still a path, since all of it is links off the page.
TEST(SpineSpared, ThePathOfARareSectionIsNoBox) {
  const std::string rare = "Questions that readers of these pages sent";
  HtmlSite site;
  for (int i = 0; i < 120; ++i) {
    const std::string section = Anchor(i % 20 == 0 ? rare : "All articles", "/s");
    site.Add("<div class=\"text\"><ul class=\"path\">" + Anchor("Home", "/") + section + "</ul>" +
             P(OwnWords(40, Number(i))) + P(OwnWords(40, "b" + Number(i))) + "</div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_TRUE(verdicts.AllStruck(rare));
  EXPECT_TRUE(verdicts.AllStruck("All articles"));
}

}  // namespace
}  // namespace thresh
