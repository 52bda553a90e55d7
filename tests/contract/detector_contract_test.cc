// What detector.h promises, for every row of DetectorTable().
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>

#include "indexer/catalog.h"
#include "indexer/detect/detector.h"
#include "indexer/detect/site_judge.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// The n-th page of a site. Blocks are numbered alike in every Segmentation (page_maker.h).
Page MakePage(std::uint32_t n, const std::string& site = "example.com") {
  const std::string i = std::to_string(n);
  // A build shows pages by URL, so their numbers have equal lengths.
  PageMaker maker("http://" + site + "/" + std::to_string(1000 + n));
  maker.Add("menu", "home news sports contact archive help");
  maker.Add("text", "words a" + i + " of b" + i + " this c" + i + " page d" + i);
  maker.Add("foot", "copyright by example all rights reserved");
  maker.AddBlock("empty");
  maker.Words(maker.AddBlock("menu", Field::kTitle), "home");
  Page page = maker.Make();
  page.site = site;
  return page;
}

std::vector<Page> MakePages(std::uint32_t n, const std::string& site = "example.com") {
  std::vector<Page> pages;
  for (std::uint32_t i = 0; i < n; ++i) pages.push_back(MakePage(i, site));
  return pages;
}

class DetectorContract : public testing::TestWithParam<const DetectorInfo*> {
 protected:
  // One verdict, without what a run calls its template.
  using Verdict = std::tuple<DocId, BlockNo, int, SiteId, Hash128, TemplateRule>;

  struct Answer {
    Strikes strikes;  // of all runs
    Strikes late;
    std::vector<std::size_t> blocks;  // body blocks, by doc

    std::vector<Verdict> Flat() const {
      Strikes all = strikes;
      AppendStrikes(late, &all);
      std::vector<Verdict> flat;
      for (const Strike& s : all.strikes) {
        const FoundTemplate& found = all.templates.at(s.template_id.value);
        flat.emplace_back(s.doc, s.block, s.score, found.site, found.key, found.rule);
      }
      return flat;
    }
  };

  static std::unique_ptr<Detector> Make() { return GetParam()->make({}); }

