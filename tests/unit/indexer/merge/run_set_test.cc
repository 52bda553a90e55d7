#include "indexer/merge/run_set.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/store/rocks.h"
#include "indexer/run/run_format.h"
#include "indexer/segment/table_writer.h"
#include "tests/support/page_maker.h"
#include "tests/support/page_order_of.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class RunSetTest : public ::testing::Test {
 protected:
  // A run with these pages of a site, in this order, lists of these words, and the text of each.
  void AddRun(const std::vector<std::uint32_t>& arrivals, std::size_t texts,
              const std::vector<std::string>& words = {}) {
    files_.push_back(folder_.path() + "/run-" + std::to_string(files_.size()) + ".sst");
    TableWriter table(files_.back(), BaseOptions());
    for (std::uint32_t place = 0; place < arrivals.size(); ++place) {
      const DocId doc(arrivals[place]);
      const std::string row = MakeRunDocRecord(pages_[doc.value], doc, SiteId(0), {}).Encode();
      ASSERT_TRUE(table.Put(RunDocKey(kRunDocs, DocId(place)), row).ok());
    }
    for (const std::string& word : words)
      ASSERT_TRUE(table.Put(RunTermKey(word), "list " + word).ok());
    for (std::uint32_t place = 0; place < texts; ++place) {
      const std::string text = std::to_string(place < arrivals.size() ? arrivals[place] : 99);
      ASSERT_TRUE(table.Put(RunDocKey(kRunTexts, DocId(place)), text).ok());
    }
    ASSERT_TRUE(table.Finish().ok());
  }
  void MakePages(const std::vector<std::string>& urls) {
    for (const std::string& url : urls) pages_.push_back(PageMaker(url).Add("b", url).Make());
    order_ = OrderOf(pages_);
  }
  Code Open() { return RunSet::Open(files_, order_).status().code(); }
  // The texts as they come, or "damage".
  std::string Texts() {
    const auto set = RunSet::Open(files_, order_);
    std::string texts;
    const Status status = set.value().ForEachText([&](DocId doc, std::string_view text) {
      texts += std::to_string(doc.value) + ":" + std::string(text) + " ";
      return Status();
    });
    return status.ok() ? texts : "damage";
  }

  TempFolder folder_;
  std::vector<Page> pages_;
  PageOrder order_;
  std::vector<std::string> files_;
};

// Page 3 is a newer page 0.
TEST_F(RunSetTest, PagesOfAllRunsStandByUrl) {
  MakePages({"http://a/m", "http://a/z", "http://a/b", "http://a/m", "http://a/c"});
  AddRun({2, 0, 1}, 3);
  AddRun({4, 3}, 2);
  EXPECT_EQ(Texts(), "0:2 1:4 2:3 3:1 ");
}

// Postings are joined as they come, so a run after another one has the later pages.
TEST_F(RunSetTest, ListsOfAWordComeInTheOrderOfRuns) {
  MakePages({"http://a/1", "http://a/2", "http://a/3", "http://a/4", "http://a/5"});
  for (std::uint32_t run = 0; run < 5; ++run)
    AddRun({run}, 1, {"all", run % 2 == 0 ? "even" : "odd"});
  const auto set = RunSet::Open(files_, order_);
  RunSet::Terms terms = set.value().terms();
  std::string found;
  while (terms.Next()) {
    found += terms.term();
    for (std::size_t i = 0; i < terms.lists(); ++i) found += ' ' + std::to_string(terms.run(i));
    found += '\n';
  }
  EXPECT_TRUE(terms.status().ok());
  EXPECT_EQ(found, "all 0 1 2 3 4\neven 0 2 4\nodd 1 3\n");
}

TEST_F(RunSetTest, ATextTooFewIsDamage) {
  MakePages({"http://a/1", "http://a/2", "http://a/3"});
  AddRun({0, 1}, 1);
  AddRun({2}, 1);
  EXPECT_EQ(Texts(), "damage");
}

TEST_F(RunSetTest, PagesThatAreMissingForeignTwiceOrOutOfOrderAreDamage) {
  MakePages({"http://a/1", "http://a/2", "http://a/3"});
  using Runs = std::vector<std::vector<std::uint32_t>>;
  pages_.push_back(pages_.back());  // a page that the order does not know
  for (const Runs& runs :
       {Runs{{0, 1}}, Runs{{0, 1, 2, 3}}, Runs{{0, 1, 2}, {2}}, Runs{{1, 0, 2}}}) {
    files_.clear();
    for (const auto& run : runs) AddRun(run, run.size());
    EXPECT_EQ(Open(), Code::kUnusable);
  }
  files_.clear();
  AddRun({0, 1, 2}, 3);
  EXPECT_EQ(Open(), Code::kOk);
}

}  // namespace
}  // namespace thresh
