#include "indexer/detect/repeats/runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/html_site.h"

namespace thresh {
namespace {

// "a1 a2 a3", from `first` to `last`.
std::string Words(const std::string& stem, int first, int last) {
  std::string words;
  for (int i = first; i <= last; ++i) words += (i == first ? "" : " ") + stem + std::to_string(i);
  return words;
}

std::string Text(const std::string& words) { return "<p>" + words + "</p>"; }

// Four pages, so a window of six words is common on two. Pages 0 and 1 share twelve words, 2 and 3
// share eleven, and all have words of their own.
TEST(RepeatsRuns, GoldenExample) {
  HtmlSite site;
  for (int page = 0; page < 4; ++page) {
    const std::string shared = page < 2 ? Words("a", 1, 12) : Words("b", 1, 11);
    site.Add(Text(shared) + Text(Words("own" + std::to_string(page) + "x", 1, 20)));
  }
  const SiteVerdicts verdicts = site.Judge("repeats_runs");
  EXPECT_EQ(verdicts.Struck(), std::set<std::string>{Words("a", 1, 12)});
  EXPECT_EQ(verdicts.pages[0][0].score, 100);
  EXPECT_EQ(RuleSentence(verdicts.pages[0][0].rule),
            "at least 12 words in a row, any 6 neighbours of which stand on at least 2 of 4 pages");
}

// The run of twelve words goes over five texts. Four words of the second text stand in it, in all
// of its pages, and the fifth text has one more word than the run.
TEST(RepeatsRuns, ARunGoesOverTextsAndATextNeedsItsShare) {
  const auto judge = [](double covered) {
    HtmlSite site;
    for (int page = 0; page < 3; ++page) {
      const std::string own = "own" + std::to_string(page);
      site.Add(Text(own) + Text(own + "x m1 m2 m3") + Text("m4") + Text("m5 m6 m7 m8 m9") +
               Text("m10 m11 m12 " + own + "y"));
    }
    DetectorConfig config;
    config.Set("repeats.covered", covered);
    return site.Judge("repeats_runs", config);
  };
  const SiteVerdicts wholly = judge(1), mostly = judge(0.75);
  EXPECT_EQ(wholly.Struck(), (std::set<std::string>{"m4", "m5 m6 m7 m8 m9"}));
  EXPECT_EQ(mostly.pages[1][0].struck, false);
  for (std::size_t text = 1; text < 5; ++text) EXPECT_TRUE(mostly.pages[1][text].struck) << text;
  EXPECT_EQ(mostly.pages[1][1].score, 75);
  EXPECT_EQ(judge(0.76).Struck(), wholly.Struck());
}

// Five words of the run are too few for a window, and a word of its own on each page ends a run.
TEST(RepeatsRuns, RunsThatOnlyTouchWordsOfTheirOwnStayApart) {
  HtmlSite site;
  for (int page = 0; page < 3; ++page) {
    const std::string own = " own" + std::to_string(page) + " ";
    site.Add(Text(Words("a", 1, 5) + own + Words("b", 1, 5) + own + Words("c", 1, 11)));
  }
  EXPECT_TRUE(site.Judge("repeats_runs").Struck().empty());
}

TEST(RepeatsRuns, AWholePageStays) {
  HtmlSite site;
  for (int page = 0; page < 3; ++page)
    site.Add(Text(Words("m", 1, 30)) + Text("own" + std::to_string(page)));
  site.Add(Text(Words("m", 1, 30)) + "|");  // a text without a word is nothing that stays
  const SiteVerdicts verdicts = site.Judge("repeats_runs");
  EXPECT_TRUE(verdicts.pages[0][0].struck);
  EXPECT_FALSE(verdicts.pages[3][0].struck);
}

TEST(RepeatsRuns, TwoPagesAreNoSite) {
  const auto judge = [](int pages) {
    HtmlSite site;
    for (int page = 0; page < pages; ++page)
      site.Add(Text(Words("m", 1, 30)) + Text("own" + std::to_string(page)));
    return site.Judge("repeats_runs").Struck().size();
  };
  EXPECT_EQ(judge(2), 0u);
  EXPECT_EQ(judge(3), 1u);
}

// 経営は有限のリソース has ten characters, 経営は有限のリソースです twelve.
TEST(RepeatsRuns, ChineseAndJapaneseCharactersAreWords) {
  const auto judge = [](const std::string& shared) {
    HtmlSite site;
    for (int page = 0; page < 3; ++page)
      site.Add(Text(shared) + Text("own" + std::to_string(page)));
    return site.Judge("repeats_runs").Struck();
  };
  EXPECT_TRUE(judge("経営は有限のリソース").empty());
  EXPECT_EQ(judge("経営は有限のリソースです").size(), 1u);
  // Korean has blanks, so its words are words.
  EXPECT_TRUE(judge("대한민국의 모든 국민은 법 앞에 평등하다").empty());
}

// ---- the slow twin

struct MadePage {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const auto& text : texts) all.insert(all.end(), text.begin(), text.end());
    return all;
  }
};

struct Rule {
  std::size_t window, run_words, quarters;  // quarters of a text's words
};