  // The pages in runs of `run_pages`.
  static Answer Judge(Detector* detector, const std::vector<Page>& pages,
                      std::size_t run_pages = 1'000'000) {
    Answer answer;
    RunTable table(16u << 20);
    Catalog catalog;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const Arrival who = catalog.Add(pages[i].site, pages[i].token_hash, true);
      table.Add(pages[i], who.doc, who.site, who.duplicate_of);
      detector->Observe(pages[i], who);
      answer.blocks.push_back(pages[i].blocks.size() - 1);
      if ((i + 1) % run_pages != 0 || i + 1 == pages.size()) continue;
      AppendStrikes(StrikesOfRun(detector, *table.Freeze()), &answer.strikes);
    }
    AppendStrikes(StrikesOfRun(detector, *table.Freeze()), &answer.strikes);
    answer.late = detector->Conclude();
    return answer;
  }

  static NextPart PartsOf(std::vector<std::string> parts) {
    return [parts = std::move(parts), next = std::size_t{0}](std::string* part) mutable {
      if (next == parts.size()) return Result<bool>(false);
      *part = parts[next++];
      return Result<bool>(true);
    };
  }

  // What a judge logs of these pages as one run.
  struct Logged {
    PageOrder order;
    std::vector<LogPart> parts;
  };
  static Logged LogOf(SiteJudge* judge, const std::vector<Page>& pages) {
    Catalog catalog;
    PageOrderMaker places;
    for (const Page& page : pages) {
      const Arrival who = catalog.Add(page.site, page.token_hash, true);
      places.Add(who, {page.site, page.url, {}, {}, page.token_hash, true});
      judge->Observe(page, who);
    }
    RunTable none(1u << 20);
    judge->EndOfRun(*none.Freeze());
    return {places.Finish(), judge->TakeLog()};
  }

  // As a build does it. `resumed`: the judge was made after the last run.
  static Answer JudgeByLogs(const std::vector<Page>& pages, std::size_t run_pages, bool resumed,
                            const JudgeRoom& room = {}) {
    Answer answer;
    RunTable table(16u << 20);
    Catalog catalog;
    PageOrderMaker places;
    auto judge = MakeSiteJudge(*GetParam(), {}, room);
    std::vector<std::vector<LogPart>> runs;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const Arrival who = catalog.Add(pages[i].site, pages[i].token_hash, true);
      table.Add(pages[i], who.doc, who.site, who.duplicate_of);
      places.Add(who, {pages[i].site, pages[i].url, {}, {}, pages[i].token_hash, true});
      judge->Observe(pages[i], who);
      if ((i + 1) % run_pages != 0 && i + 1 != pages.size()) continue;
      AppendStrikes(judge->EndOfRun(*table.Freeze()), &answer.strikes);
      runs.push_back(judge->TakeLog());
    }
    const PageOrder order = places.Finish();
    if (resumed) judge = MakeSiteJudge(*GetParam(), {}, room);
    if (!resumed && judge->keeps_last_run()) runs.pop_back();
    for (std::uint32_t site = 0; site < order.sites(); ++site) {
      std::vector<std::string> parts;
      for (const std::vector<LogPart>& run : runs) {
        for (const LogPart& part : run)
          if (part.site == SiteId(site)) parts.push_back(part.bytes);
      }
      EXPECT_TRUE(judge
                      ->Judge(SiteId(site), PartsOf(parts), order,
                              [&](const Strikes& found) { AppendStrikes(found, &answer.late); })
                      .ok());
    }
    AppendStrikes(judge->Conclude(), &answer.late);
    return answer;
  }

  static std::vector<Verdict> Sorted(std::vector<Verdict> verdicts) {
    std::sort(verdicts.begin(), verdicts.end(), [](const Verdict& a, const Verdict& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    return verdicts;
  }

  static Answer Judge(const std::vector<Page>& pages, std::size_t run_pages = 1'000'000) {
    auto detector = Make();
    return Judge(detector.get(), pages, run_pages);
  }
};

class DetectorOfWholeSites : public DetectorContract {};

TEST_P(DetectorContract, RowIsWhole) {
  const DetectorInfo& info = *GetParam();
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.help.empty());
  EXPECT_EQ(info.help.find('\n'), std::string_view::npos);
  EXPECT_EQ(FindDetector(info.name), &info);
}

// The default lies in the range, and the detector takes both ends of it.
TEST_P(DetectorContract, EveryParameterIsWhole) {
  std::set<std::string_view> keys;
  for (const DetectorParameter& parameter : GetParam()->parameters()) {
    SCOPED_TRACE(parameter.key);
    EXPECT_TRUE(keys.insert(parameter.key).second) << "twice";
    EXPECT_FALSE(parameter.help.empty());
    EXPECT_EQ(parameter.help.find_first_of("\n|"), std::string_view::npos);
    const DetectorInfo* info = GetParam();
    for (const double value : {parameter.least, parameter.otherwise, parameter.most}) {
      DetectorConfig config;
      config.Set(std::string(parameter.key), value);
      EXPECT_TRUE(CheckParameters({&info, 1}, config).ok()) << value;
      EXPECT_NE(info->make(config), nullptr);
    }
  }
}

TEST_P(DetectorContract, EmptyRunAndSinglePageStrikeNothing) {
  for (std::uint32_t pages : {0U, 1U}) EXPECT_TRUE(Judge(MakePages(pages)).Flat().empty());
}

// Copies of one page make everything look like template; they are not support.
TEST_P(DetectorContract, DuplicatesAddNoSupport) {
  std::vector<Page> copies;
  for (std::uint32_t i = 0; i < 40; ++i) {
    copies.push_back(MakePage(3));
    copies.back().url += "?copy=" + std::to_string(i);
  }
  EXPECT_TRUE(Judge(copies).Flat().empty());
}

