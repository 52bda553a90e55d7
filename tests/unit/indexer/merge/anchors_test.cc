#include "indexer/merge/anchors.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>

#include "common/postings/postings.h"
#include "indexer/merge/merger.h"
#include "indexer/run/run.h"
#include "tests/support/page_maker.h"
#include "tests/support/page_order_of.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/indexer/merge/random_crawl.h"
#include "tests/unit/indexer/merge/segment_chunks.h"

namespace thresh {
namespace {

class AnchorsTest : public ::testing::Test {
 protected:
  using Said = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // page → positions

  void Merge(RemovalMode mode) {
    RunTable table(64U << 20);
    StrikeMaker strikes;
    for (std::uint32_t d = 0; d < pages_.size(); ++d) {
      table.Add(pages_[d], DocId(d), SiteId(0), std::nullopt);
      if (struck_) strikes.Add({d, 0, 100, Hash128{1, 1}}, 0);
    }
    MergeOptions options;
    options.removal = mode;
    options.threads = 1;
    options.links = true;
    options.analyzer = "analyzer";
    options.detector = "detector";
    options.order = OrderOf(pages_);
    options.run_files = {folder_.path() + "/run.sst"};
    ASSERT_TRUE(WriteRun(*table.Freeze(), strikes.strikes, options.run_files[0]).ok());
    const std::string segment = folder_.path() + "/segment" + std::to_string(++merges_);
    Result<MergeResult> result = MergeRuns(options, segment);
    ASSERT_TRUE(result.ok()) << result.status().message();
    counters_ = result->counters;
    segment_ = std::move(*Segment::Open(segment));
  }

  TermRecord Term(const std::string& word) {
    std::string bytes;
    TermRecord record;
    EXPECT_TRUE(!segment_->Get(Family::kTerms, word, &bytes).value() || record.Decode(bytes))
        << word;
    return record;
  }

  Said SaidOf(const std::string& word) {
    const TermRecord record = Term(word);
    SegmentChunks chunks(*segment_, word);
    Said pages;
    const FieldList* list = record.Find(Field::kAnchor);
    if (list == nullptr) return pages;
    for (PostingCursor cursor(list, &chunks); cursor.doc() != PostingCursor::kEnd; cursor.Next())
      EXPECT_TRUE(cursor.Positions(&pages[cursor.doc()]).ok());
    return pages;
  }

