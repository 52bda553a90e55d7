// A store that is published anew, or damaged, while it is lent.
#include "query/live/live_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "common/base/files.h"
#include "query/evaluate/topic_search.h"
#include "query/live/store_watch.h"
#include "query/retrieve/index.h"
#include "query/retrieve/page_dates.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class LiveStoreContract : public ::testing::Test {
 protected:
  // Builds a store of a site with this number of pages.
  void Publish(int pages) {
    const std::string site = folder_.path() + "/site" + std::to_string(pages);
    ASSERT_TRUE(MakeDirectory(site).ok());
    for (int i = 0; i < pages; ++i) {
      std::ofstream(site + "/" + std::to_string(i) + ".html")
          << "<title>t</title><p>grain of page number" << i << "</p>";
    }
    BuildOptions options;
    options.store = store_;
    options.replace = true;
    options.detector = "none";
    options.pipeline.input.crawls = {site};
    const Status built = BuildStore(options);
    ASSERT_TRUE(built.ok()) << built.message();
  }
  void Damage() { std::ofstream(store_ + "/CURRENT") << "manifest-9\n"; }
  std::unique_ptr<LiveStore> Open(std::size_t searchers) {
    return std::move(LiveStore::Open(StoreNames{.stores = {store_}}, searchers).value());
  }
  static std::uint64_t Found(const LiveStore::Lease& searcher) {
    return searcher->Search("grain", {}).value().matches;
  }

  TempFolder folder_;
  const std::string store_ = folder_.path() + "/store";
};

TEST_F(LiveStoreContract, ALeaseKeepsItsVersionAndTheNextHasTheNewOne) {
  Publish(3);
  const auto live = Open(2);
  EXPECT_FALSE(live->Renew().value());
  const LiveStore::Lease old = live->Borrow();
  Publish(5);
  EXPECT_EQ(Found(live->Borrow()), 3U);
  EXPECT_TRUE(live->Renew().value());
  EXPECT_FALSE(live->Renew().value());
  EXPECT_EQ(Found(live->Borrow()), 5U);
  EXPECT_EQ(Found(old), 3U);
  EXPECT_TRUE(old->Page(DocId(2)).ok() && old->KeptText(DocId(2)).ok());
  // The publish has removed the crawl table of the old version, which nobody had read before.
  EXPECT_FALSE(old->Dates(old->Page(DocId(2)).value()).value().last_seen.empty());
  ASSERT_TRUE(old->index().Times(CrawlTime::kChanged).ok());
  EXPECT_EQ(old->index().Times(CrawlTime::kChanged).value()->of.size(), 3U);
}

TEST_F(LiveStoreContract, AnotherSearcherHasTheVersionOfTheFirst) {
  Publish(3);
  const auto first = std::move(Searcher::Open(store_).value());
  Publish(5);
  Topic topic;
  topic.id = "1";
  topic[TopicField::kTitle] = "grain";
  const auto found = [&](const auto& stores, const std::atomic<bool>* stop) {
    TopicSearchOptions options;
    options.search = DefaultSearch();
    options.threads = 2;
    options.stop = stop;
    return SearchTopics(stores, {topic, topic}, options);
  };
  EXPECT_EQ(found(*first, nullptr).value().run.topics.at("1").size(), 3U);
  EXPECT_EQ(found(StoreNames{.stores = {store_}}, nullptr).value().run.topics.at("1").size(), 5U);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(found(*first, &stop).status().code(), Code::kInterrupted);
  ASSERT_TRUE(RemoveTree(store_).ok());
  const auto another = std::move(first->Another().value());
  EXPECT_EQ(another->Search("grain", DefaultSearch()).value().matches, 3U);
  EXPECT_FALSE(another->Dates(another->Page(DocId(2)).value()).value().last_seen.empty());
}

TEST_F(LiveStoreContract, NoStoreIsNoVersion) {
  EXPECT_EQ(Searcher::Open(StoreNames{}).status().code(), Code::kUsage);
}

TEST_F(LiveStoreContract, ADamagedStoreLeavesTheOneBefore) {
  Publish(3);
  const auto live = Open(1);
  Damage();
  EXPECT_EQ(live->Renew().status().code(), Code::kUnusable);
  EXPECT_EQ(Found(live->Borrow()), 3U);
  ASSERT_TRUE(RemoveTree(store_).ok());
  EXPECT_EQ(live->Renew().status().code(), Code::kMissing);
  EXPECT_EQ(Found(live->Borrow()), 3U);
  Publish(4);  // a store of the same number
  EXPECT_TRUE(live->Renew().value());
  EXPECT_EQ(Found(live->Borrow()), 4U);
}

TEST_F(LiveStoreContract, BorrowersNeverSeeAnOlderVersionAgain) {
  Publish(1);
  const auto live = Open(3);
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t last = 0; !stop;) {
        const std::uint64_t found = Found(live->Borrow());
        EXPECT_GE(found, last);
        last = found;
      }
    });
  }
  for (int pages = 2; pages < 6; ++pages) {
    Publish(pages);
    EXPECT_TRUE(live->Renew().value());
    EXPECT_EQ(Found(live->Borrow()), static_cast<std::uint64_t>(pages));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_F(LiveStoreContract, TheWatchSaysEachThingOnce) {
  Publish(3);
  const auto live = Open(1);
  std::mutex mutex;
  std::vector<std::string> said;
  const auto heard = [&](const std::string& words) {
    const std::lock_guard lock(mutex);
    return !said.empty() && said.back().find(words) != std::string::npos;
  };
  const StoreWatch watch({live.get()}, std::chrono::milliseconds(1), [&](std::string_view line) {
    const std::lock_guard lock(mutex);
    said.emplace_back(line);
  });
  Damage();
  while (!heard("CURRENT is damaged")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(RemoveTree(store_).ok());
  Publish(4);
  while (!heard("a newer version of " + store_ + " is served")) std::this_thread::yield();
  EXPECT_EQ(Found(live->Borrow()), 4U);
  const std::lock_guard lock(mutex);
  EXPECT_EQ(std::adjacent_find(said.begin(), said.end()), said.end());
}

// A column of other pages would give each page the date of its neighbour.
TEST_F(LiveStoreContract, ACrawlTableOfOtherPagesIsRefused) {
  Publish(3);
  const auto store = Store::Open(store_);
  std::vector<SiteRecord> sites = store.value()->sites();
  const auto changes = [&] {
    std::vector<std::shared_ptr<const CrawlTable>> tables;
    tables.push_back(std::move(store.value()->OpenCrawlTable().value()));
    PageDates dates(std::move(tables), sites);
    const auto column = dates.Times(CrawlTime::kChanged);
    return column.ok() ? Code::kOk : column.status().code();
  };
  EXPECT_EQ(changes(), Code::kOk);
  for (const int more : {-1, 2}) {
    sites.front().statistics.docs += static_cast<std::uint64_t>(more);
    EXPECT_EQ(changes(), Code::kUnusable);
  }
  sites = store.value()->sites();
  sites.front().host += "x";
  EXPECT_EQ(changes(), Code::kUnusable);
}

}  // namespace
}  // namespace thresh
