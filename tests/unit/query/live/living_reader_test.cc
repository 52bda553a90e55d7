// Readers of a store while 200 updates are published (fewer under sanitizers): every answer is that
// of one state, the one before an update or the one after it, and of no older one. Some readers
// borrow from a LiveStore, as `serve` does, and some open the store for each question, as `search`
// does. Built with ThreadSanitizer as well.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "query/live/live_store.h"
#include "query/retrieve/page_dates.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int kUpdates = 40;  // each takes half a second here
#elif defined(__SANITIZE_THREAD__)
constexpr int kUpdates = 100;
#else
constexpr int kUpdates = 200;
#endif
constexpr int kSites = 8, kPages = 3;

std::string Host(int site) { return "s" + std::to_string(site) + ".org"; }

std::string PageLine(int site, int page, int update) {
  const std::string number = std::to_string(update);
  return R"({"url": "http://)" + Host(site) + "/p" + std::to_string(page) + R"(", "date": ")" +
         std::to_string(2000 + update) + R"(-01-01", "html": "<title>grain )" + number +
         "</title><ul><li>home<li>about " + Host(site) + "</ul><p>grain of update" + number +
         " and word" + std::to_string(update % 7) + R"("})" + "\n";
}

std::string GoneLine(int site, int page, int update) {
  return R"({"url": "http://)" + Host(site) + "/p" + std::to_string(page) +
         R"(", "status": 410, "date": ")" + std::to_string(2000 + update) + R"(-01-01"})" + "\n";
}

// All that a reader can see: the hits with their scores to the last bit, their texts and dates.
std::string AnswerOf(Searcher& searcher) {
  SearchOptions options;
  options.n = 100;
  const Result<Ranking> ranking = searcher.Search("grain update* \"grain of\"", options);
  EXPECT_TRUE(ranking.ok()) << ranking.status().message();
  if (!ranking.ok()) return "error";
  std::string answer = std::to_string(ranking.value().matches) + " pages\n";
  for (const Hit& hit : ranking.value().hits) {
    Result<DocRecord> page = searcher.Page(hit.doc);
    const Result<TextRecord> text = searcher.KeptText(hit.doc);
    EXPECT_TRUE(page.ok() && text.ok());
    if (!page.ok() || !text.ok()) return "error";
    const Result<CrawlRecord> dates = searcher.Dates(page.value());
    EXPECT_TRUE(dates.ok());
    answer += page.value().url + " " + page.value().title + " " +
              std::to_string(std::bit_cast<std::uint64_t>(hit.score)) + " " +
              (dates.ok() ? dates.value().content_changed : "?");
    for (const TextRecord::StoredSpan& span : text.value().spans) answer += "|" + span.text;
    answer += "\n";
  }
  return answer;
}

class LivingReader : public ::testing::Test {
 protected:
  void Change(const std::string& lines, bool live) {
    const Status built = TakeLines(store(), folder_ / "crawl.jsonl", lines, live);
    ASSERT_TRUE(built.ok()) << built.message();
    states_.emplace(AnswerOf(*Searcher::Open(store()).value()), static_cast<int>(states_.size()));
  }
  // Changes pages of two sites in one step, and lets a page of a third one go or come back.
  static std::string LinesOf(int update) {
    const int third = (update + 5) % kSites;
    std::string lines = PageLine(update % kSites, update % kPages, update) +
                        PageLine((3 * update + 1) % kSites, 0, update);
    if (update % 10 == 3) lines += GoneLine(third, 2, update);
    if (update % 10 == 7) lines += PageLine(third, 2, update);
    return lines;
  }
  std::string store() const { return folder_ / "store"; }

  // An answer that a reader was given when `least` updates were there for it at least.
  // The pause lets the writer have a core, where there are two.
  void Saw(int least, const std::string& answer) {
    const int most = begun_;
    {
      const std::lock_guard lock(mutex_);
      seen_.emplace(answer, least, most);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void ReadLent(LiveStore* live) {
    while (!done_) {
      const int least = renewed_;
      Saw(least, AnswerOf(*live->Borrow()));
    }
  }
  void ReadOpened() {
    while (!done_) {
      const int least = published_;
      auto searcher = Searcher::Open(store());
      ASSERT_TRUE(searcher.ok()) << searcher.status().message();
      Saw(least, AnswerOf(*searcher.value()));
    }
  }

  TempFolder folder_;
  std::map<std::string, int> states_;  // of the writer's thread
  std::atomic<bool> done_{false};
  std::atomic<int> begun_{0}, published_{0}, renewed_{0};  // updates
  std::mutex mutex_;
  std::set<std::tuple<std::string, int, int>> seen_;
};

TEST_F(LivingReader, NeverSeesAMixture) {
  std::string first;
  for (int site = 0; site < kSites; ++site)
    for (int page = 0; page < kPages; ++page) first += PageLine(site, page, 0);
  Change(first, false);
  const std::unique_ptr<LiveStore> live =
      std::move(LiveStore::Open(StoreNames{.stores = {store()}}, 2).value());
  std::vector<std::thread> readers;
  readers.emplace_back([&] { ReadLent(live.get()); });
  readers.emplace_back([&] { ReadLent(live.get()); });
  readers.emplace_back([&] { ReadOpened(); });
  for (int update = 1; update <= kUpdates && !HasFatalFailure(); ++update) {
    begun_ = update;
    Change(LinesOf(update), true);
    published_ = update;
    const Result<bool> renewed = live->Renew();
    EXPECT_TRUE(renewed.ok() && renewed.value());
    renewed_ = update;
  }
  done_ = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(states_.size(), std::size_t{kUpdates} + 1);
  EXPECT_GT(seen_.size(), std::size_t{kUpdates} / 10);
  for (const auto& [answer, least, most] : seen_) {
    const auto state = states_.find(answer);
    ASSERT_TRUE(state != states_.end()) << answer;
    EXPECT_GE(state->second, least) << answer;
    EXPECT_LE(state->second, most) << answer;
  }
}

}  // namespace
}  // namespace thresh
