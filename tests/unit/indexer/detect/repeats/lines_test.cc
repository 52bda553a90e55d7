#include "indexer/detect/repeats/lines.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"
#include "tests/unit/indexer/detect/html_site.h"

namespace thresh {
namespace {

using repeats::LineCutter;

struct Line {
  std::string text;
  std::uint32_t first_block, blocks;
};

void ExpectLines(const Page& page, const std::vector<Line>& expected) {
  LineCutter cutter;
  const auto& lines = cutter.Cut(page);
  ASSERT_EQ(lines.size(), expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].text, FastHash64(expected[i].text)) << expected[i].text;
    EXPECT_EQ(lines[i].first_block, expected[i].first_block) << expected[i].text;
    EXPECT_EQ(lines[i].blocks, expected[i].blocks) << expected[i].text;
  }
}

void ExpectLines(const std::string& body, const std::vector<Line>& expected) {
  ExpectLines(HtmlPages(Segmentation::kTextNodes).Digest("<body>" + body), expected);
}

TEST(RepeatsLines, BlocksAndBreaksBoundLines) {
  ExpectLines("<p>one two<p>three<ul><li>four<li>five</ul>six<br>seven<hr>eight",
              {{"one two", 0, 1},
               {"three", 1, 1},
               {"four", 2, 1},
               {"five", 3, 1},
               {"six", 4, 1},
               {"seven", 5, 1},
               {"eight", 6, 1}});
  // The end of a block is a border, even with no block behind it.
  ExpectLines("<div><div>one</div></div>two", {{"one", 0, 1}, {"two", 1, 1}});
  ExpectLines("<a><div>one</div></a>two<a><br></a>three",
              {{"one", 0, 1}, {"two", 1, 1}, {"three", 2, 1}});
}

TEST(RepeatsLines, InlineElementsDoNot) {
  ExpectLines("<p>one <b>two</b> <img src=x> three, f<i>our</i><!-- no border -->.",
              {{"one two three, four.", 0, 5}});
  ExpectLines("<my-mark>one</my-mark> two", {{"one two", 0, 2}});
}

// A line needs a word, and lines without one keep the numbers of text nodes.
TEST(RepeatsLines, LinesWithoutWordsAreNone) {
  ExpectLines("<p>|<p>one<p>* <b>*</b> *<p>two", {{"one", 1, 1}, {"two", 5, 1}});
  ExpectLines("", {});
}

// Pages that are no html have a tree without elements.
TEST(RepeatsLines, ParagraphsOfPlainTextAreLines) {
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  RawPage raw;
  raw.bytes = "one two\n\nthree\nfour";
  raw.form = PageForm::kText;
  ExpectLines((*Digester::Make(options))->Digest(std::move(raw)),
              {{"one two", 0, 1}, {"three four", 1, 1}});
}

TEST(RepeatsLines, PagesThatAShareAsksFor) {
  EXPECT_EQ(repeats::LeastPages(0.3, 10, /*over=*/true), 4u);
  EXPECT_EQ(repeats::LeastPages(0.3, 9, /*over=*/true), 3u);
  EXPECT_EQ(repeats::LeastPages(0.5, 10, /*over=*/false), 5u);
  EXPECT_EQ(repeats::LeastPages(0.5, 11, /*over=*/false), 6u);
  EXPECT_EQ(repeats::LeastPages(0.07, 100, /*over=*/false), 7u);  // .07 * 100 is over 7 in doubles
  EXPECT_EQ(repeats::LeastPages(0.3, 3, /*over=*/true), 2u);
  EXPECT_EQ(repeats::LeastPages(0, 1, /*over=*/false), 2u);
}

