// What each witness of the spine detector must spare, and what it takes where no style helps.
#include <gtest/gtest.h>

#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {
namespace {

using Texts = std::set<std::string>;
const Texts kBars = {"Home page", "Our news", "Contact us", "Copyright by example"};

std::string Number(int i) { return std::to_string(i); }

// Only the rules that struck these words, over all pages.
std::set<std::string> RulesOf(const SiteVerdicts& verdicts, const std::string& text) {
  std::set<std::string> rules;
  for (const auto& page : verdicts.pages) {
    for (const SiteVerdicts::Text& each : page)
      if (each.struck && each.text == text) rules.insert(each.rule.name);
  }
  return rules;
}

void ExpectEqualVerdicts(const SiteVerdicts& a, const SiteVerdicts& b) {
  ASSERT_EQ(a.pages.size(), b.pages.size());
  for (std::size_t p = 0; p < a.pages.size(); ++p) {
    ASSERT_EQ(a.pages[p].size(), b.pages[p].size());
    for (std::size_t t = 0; t < a.pages[p].size(); ++t) {
      EXPECT_EQ(a.pages[p][t].text, b.pages[p][t].text);
      EXPECT_EQ(a.pages[p][t].struck, b.pages[p][t].struck) << a.pages[p][t].text;
    }
  }
}

// The fields of a record: few values on many pages, and the same label before them.
HtmlSite Records(const std::string& price_before) {
  const char* const kinds[] = {"garden", "kitchen", "garage", "attic"};
  const char* const prices[] = {"12.50", "9.90", "14.00"};
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    site.Add(Menu() + "<div class=\"record\"><h1>Item " + Number(i) + "a of stock</h1>" +
             P(OwnWords(40, Number(i))) + "<p class=\"kind\">Category: " + kinds[i * 7 % 4] +
             "</p><p class=\"price\">" + price_before + prices[i % 3] + "</p>" +
             P(OwnWords(30, "z" + Number(i))) + "</div>" + Foot());
  }
  return site;
}

TEST(SpineGuards, FieldsOfRecordsStay) {
  const SiteVerdicts verdicts = Records("").Judge("spine");
  EXPECT_TRUE(verdicts.NoneStruck("Category: garden"));
  EXPECT_TRUE(verdicts.NoneStruck("Category: attic"));
  EXPECT_TRUE(verdicts.NoneStruck("12.50"));
  EXPECT_EQ(verdicts.Struck(), kBars);
  EXPECT_EQ(Records("<b>Price</b> ").Judge("spine").Count("9.90", true), 0U);
}

// A price beside the content, with the labels of a box that goes: each price stands on many pages,
// and is dense nowhere. A year that is the same everywhere goes with its box.
TEST(SpineGuards, NumbersGoOnlyWhereTheyAreDense) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    site.Add(Menu() + "<div class=\"box\">" + Anchor("Put into the basket", "/b") + "<b>" +
             Number(10 + i % 10) + ".50</b><i>1999</i></div>" + Article(i) + Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(RulesOf(verdicts, "Put into the basket"), (std::set<std::string>{"spine.O1"}));
  EXPECT_TRUE(verdicts.NoneStruck("13.50"));
  EXPECT_TRUE(verdicts.AllStruck("1999"));
}

// Pages of a few series: the name of a series stands on ten pages, in a bar that goes, and is the
// title of each. It stays if no other text says the title, and if it does not lead away.
HtmlSite Series(const std::string& before, const std::string& after, bool heading) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string title = "Series s" + Number(i % 6) + "e";
    site.Add(Menu() + "<div class=\"top\">" + Anchor("Index of all", "/") + before + title + after +
             Anchor("Search the site", "/s") + "</div><div class=\"text\">" +
             (heading ? "<h1>" + title + "</h1>" : "") + P(OwnWords(60, Number(i))) + "</div>" +
             Foot());
    SetTitle(&site, title);
  }
  return site;
}

TEST(SpineGuards, TheOnlyTitleOfAPageStays) {
  const SiteVerdicts only = Series("<b>", "</b>", false).Judge("spine");
  EXPECT_TRUE(only.AllStruck("Index of all"));
  EXPECT_TRUE(only.NoneStruck("Series s3e"));
  const SiteVerdicts linked = Series("<a href=\"up\">", "</a>", false).Judge("spine");
  EXPECT_TRUE(linked.AllStruck("Series s3e"));
  const SiteVerdicts twice = Series("<b>", "</b>", true).Judge("spine");
  EXPECT_EQ(twice.Count("Series s3e", true), 10U);
  EXPECT_EQ(twice.Count("Series s3e", false), 10U);
}

// Titles that change make a header look like content, unless the page says them again.
TEST(SpineGuards, EchoesOfTheTitleDoNotCountInAHeader) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    const std::string title = OwnWords(12, "t" + Number(i));
    site.Add("<div class=\"top\"><b>Manual pages</b> <i>" + title +
             "</i></div><div class=\"text\"><h1>" + title + "</h1>" + P(OwnWords(120, Number(i))) +
             "</div>");
    SetTitle(&site, title);
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Manual pages"}));
  EXPECT_EQ(RulesOf(verdicts, "Manual pages"), (std::set<std::string>{"spine.O1"}));
}