TEST_P(DetectorContract, StrikesAreSortedAndWithinTheRun) {
  const Answer answer = Judge(MakePages(30));
  for (const Strikes* strikes : {&answer.strikes, &answer.late}) {
    for (std::size_t i = 0; i < strikes->strikes.size(); ++i) {
      const Strike& strike = strikes->strikes[i];
      ASSERT_LT(strike.doc.value, answer.blocks.size());
      EXPECT_LT(strike.block.value, answer.blocks[strike.doc.value]) << "not a body block";
      ASSERT_LT(strike.template_id.value, strikes->templates.size());
      EXPECT_LE(strike.score, 100);
      if (i == 0) continue;
      const Strike& before = strikes->strikes[i - 1];
      EXPECT_LT(std::tie(before.doc, before.block), std::tie(strike.doc, strike.block));
    }
    for (const FoundTemplate& found : strikes->templates) {
      EXPECT_NE(FindRuleInfo(found.rule), nullptr) << found.rule.name;
      EXPECT_EQ(RuleSentence(found.rule).find('\n'), std::string::npos);
    }
  }
}

TEST_P(DetectorContract, ContentThatStandsOnOnePageStays) {
  for (const Verdict& verdict : Judge(MakePages(30)).Flat()) {
    EXPECT_NE(std::get<BlockNo>(verdict), BlockNo(1)) << std::get<DocId>(verdict).value;
  }
}

TEST_P(DetectorContract, SameInputSameOutput) {
  EXPECT_EQ(Judge(MakePages(30)).Flat(), Judge(MakePages(30)).Flat());
}

// Methods whose own rule counts a run at a time say so in their row, and only they may differ.
TEST_P(DetectorOfWholeSites, CutIntoRunsTheVerdictsAreTheSame) {
  const std::vector<Page> pages = MakePages(30);
  const auto whole = Judge(pages).Flat();
  for (std::size_t run_pages : {1U, 4U, 29U})
    EXPECT_EQ(Judge(pages, run_pages).Flat(), whole) << run_pages;
}

// A build judges by the logs in its runs. What the runs are, whether the last one is still in
// memory and which sites stand between changes nothing.
TEST_P(DetectorContract, ByTheLogsOfRunsTheVerdictsAreTheSame) {
  std::vector<Page> pages = MakePages(30);
  int at = 1;
  for (Page& page : MakePages(20, "example.org")) {
    pages.insert(pages.begin() + at, std::move(page));
    at += 2;
  }
  const TempFolder folder;
  const JudgeRoom scarce{.memory_bytes = 1, .folder = folder.path()};
  for (const std::size_t run_pages : {7U, 50U, 100U}) {
    const auto whole = Sorted(Judge(pages, run_pages).Flat());
    for (const bool resumed : {false, true}) {
      EXPECT_EQ(Sorted(JudgeByLogs(pages, run_pages, resumed).Flat()), whole)
          << run_pages << ' ' << resumed;
    }
    EXPECT_EQ(Sorted(JudgeByLogs(pages, run_pages, false, scarce).Flat()), whole) << run_pages;
  }
}

// A crawl may have far more sites than a run.
TEST_P(DetectorContract, AJudgeHoldsTheSitesOfItsRunAlone) {
  const auto judge = MakeSiteJudge(*GetParam(), {});
  judge->Observe(MakePage(0), {DocId(0), SiteId(1'000'000)});
  EXPECT_LT(judge->bytes(), std::size_t{4} << 20);
}

// A site that is too large is judged in groups, and each page once.
TEST_P(DetectorContract, GroupsOfASiteAreJudgedByThemselves) {
  const std::vector<Page> pages = MakePages(60);
  const JudgeRoom room{.judge_bytes = 1000};
  const Answer answer = JudgeByLogs(pages, 20, false, room);
  const auto strikes = Sorted(answer.Flat());
  EXPECT_EQ(std::set(strikes.begin(), strikes.end()).size(), strikes.size());
  EXPECT_EQ(strikes, Sorted(JudgeByLogs(pages, 20, true, room).Flat()));
}