// Windows as strings, pages as sets, and every word looked up by itself.
std::vector<std::vector<bool>> SlowVerdicts(const std::vector<MadePage>& pages, const Rule& rule) {
  std::map<std::vector<std::string>, std::set<std::size_t>> pages_of;
  const auto window_at = [&](const std::vector<std::string>& words, std::size_t at) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    return std::vector<std::string>(begin, begin + static_cast<std::ptrdiff_t>(rule.window));
  };
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const auto words = pages[p].words();
    for (std::size_t at = 0; at + rule.window <= words.size(); ++at)
      pages_of[window_at(words, at)].insert(p);
  }
  std::vector<std::vector<bool>> verdicts;
  for (const MadePage& page : pages) {
    const auto words = page.words();
    std::vector<bool> covered(words.size());
    for (std::size_t at = 0; at + rule.window <= words.size(); ++at) {
      const std::size_t count = pages_of[window_at(words, at)].size();
      if (count < 2 || 2 * count < pages.size()) continue;
      for (std::size_t i = at; i < at + rule.window; ++i) covered[i] = true;
    }
    const auto in_run = [&](std::size_t word) {
      if (!covered[word]) return false;
      std::size_t first = word, last = word;
      while (first > 0 && covered[first - 1]) --first;
      while (last + 1 < covered.size() && covered[last + 1]) ++last;
      return last - first + 1 >= rule.run_words;
    };
    auto& of_page = verdicts.emplace_back();
    std::size_t word = 0;
    for (const auto& text : page.texts) {
      std::size_t gone = 0;
      for (std::size_t i = 0; i < text.size(); ++i) gone += in_run(word++) ? 1U : 0U;
      of_page.push_back(gone > 0 && 4 * gone >= rule.quarters * text.size());
    }
    if (pages.size() < 3 || std::all_of(of_page.begin(), of_page.end(), [](bool b) { return b; }))
      of_page.assign(of_page.size(), false);
  }
  return verdicts;
}

// Pages are made of few words and of pieces of one menu, so that windows overlap and break.
MadePage RandomPage(Dice* dice, std::uint32_t number) {
  MadePage page;
  int menu = 0;
  for (std::uint32_t texts = 1 + dice->Below(8); texts > 0; --texts) {
    auto& text = page.texts.emplace_back();
    for (std::uint32_t words = 1 + dice->Below(4); words > 0; --words) {
      text.push_back(dice->Below(9) == 0 ? "w" + std::to_string(dice->Below(3))
                                         : "menu" + std::to_string(menu));
      menu = (menu + 1) % 12;
    }
  }
  if (dice->Below(4) != 0) page.texts.push_back({"page" + std::to_string(number)});
  return page;
}

TEST(RepeatsRuns, AgreesWithTheSlowOne) {
  Dice dice(5);
  std::size_t struck = 0, kept = 0;
  for (int round = 0; round < 60; ++round) {
    const Rule rule{2 + dice.Below(3), 3 + dice.Below(6), 1 + dice.Below(4)};
    std::vector<MadePage> pages;
    HtmlSite site;
    std::set<std::vector<std::string>> seen;
    for (std::uint32_t i = 0, count = 1 + dice.Below(12); i < count; ++i) {
      const MadePage page = RandomPage(&dice, i);
      if (!seen.insert(page.words()).second) continue;  // copies have verdicts of their own
      pages.push_back(page);
      std::string html;
      for (const auto& text : page.texts) {
        html += "<p>";
        for (const std::string& word : text) html += word + " ";
      }
      site.Add(html);
    }
    DetectorConfig config;
    config.Set("repeats.window", static_cast<double>(rule.window));
    config.Set("repeats.run_words", static_cast<double>(rule.run_words));
    config.Set("repeats.covered", static_cast<double>(rule.quarters) / 4);
    const auto slow = SlowVerdicts(pages, rule);
    const SiteVerdicts fast = site.Judge("repeats_runs", config);
    for (std::size_t p = 0; p < pages.size(); ++p) {
      ASSERT_EQ(fast.pages[p].size(), slow[p].size());
      for (std::size_t text = 0; text < slow[p].size(); ++text) {
        EXPECT_EQ(fast.pages[p][text].struck, slow[p][text]) << round << ": " << p << ' ' << text;
        ++(slow[p][text] ? struck : kept);
      }
    }
  }
  EXPECT_GT(struck, 300u);
  EXPECT_GT(kept, 300u);
}

// ---- the log of both modes

HtmlSite MadeSite(bool turned) {
  HtmlSite site;
  for (int i = 0; i < 12; ++i) {
    const int page = turned ? 11 - i : i;
    site.Add(Text(Words("m", 1, 14)) + Text("own" + std::to_string(page)) +
             Text(page % 2 == 0 ? Words("a", 1, 12) : Words("b", 1, 20)));
  }
  return site;
}

TEST(Repeats, TheOrderOfPagesDoesNotShow) {
  for (const std::string name : {"repeats_lines", "repeats_runs"}) {
    SiteVerdicts there = MadeSite(false).Judge(name), back = MadeSite(true).Judge(name);
    std::reverse(back.pages.begin(), back.pages.end());
    EXPECT_EQ(there.pages, back.pages) << name;
    EXPECT_EQ(there.Struck().size(), 3u) << name;
  }
}

}  // namespace
}  // namespace thresh