HtmlSite Surrounded(const std::string& open, const std::string& close, int every) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    const std::string page = Menu() + "<div class=\"text\">" + P(OwnWords(40, Number(i))) +
                             P("Note this well") + P(OwnWords(12, "z" + Number(i))) + "</div>" +
                             Foot();
    site.Add(i % every == 0 ? open + page + close : page);
  }
  return site;
}

// A wrapper, and an element that html does not know, are not there, on all pages or on some.
TEST(SpineGuards, UnknownElementsAroundThePageChangeNothing) {
  const SiteVerdicts bare = Surrounded("", "", 1).Judge("spine");
  EXPECT_EQ(bare.Struck(), kBars);
  for (const int every : {1, 3}) {
    ExpectEqualVerdicts(Surrounded("<x-page>", "</x-page>", every).Judge("spine"), bare);
    ExpectEqualVerdicts(Surrounded("<sheet id=\"s\">", "</sheet>", every).Judge("spine"), bare);
  }
}

// A component is a block of its own name; a misspelt element is nothing.
TEST(SpineGuards, ComponentsWorkAsNamedBlocksDo) {
  const auto site_of = [](const std::string& open, const std::string& close) {
    HtmlSite site;
    for (int i = 0; i < 40; ++i) {
      site.Add(open + Anchor("All about our shops", "/") + close + Article(i) +
               P("Note this well") + P(OwnWords(12, "z" + Number(i))));
    }
    return site.Judge("spine");
  };
  const SiteVerdicts named = site_of("<div class=\"nav\">", "</div>");
  EXPECT_EQ(named.Struck(), (Texts{"All about our shops"}));
  ExpectEqualVerdicts(site_of("<x-nav>", "</x-nav>"), named);
  ExpectEqualVerdicts(site_of("<sideber>", "</sideber>"), site_of("", ""));
}

const std::string kNotice = "this notice says in twelve words and more what every page must say";

HtmlSite WithNotices(int quoting, int pages, const std::string& element) {
  HtmlSite site;
  for (int i = 0; i < pages; ++i) {
    const std::string notice = "<" + element + ">" + kNotice + "</" + element + ">";
    site.Add(Menu() + "<div class=\"text\"><h1>Title " + Number(i) + "a</h1>" +
             P(OwnWords(40, Number(i))) + (i < quoting ? notice : "") +
             P(OwnWords(40, "z" + Number(i))) + "</div>" + Foot());
  }
  return site;
}

// One long text needs nine pages of ten, a heading never goes so.
TEST(SpineGuards, LongTextThatNearlyEveryPageHas) {
  const SiteVerdicts all = WithNotices(40, 40, "p").Judge("spine");
  EXPECT_TRUE(all.AllStruck(kNotice));
  EXPECT_EQ(RulesOf(all, kNotice), (std::set<std::string>{"spine.length"}));
  EXPECT_TRUE(WithNotices(36, 40, "p").Judge("spine").AllStruck(kNotice));
  EXPECT_TRUE(WithNotices(35, 40, "p").Judge("spine").NoneStruck(kNotice));
  EXPECT_TRUE(WithNotices(40, 40, "h2").Judge("spine").NoneStruck(kNotice));
}

// Five texts of seven words each, which stand in a row at the end of the content.
std::string Licence(int first, int last) {
  std::string texts;
  for (int t = first; t < last; ++t) texts += P(OwnWords(7, "licence" + Number(t)));
  return texts;
}

// The last page has only a piece of the row: that is what it is about.
HtmlSite WithLicence(int first, int last) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    site.Add("<div class=\"text\">" + P(OwnWords(40, Number(i))) +
             (i < 39 ? Licence(0, 6) : Licence(first, last)) + P(OwnWords(20, "z" + Number(i))) +
             "</div>");
  }
  return site;
}

std::size_t StruckOfLastPage(const SiteVerdicts& verdicts) {
  std::size_t struck = 0;
  for (const SiteVerdicts::Text& text : verdicts.pages.back()) struck += text.struck ? 1U : 0U;
  return struck;
}

// The usual run has 42 words, and seven tenths of these are 29.4.
TEST(SpineGuards, QuotationOfAPieceOfTheTemplateStays) {
  const SiteVerdicts verdicts = WithLicence(1, 5).Judge("spine");
  EXPECT_EQ(StruckOfLastPage(verdicts), 0U);  // 28 words
  EXPECT_EQ(verdicts.pages[0].size(), 8U);
  EXPECT_EQ(RulesOf(verdicts, OwnWords(7, "licence2")), (std::set<std::string>{"spine.length"}));
  EXPECT_EQ(StruckOfLastPage(WithLicence(0, 5).Judge("spine")), 5U);  // 35 words
}