// Of ten pages, "Home | News" stands on all, "Part two" on four and "Part one" on three, which is
// 30 % and not more. A second copy on a page counts once.
TEST(RepeatsLines, GoldenExample) {
  HtmlSite site;
  for (int i = 0; i < 10; ++i) {
    std::string body = "<p><a>Home</a> | <a>News</a><p>words of page " + std::to_string(i);
    if (i < 3) body += "<p>Part one<p>Part one";
    if (i < 4) body += "<p>Part two";
    site.Add(body);
  }
  const SiteVerdicts verdicts = site.Judge("repeats_lines");
  EXPECT_EQ(verdicts.Struck(), (std::set<std::string>{"Home", "|", "News", "Part two"}));
  EXPECT_TRUE(verdicts.AllStruck("Part two"));
  EXPECT_EQ(RuleSentence(verdicts.pages[0][0].rule), "the same line of text on 10 of 10 pages");
  EXPECT_EQ(RuleSentence(verdicts.pages[3].back().rule), "the same line of text on 4 of 10 pages");
  EXPECT_EQ(verdicts.pages[0][0].score, 100);

  // Html folds white space. Letters of another case make another line.
  const auto judge = [](const std::string& first, const std::string& second) {
    return HtmlSite()
        .Add(first + "<p>a")
        .Add(second + "<p>b")
        .Add("c")
        .Judge("repeats_lines")
        .Struck();
  };
  EXPECT_EQ(judge("Home\n page", "Home page"), std::set<std::string>{"Home page"});
  EXPECT_TRUE(judge("Home page", "home page").empty());
}

// A random site as its lines, each of which is one to three texts.
using MadePage = std::vector<std::vector<std::string>>;

MadePage RandomPage(Dice* dice, std::uint32_t number) {
  MadePage page;
  for (std::uint32_t lines = 1 + dice->Below(8); lines > 0; --lines) {
    auto& line = page.emplace_back();
    for (std::uint32_t texts = 1 + dice->Below(3); texts > 0; --texts)
      line.push_back("w" + std::to_string(dice->Below(3)));
  }
  page.push_back({"page" + std::to_string(number)});  // no page is a copy
  return page;
}

std::string HtmlOf(const MadePage& page, Dice* dice) {
  static const std::vector<std::pair<std::string, std::string>> kAround = {
      {"<p>", "</p>"}, {"<div><section>", "</section></div>"}, {"<br>", "<br>"}, {"<h2>", "</h2>"}};
  static const std::vector<std::pair<std::string, std::string>> kInside = {
      {"<a href=x>", "</a> "}, {"<i><b>", "</b></i> "}, {"<x-y>", "</x-y> "}, {"<!-- -->", " "}};
  std::string html;
  for (const auto& line : page) {
    const auto& around = kAround[dice->Below(kAround.size())];
    html += around.first;
    // A text node of its own for each text: two neighbours without an element would be one.
    for (const std::string& text : line) {
      const auto& inside = kInside[dice->Below(kInside.size())];
      html += inside.first + text + inside.second;
    }
    html += around.second;
  }
  return html;
}

std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
  return joined;
}

// The slow and obvious twin: whether each line of each page goes.
std::vector<std::vector<bool>> SlowVerdicts(const std::vector<MadePage>& pages) {
  std::map<std::string, std::set<std::size_t>> pages_of;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    for (const auto& line : pages[p]) pages_of[Joined(line)].insert(p);
  }
  std::vector<std::vector<bool>> verdicts;
  for (const MadePage& page : pages) {
    auto& of_page = verdicts.emplace_back();
    for (const auto& line : page) {
      const std::size_t count = pages_of[Joined(line)].size();
      of_page.push_back(count >= 2 && 10 * count > 3 * pages.size());
    }
  }
  return verdicts;
}

TEST(RepeatsLines, AgreesWithTheSlowOne) {
  Dice dice(7);
  std::size_t struck = 0, kept = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<MadePage> pages;
    HtmlSite site;
    const std::uint32_t count = 1 + dice.Below(14);
    for (std::uint32_t i = 0; i < count; ++i) {
      pages.push_back(RandomPage(&dice, i));
      site.Add(HtmlOf(pages.back(), &dice));
    }
    const auto slow = SlowVerdicts(pages);
    const SiteVerdicts fast = site.Judge("repeats_lines");
    for (std::size_t p = 0; p < pages.size(); ++p) {
      std::size_t text = 0;
      for (std::size_t line = 0; line < pages[p].size(); ++line) {
        for (std::size_t i = 0; i < pages[p][line].size(); ++i, ++text) {
          ASSERT_LT(text, fast.pages[p].size());
          EXPECT_EQ(fast.pages[p][text].struck, slow[p][line])
              << round << ": " << Joined(pages[p][line]);
          ++(slow[p][line] ? struck : kept);
        }
      }
      EXPECT_EQ(text, fast.pages[p].size());
    }
  }
  EXPECT_GT(struck, 100u);
  EXPECT_GT(kept, 100u);
}

}  // namespace
}  // namespace thresh