  TempFolder folder_;
  std::vector<Page> pages_;
  bool struck_ = false;  // the first block of every page
  int merges_ = 0;
  Counters counters_;
  std::unique_ptr<Segment> segment_;
};

// A mirror keeps the page of a folder as its file. Where both stand, a link means the folder.
TEST_F(AnchorsTest, ALinkToAFolderMeansItsFile) {
  for (const char* url : {"http://docs/a", "http://docs/mill/index.html", "http://docs/sea/",
                          "http://docs/sea/index.html"}) {
    PageMaker maker(url);
    const BlockNo block = maker.AddBlock("b");
    maker.Words(block, "words of")
        .Words(block, "words about")
        .Words(block, "words on " + std::string(url));
    pages_.push_back(maker.Make());
  }
  for (const char* target : {"http://docs/mill/", "http://docs/sea/", "http://docs/moor/"}) {
    Page& page = pages_.front();
    page.links.push_back({target, BlockNo(0), static_cast<std::uint32_t>(page.links.size()), 1});
  }
  Merge(RemovalMode::kDrop);
  EXPECT_EQ(counters_[Counter::kAnchors], 2u);
  const Said said = SaidOf("words");
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(said.contains(1) && said.contains(2));
}

// A page says nothing about itself, nor a copy about others: the third one is that of the first.
TEST_F(AnchorsTest, PagesSpeakOfEachOther) {
  for (const char* url : {"http://docs/a", "http://docs/b", "http://docs/c"}) {
    PageMaker maker(url);
    maker.Words(maker.AddBlock("b"), pages_.size() == 1 ? "red fox runs" : "red fox")
        .Words(maker.AddBlock("t", Field::kTitle), "animals");
    Page page = maker.Make();
    for (const char* target : {"http://docs/a", "http://docs/b", "http://docs/elsewhere"})
      page.links.push_back({target, BlockNo(0), 0, 1});
    pages_.push_back(std::move(page));
  }
  Merge(RemovalMode::kDrop);
  EXPECT_EQ(counters_[Counter::kAnchors], 2u);
  EXPECT_EQ(counters_[Counter::kAnchorsDropped], 0u);
  for (const char* word : {"fox", "animals"}) {
    EXPECT_EQ(SaidOf(word).size(), 2u) << word;
    EXPECT_EQ(Term(word).df, 3u) << word;
  }
  EXPECT_EQ(segment_->lengths().Total(DocId(0)), 3u);
  // The copy has no links of its own, and links to it count for the first page: a and b link to
  // each other, and c has what everybody gets.
  const LengthsRecord& lengths = segment_->lengths();
  EXPECT_EQ(lengths.Prior(DocId(0)), lengths.Prior(DocId(1)));
  EXPECT_GT(lengths.Prior(DocId(0)), 0);
  EXPECT_LT(lengths.Prior(DocId(2)), -1);
}

// A bar on six pages names the first page, and the second by two names; text of their own names the
// third.
TEST_F(AnchorsTest, TemplatesSayATextAboutAPageOnce) {
  for (std::uint32_t d = 0; d < 6; ++d) {
    PageMaker maker("http://site/" + std::to_string(d));
    const BlockNo bar = maker.AddBlock("bar"), text = maker.AddBlock("text");
    maker.Words(bar, "home").Words(bar, d < 4 ? "next" : "onward");
    maker.Words(text, "one two three four five six seven eight nine ten");
    maker.Words(maker.AddBlock("own"), "own" + std::to_string(d));
    maker.Words(maker.AddBlock("title", Field::kTitle), "name");
    Page page = maker.Make();
    page.links = {
        {"http://site/0", bar, 0, 1}, {"http://site/1", bar, 1, 1}, {"http://site/2", text, 2, 1}};
    pages_.push_back(std::move(page));
  }
  const Said own = {{2, {9, 22, 35, 48, 61}}}, titles = {{2, {11, 24, 37, 50, 63}}};
  struck_ = true;
  Merge(RemovalMode::kKeepOne);
  EXPECT_EQ(counters_[Counter::kAnchors], 8u);
  EXPECT_EQ(SaidOf("home"), (Said{{0, {0}}}));
  EXPECT_EQ(SaidOf("next"), (Said{{1, {0}}}));
  EXPECT_EQ(SaidOf("onward"), (Said{{1, {2}}}));
  EXPECT_EQ(SaidOf("ten"), own);
  EXPECT_EQ(SaidOf("name"), titles);
  Merge(RemovalMode::kDrop);
  EXPECT_EQ(counters_[Counter::kAnchors], 5u);
  EXPECT_EQ(SaidOf("home"), Said());
  const LengthsRecord& lengths = segment_->lengths();
  EXPECT_EQ(lengths.Prior(DocId(0)), lengths.Prior(DocId(1))) << "only the bar links there";
  EXPECT_GT(lengths.Prior(DocId(2)), lengths.Prior(DocId(1)));
  EXPECT_EQ(SaidOf("next"), Said());
  EXPECT_EQ(SaidOf("ten"), own);
  EXPECT_EQ(SaidOf("name"), titles);
  struck_ = false;
  Merge(RemovalMode::kKeepOne);
  EXPECT_EQ(SaidOf("home").at(0).size(), 5u);
  EXPECT_GT(segment_->lengths().Prior(DocId(0)), segment_->lengths().Prior(DocId(3)));
  EXPECT_EQ(SaidOf("name").size(), 3u);
}

}  // namespace
}  // namespace thresh