// A run of 21 words is too short wherever it stands.
TEST(SpineGuards, ShortRunsStay) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    site.Add("<div class=\"text\">" + P(OwnWords(40, Number(i))) + Licence(0, 3) +
             P(OwnWords(20, "z" + Number(i))) + "</div>");
  }
  EXPECT_TRUE(site.Judge("spine").Struck().empty());
}

// Messages without any markup that helps: labels, a subject that varies, labels, and the message.
HtmlSite Messages(int labelled, int own, int pages = 60) {
  HtmlSite site;
  for (int i = 0; i < pages; ++i) {
    const std::string n = Number(i);
    const bool bar = i < labelled;
    site.Add((bar ? "Previous message <i>re s" + n + "p</i> Next message <i>re s" + n + "q</i><br>"
                  : "Some words w" + n + "k of this one page only<br>") +
             OwnWords(own, n) + (bar ? "<hr>Sorted by date" : ""));
  }
  return site;
}

TEST(SpineGuards, BarsOfLabelsAtTheHeadGo) {
  const SiteVerdicts verdicts = Messages(60, 60).Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Previous message", "Next message"}));
  for (const char* text : {"Previous message", "Next message"})
    EXPECT_EQ(RulesOf(verdicts, text), (std::set<std::string>{"spine.head"}));
  // A single label at the tail is no bar.
  EXPECT_TRUE(verdicts.NoneStruck("Sorted by date"));
}

// Half of the pages and 1.5 standard deviations, 30 + 5.8; and 30 words between head and tail. Two
// of these are the subject before the message.
TEST(SpineGuards, BarsNeedManyPagesAndLongContent) {
  EXPECT_TRUE(Messages(35, 60).Judge("spine").Struck().empty());
  EXPECT_FALSE(Messages(36, 60).Judge("spine").Struck().empty());
  EXPECT_TRUE(Messages(60, 27).Judge("spine").Struck().empty());
  EXPECT_FALSE(Messages(60, 28).Judge("spine").Struck().empty());
}

// Pages without words of their own are head from the first text to the last: they keep all, and
// they do not count among the pages that a label must stand on.
TEST(SpineGuards, PagesThatAreWhollyHeadKeepAll) {
  HtmlSite site = Messages(60, 60);
  for (int i = 0; i < 8; ++i) {
    site.Add("Previous message <i>re k" + Number(i) + "p</i> Next message <i>re k" + Number(i) +
             "q</i><br>Sorted by date");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Count("Previous message", true), 60U);
  EXPECT_EQ(verdicts.Count("Previous message", false), 8U);
  EXPECT_EQ(verdicts.Count("Next message", false), 8U);
}

// Two boxes in one place that differ in their first words only are two styles.
TEST(SpineGuards, BoxesThatBeginAlikeAreOfOneStyle) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    site.Add("<div>" + P("About this site and us") + P("Words about it all") + "</div><div>" +
             P(OwnWords(60, Number(i))) + P("Note this well") + P(OwnWords(12, "z" + Number(i))) +
             "</div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"About this site and us", "Words about it all"}));
  EXPECT_EQ(RulesOf(verdicts, "Words about it all"), (std::set<std::string>{"spine.O1"}));
}

// Links into the same page stand on many pages, and are its own table of contents.
TEST(SpineGuards, LinksIntoThePageAreNoTemplate) {
  const auto site_of = [](const std::string& to) {
    HtmlSite site;
    for (int i = 0; i < 40; ++i) {
      site.Add("<div class=\"toc\">" + Anchor("Name and synopsis", to + "name") +
               Anchor("Description of all", to + "all") + "</div><div class=\"text\">" +
               P(OwnWords(60, Number(i))) + "</div>");
    }
    return site.Judge("spine");
  };
  EXPECT_EQ(RulesOf(site_of("/"), "Name and synopsis"), (std::set<std::string>{"spine.O1"}));
  EXPECT_EQ(RulesOf(site_of("#"), "Name and synopsis"), (std::set<std::string>{"spine.head"}));
}

// `post-1-of-9` names a page and no component: all names of that form together are no style.
TEST(SpineGuards, NamesWithSeveralNumbersAreDropped) {
  const auto site_of = [](const std::string& before, const std::string& after) {
    HtmlSite site;
    for (int i = 0; i < 40; ++i) {
      site.Add("<div class=\"" + before + Number(i) + after + "\">" +
               Anchor("All about our shops", "/") + "</div><div>" + P(OwnWords(60, Number(i))) +
               P("Note this well") + P(OwnWords(12, "z" + Number(i))) + "</div>");
    }
    return RulesOf(site.Judge("spine"), "All about our shops");
  };
  EXPECT_EQ(site_of("post-", ""), (std::set<std::string>{"spine.O1"}));
  EXPECT_EQ(site_of("post-", "-of-9"), (std::set<std::string>{"spine.E"}));
}

}  // namespace
}  // namespace thresh
