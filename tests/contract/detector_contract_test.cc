// What detector.h promises, for every row of DetectorTable().
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "indexer/detect/detector.h"
#include "tests/support/made_page.h"

namespace thresh {
namespace {

class DetectorContract : public testing::TestWithParam<const DetectorInfo*> {
 protected:
  static Page MakePage(std::uint32_t n) {
    const std::string i = std::to_string(n);
    PageMaker maker("http://example.com/" + i);
    maker.Add("menu", "home news sports contact archive help");
    maker.Add("text", "words a" + i + " of b" + i + " this c" + i + " page d" + i);
    maker.Add("foot", "copyright by example all rights reserved");
    maker.AddBlock("empty");
    maker.Words(maker.AddBlock("menu", Field::kTitle), "home");
    return maker.Make();
  }

  // One run of the pages numbered so; a number seen before makes a duplicate.
  struct Answer {
    Strikes strikes;
    LateStrikes late;
    std::vector<std::size_t> blocks;  // body blocks, by doc
  };
  static Answer Judge(Detector* detector, const std::vector<std::uint32_t>& pages) {
    Answer answer;
    RunTable table(16u << 20);
    std::vector<DocId> first(1'000, DocId(0xffffffff));
    for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
      const Page page = MakePage(pages[doc]);
      const bool duplicate = first[pages[doc]].value != 0xffffffff;
      table.Add(page, DocId(doc), SiteId(0), duplicate ? std::optional(first[pages[doc]]) : std::nullopt);
      if (!duplicate) first[pages[doc]] = DocId(doc);
      detector->Observe(page, DocId(doc));
      answer.blocks.push_back(page.blocks.size() - 1);
    }
    const auto run = table.Freeze();
    answer.strikes = detector->Judge(*run);
    answer.late = detector->Conclude();
    return answer;
  }
  static Answer Judge(const std::vector<std::uint32_t>& pages) {
    return Judge(GetParam()->make({}).get(), pages);
  }
  static auto Flat(const Strikes& strikes) {
    std::vector<std::tuple<DocId, BlockNo, int, Hash128, std::string>> flat;
    for (const Strike& s : strikes.strikes) {
      const FoundTemplate& found = strikes.templates.at(s.template_id.value);
      flat.emplace_back(s.doc, s.block, s.score, found.key, found.rule);
    }
    return flat;
  }
  static std::vector<std::uint32_t> Numbers(std::uint32_t n) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < n; ++i) numbers.push_back(i);
    return numbers;
  }
};

TEST_P(DetectorContract, RowIsWhole) {
  const DetectorInfo& info = *GetParam();
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.help.empty());
  EXPECT_EQ(info.help.find('\n'), std::string_view::npos);
  EXPECT_EQ(FindDetector(info.name), &info);
}

TEST_P(DetectorContract, EmptyRunAndSinglePageStrikeNothing) {
  for (std::uint32_t pages : {0U, 1U}) {
    const Answer answer = Judge(Numbers(pages));
    EXPECT_TRUE(answer.strikes.strikes.empty());
    EXPECT_TRUE(answer.late.strikes.empty());
  }
}

// Copies of one page make everything look like template; they are not support.
TEST_P(DetectorContract, DuplicatesAddNoSupport) {
  const Answer answer = Judge(std::vector<std::uint32_t>(40, 3));
  EXPECT_TRUE(answer.strikes.strikes.empty());
  EXPECT_TRUE(answer.late.strikes.empty());
}

TEST_P(DetectorContract, StrikesAreSortedAndWithinTheRun) {
  const Answer answer = Judge(Numbers(30));
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
      EXPECT_FALSE(found.rule.empty());
      EXPECT_EQ(found.rule.find('\n'), std::string::npos);
    }
  }
}

TEST_P(DetectorContract, ContentThatStandsOnOnePageStays) {
  const Answer answer = Judge(Numbers(30));
  for (const Strikes* strikes : {&answer.strikes, &answer.late}) {
    for (const Strike& strike : strikes->strikes) EXPECT_NE(strike.block, BlockNo(1)) << strike.doc.value;
  }
}

TEST_P(DetectorContract, SameInputSameOutput) {
  const Answer once = Judge(Numbers(30)), again = Judge(Numbers(30));
  EXPECT_EQ(Flat(once.strikes), Flat(again.strikes));
  EXPECT_EQ(Flat(once.late), Flat(again.late));
}

TEST_P(DetectorContract, BytesAreCounted) {
  const auto detector = GetParam()->make({});
  EXPECT_GT(detector->bytes(), 0u);
  EXPECT_LT(detector->bytes(), 1u << 20);
  Judge(detector.get(), Numbers(300));
  EXPECT_LT(detector->bytes(), 4u << 20) << "300 small pages";
}

TEST_P(DetectorContract, SavedStateIsTakenBack) {
  const auto detector = GetParam()->make({});
  Judge(detector.get(), Numbers(10));
  const std::string state = detector->SaveState();
  const auto restored = GetParam()->make({});
  ASSERT_TRUE(restored->RestoreState(state));
  EXPECT_EQ(restored->SaveState(), state);
}

std::vector<const DetectorInfo*> AllDetectors() {
  std::vector<const DetectorInfo*> all;
  for (const DetectorInfo& info : DetectorTable()) all.push_back(&info);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, DetectorContract, testing::ValuesIn(AllDetectors()),
                         [](const auto& each) { return std::string(each.param->name); });

TEST(DetectorTable, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const DetectorInfo& info : DetectorTable()) EXPECT_TRUE(names.insert(info.name).second) << info.name;
  EXPECT_EQ(FindDetector("nonesuch"), nullptr);
}

}  // namespace
}  // namespace thresh