TEST_P(DetectorContract, ADamagedLogIsRefused) {
  const std::vector<Page> pages = MakePages(12);
  const auto logger = MakeSiteJudge(*GetParam(), {});
  const Logged logged = LogOf(logger.get(), pages);
  std::size_t accepted = 0;
  for (const LogPart& part : logged.parts) {
    for (std::size_t size = 1; size < part.bytes.size(); size += 1 + part.bytes.size() / 97) {
      const auto judge = MakeSiteJudge(*GetParam(), {});
      const std::vector<std::string> parts = {part.bytes.substr(0, part.bytes.size() - size)};
      Strikes strikes;
      const Status status =
          judge->Judge(part.site, PartsOf(parts), logged.order,
                       [&](const Strikes& found) { AppendStrikes(found, &strikes); });
      EXPECT_TRUE(status.ok() || status.code() == Code::kUnusable) << status.message();
      accepted += status.ok() ? 1U : 0U;
    }
  }
  // A cut may fall between two pages.
  EXPECT_LE(accepted, pages.size());
}

TEST_P(DetectorContract, AStopEndsTheJudgment) {
  const auto judge = MakeSiteJudge(*GetParam(), {});
  // A method that counts runs by itself logs nothing, and has judged by now.
  const Logged logged = LogOf(judge.get(), MakePages(50));
  const std::atomic<bool> stop{true};
  judge->StopAt(&stop);
  for (const LogPart& part : logged.parts) {
    const Status status = judge->Judge(part.site, PartsOf({part.bytes}), logged.order,
                                       [](const Strikes&) { ADD_FAILURE() << "strikes"; });
    EXPECT_EQ(status.code(), Code::kInterrupted);
  }
}

// Pages of another site in between change nothing.
TEST_P(DetectorContract, SitesAreApart) {
  std::vector<Page> mixed;
  for (std::uint32_t i = 0; i < 30; ++i) {
    mixed.push_back(MakePage(i));
    mixed.push_back(MakePage(i, "example.org"));
  }
  std::vector<Verdict> of_one, of_other;
  for (auto [doc, block, score, site, key, rule] : Judge(mixed).Flat()) {
    EXPECT_EQ(site.value, doc.value % 2);
    (site.value == 0 ? of_one : of_other)
        .emplace_back(doc.value / 2, block, score, SiteId(0), key, rule);
  }
  EXPECT_EQ(of_one, Judge(MakePages(30)).Flat());
  EXPECT_EQ(of_other, Judge(MakePages(30, "example.org")).Flat());
}

TEST_P(DetectorContract, BytesAreCounted) {
  auto detector = Make();
  EXPECT_GT(detector->bytes(), 0u);
  EXPECT_LT(detector->bytes(), 1u << 20);
  Judge(detector.get(), MakePages(300));
  EXPECT_LT(detector->bytes(), 4u << 20) << "300 small pages";
}

template <typename Predicate>
auto RowsWhere(Predicate predicate) {
  std::vector<const DetectorInfo*> rows;
  for (const DetectorInfo& info : DetectorTable())
    if (predicate(info)) rows.push_back(&info);
  return testing::ValuesIn(rows);
}

std::string NameOf(const testing::TestParamInfo<const DetectorInfo*>& row) {
  return std::string(row.param->name);
}

INSTANTIATE_TEST_SUITE_P(Table, DetectorContract, RowsWhere([](const auto&) { return true; }),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Table, DetectorOfWholeSites,
                         RowsWhere([](const auto& row) { return !row.per_run; }), NameOf);

TEST(DetectorTable, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const DetectorInfo& info : DetectorTable())
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
  EXPECT_EQ(FindDetector("nonesuch"), nullptr);
}

}  // namespace
}  // namespace thresh
