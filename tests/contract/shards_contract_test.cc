// A crawl in one store and dealt out over many: searched as one they give the same pages, in the
// same order, with the same scores to the last bit, and so do servers that each have one of them
// and the statistics of all. With every model, ties and masked sites too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "common/postings/dictionary.h"
#include "common/postings/statistics_writer.h"
#include "query/live/live_store.h"
#include "query/retrieve/cursor.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

struct CrawledPage {
  std::string host, url, html;
  friend auto operator<=>(const CrawledPage&, const CrawledPage&) = default;
};
using Crawl = std::vector<CrawledPage>;  // site by site

std::string HostOf(std::size_t site) {
  return "site" + std::to_string(1000 + site * 7919 % 997) + ".example";
}

// Sites of a few pages with a menu each. Words are Zipfian, and some pages stand on several sites,
// so that their scores are equal.
Crawl MadeCrawl() {
  std::mt19937 random(7);
  const auto word = [&] {
    const double u = std::uniform_real_distribution<double>(0, 1)(random);
    const auto number = static_cast<int>(400 * u * u * u);
    return std::string(1, static_cast<char>('a' + number % 7)) + "word" + std::to_string(number);
  };
  std::vector<std::string> shared;
  Crawl crawl;
  for (std::size_t site = 0; site < 96; ++site) {
    for (std::size_t page = 0; page < 3 + random() % 6; ++page) {
      std::string text;
      for (std::size_t i = 0; i < 20 + random() % 60; ++i) text += word() + " ";
      if (random() % 6 == 0 && !shared.empty()) text = shared[random() % shared.size()];
      if (random() % 6 == 0) shared.push_back(text);
      crawl.push_back({HostOf(site), "http://" + HostOf(site) + "/p" + std::to_string(page),
                       "<title>" + text.substr(0, 14) + "</title><ul><li>menu of the site" +
                           std::to_string(site) + "</ul><p>" + text + "</p>"});
    }
  }
  return crawl;
}

// A manual, cut into sites of 40 pages.
Crawl ManualCrawl(const std::string& folder) {
  Crawl crawl;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html")
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Result<std::string> html = ReadFile(files[i]);
    if (!html.ok() || html.value().find('\xff') != std::string::npos) continue;
    crawl.push_back({HostOf(i / 40), "http://" + HostOf(i / 40) + files[i].substr(folder.size()),
                     html.value()});
  }
  return crawl;
}

std::string Lines(const Crawl& crawl, const std::string& day) {
  std::string lines;
  for (const CrawledPage& page : crawl) {
    lines += nlohmann::json{{"url", page.url}, {"html", page.html}, {"date", day}}.dump(
                 -1, ' ', false, nlohmann::json::error_handler_t::replace) +
             "\n";
  }
  return lines;
}

// The pages of a part by the numbers of the store that has all: by host and URL.
std::vector<DocId> NumbersIn(const Searcher& whole, const Searcher& part) {
  std::vector<DocId> numbers;
  for (std::uint32_t doc = 0; doc < part.store().docs(); ++doc) {
    const std::string url = part.Page(DocId(doc)).value().url;
    numbers.push_back(FindUrl(whole.store(), url).value().value());
  }
  return numbers;
}

struct Part {
  std::unique_ptr<Searcher> searcher;
  std::vector<DocId> numbers;  // of its pages, in the store that has all
};

// What a proxy before several servers does: best score first, and equal scores by host and URL.
std::vector<Hit> Merged(const std::vector<Part>& parts, const Query& query,
                        const SearchOptions& options) {
  std::vector<Hit> merged;
  for (const Part& part : parts) {
    const auto found = part.searcher->Search(query, options);
    EXPECT_TRUE(found.ok()) << found.status().message();
    for (const Hit& hit : found.value().hits)
      merged.push_back({part.numbers[hit.doc.value], hit.score});
  }
  std::sort(merged.begin(), merged.end(), [](const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.doc < b.doc;
  });
  if (merged.size() > options.n) merged.resize(options.n);
  return merged;
}

#ifdef __SANITIZE_ADDRESS__
constexpr int kQueries = 200;  // a thousand take four minutes here
#else
constexpr int kQueries = 1000;
#endif

struct Source {
  const char* name;
  const char* folder;  // empty: a made crawl
  int queries;
  friend void PrintTo(const Source& source, std::ostream* out) { *out << source.name; }
};

class ShardsContract : public ::testing::TestWithParam<Source> {
 protected:
  void SetUp() override {
    const std::string folder = GetParam().folder;
    if (!folder.empty() && !std::filesystem::exists(folder))
      GTEST_SKIP() << folder << " is not here";
    crawl_ = folder.empty() ? MadeCrawl() : ManualCrawl(folder);
    const Status taken =
        TakeLines(single(), folder_ / "crawl.jsonl", Lines(crawl_, "2024-01-01"), false);
    ASSERT_TRUE(taken.ok()) << taken.message();
    searcher_ = std::move(Searcher::Open(single()).value());
    const Status read =
        VisitTerms(searcher_->store(), "", [&](std::string_view term, std::uint32_t df) {
          terms_.emplace_back(df, term);
          return true;
        });
    ASSERT_TRUE(read.ok());
    std::sort(terms_.rbegin(), terms_.rend());
    DrawQueries();
  }

  std::string single() const { return folder_ / "single"; }

  // Deals the sites out over `count` stores. Some stores have older states of some sites, which are
  // then masked.
  StoreNames Shards(std::size_t count) {
    std::vector<Crawl> dealt(count);
    for (std::size_t i = 0, site = 0; i < crawl_.size(); ++i) {
      if (i > 0 && crawl_[i].host != crawl_[i - 1].host) ++site;
      dealt[site % count].push_back(crawl_[i]);
    }
    StoreNames names;
    for (std::size_t s = 0; s < count; ++s) {
      if (dealt[s].empty()) continue;
      names.stores.push_back(folder_ / ("shard" + std::to_string(count) + "-" + std::to_string(s)));
      if (s % 3 == 1) TakeOld(names.stores.back(), dealt[s]);
      const Status taken = TakeLines(names.stores.back(), folder_ / "part.jsonl",
                                     Lines(dealt[s], "2024-01-01"), s % 3 == 1);
      EXPECT_TRUE(taken.ok()) << taken.message();
    }
    return names;
  }

  void TakeOld(const std::string& store, Crawl crawl) {
    for (CrawledPage& page : crawl) page.html = "<p>an old text of the page aword1 bword2</p>";
    const Status taken = TakeLines(store, folder_ / "old.jsonl", Lines(crawl, "2023-01-01"), false);
    EXPECT_TRUE(taken.ok()) << taken.message();
  }

  std::string DrawWord() {
    const double rank = std::uniform_real_distribution<double>(0, 1)(random_);
    return terms_[static_cast<std::size_t>(rank * rank * rank * double(terms_.size()))].second;
  }

  void DrawQueries() {
    while (queries_.size() < static_cast<std::size_t>(GetParam().queries)) {
      std::string text;
      for (std::size_t left = 1 + random_() % 4; left > 0; --left) {
        const std::string word = DrawWord(), other = DrawWord();
        const std::array<std::string, 8> pieces = {word,
                                                   "+" + word,
                                                   word + " -" + other,
                                                   "\"" + word + " " + other + "\"",
                                                   "+" + word,
                                                   "title:" + word,
                                                   word.substr(0, 2) + "*",
                                                   "\"" + word + " " + other + "\"~8"};
        text += pieces[random_() % pieces.size()] + " ";
      }
      Result<Query> query = searcher_->Parse(text);
      if (query.ok()) queries_.emplace_back(text, std::move(*query));
    }
  }

  // Every query: with each model in turn, or with one, which comes to every model many times.
  template <typename Check>
  void ForEachQuery(bool every_model, Check check) {
    const auto models = ScorerTable();
    for (std::size_t i = 0; i < queries_.size() * (every_model ? models.size() : 1); ++i) {
      const auto& [text, query] = queries_[i % queries_.size()];
      const ScorerInfo& row = models[every_model ? i / queries_.size() : i % models.size()];
      SearchOptions options{.n = i % 2 == 0 ? 10U : 100U,
                            .model = std::string(row.model),
                            .variant = std::string(row.variant)};
      if (i % 5 == 0) options.weights.of = {1, 2.5, 0.3, 0, 1};
      SCOPED_TRACE(text + " " + options.model);
      check(query, options);
      if (HasFatalFailure()) return;
    }
  }

  std::string WriteStatisticsOf(const StoreNames& names) const {
    std::string bytes;
    const auto opened = Searcher::Open(names);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    const Status written =
        WriteStatistics(&opened.value()->store(), {}, [&](std::string_view piece) {
          bytes += piece;
          return Status();
        });
    EXPECT_TRUE(written.ok()) << written.message();
    const std::string file = folder_ / ("statistics" + std::to_string(names.stores.size()));
    EXPECT_TRUE(WriteFileDurably(file, bytes).ok());
    return file;
  }

  TempFolder folder_;
  Crawl crawl_;
  std::unique_ptr<Searcher> searcher_;
  std::vector<std::pair<std::uint32_t, std::string>> terms_;
  std::vector<std::pair<std::string, Query>> queries_;
  std::mt19937 random_{2024};
};

TEST_P(ShardsContract, SeveralStoresAreSearchedAsOne) {
  for (const std::size_t count : {1U, 2U, 8U, 64U}) {
    const auto joined = Searcher::Open(Shards(count));
    ASSERT_TRUE(joined.ok()) << joined.status().message();
    EXPECT_EQ(joined.value()->store().manifest().digest, searcher_->store().manifest().digest);
    const std::vector<DocId> numbers = NumbersIn(*searcher_, *joined.value());
    for (std::uint32_t doc = 0; doc < numbers.size(); ++doc) ASSERT_EQ(numbers[doc], DocId(doc));
    ForEachQuery(GetParam().folder[0] == 0, [&](const Query& query, const SearchOptions& options) {
      const auto all = joined.value()->Search(query, options);
      ASSERT_TRUE(all.ok()) << all.status().message();
      ASSERT_EQ(all.value().hits, searcher_->Search(query, options).value().hits);
    });
  }
}

// The store that is the whole itself scores by its statistics as the parts do. Words score as
// without statistics.
TEST_P(ShardsContract, PartsOfAWholeAreMergedToIt) {
  const StoreNames whole{.stores = {single()}, .statistics = WriteStatisticsOf({{single()}})};
  const auto reference = std::move(Searcher::Open(whole).value());
  std::size_t exact = 0;
  for (const std::size_t count : {1U, 2U, 8U, 64U}) {
    const StoreNames names = Shards(count);
    const std::string statistics = WriteStatisticsOf(names);
    std::vector<Part> parts;
    for (const std::string& store : names.stores) {
      auto part = Searcher::Open({.stores = {store}, .statistics = statistics});
      ASSERT_TRUE(part.ok()) << part.status().message();
      std::vector<DocId> numbers = NumbersIn(*searcher_, *part.value());
      parts.push_back({std::move(*part), std::move(numbers)});
    }
    ForEachQuery(false, [&](const Query& query, const SearchOptions& options) {
      const std::vector<Hit> expected = reference->Search(query, options).value().hits;
      ASSERT_EQ(Merged(parts, query, options), expected);
      const bool estimated =
          std::any_of(query.units.begin(), query.units.end(), [&](const QueryUnit& unit) {
            return unit.frequency > 0 && IsEstimated(unit, reference->index());
          });
      if (estimated) return;
      ++exact;
      ASSERT_EQ(expected, searcher_->Search(query, options).value().hits);
    });
  }
  EXPECT_GT(exact, queries_.size());  // of four rounds
}

TEST_P(ShardsContract, DatesAndTheOrderByThemAreThoseOfOneStore) {
  const auto joined = std::move(Searcher::Open(Shards(8)).value());
  const SearchOptions options{.n = 100, .order = HitOrder::kChanged};
  for (std::size_t i = 0; i < 30; ++i) {
    const auto all = joined->Search(queries_[i].second, options);
    ASSERT_TRUE(all.ok()) << all.status().message();
    for (const Hit& hit : all.value().hits)
      EXPECT_EQ(joined->Dates(joined->Page(hit.doc).value()).value().last_seen.substr(0, 10),
                "2024-01-01");
  }
}

TEST_P(ShardsContract, AnUpdateOfOneStoreIsServed) {
  StoreNames names = Shards(2);
  const auto live = std::move(LiveStore::Open(names, 2).value());
  EXPECT_FALSE(live->Renew().value());
  const Crawl more = {{"new.example", "http://new.example/", "<p>zzyzx</p>"}};
  const LiveStore::Lease before = live->Borrow();
  ASSERT_TRUE(TakeLines(names.stores[1], folder_ / "new", Lines(more, "2024-02-01"), true).ok());
  EXPECT_EQ(live->Borrow()->Search("zzyzx", {}).value().matches, 0U);
  EXPECT_TRUE(live->Renew().value());
  EXPECT_EQ(live->Borrow()->Search("zzyzx", {}).value().matches, 1U);
  EXPECT_EQ(before->Search("zzyzx", {}).value().matches, 0U);
  // The same site in the other store makes the new version unreadable: the old one stays.
  ASSERT_TRUE(TakeLines(names.stores[0], folder_ / "new", Lines(more, "2024-02-01"), true).ok());
  EXPECT_EQ(live->Renew().status().code(), Code::kUsage);
  EXPECT_EQ(live->Borrow()->Search("zzyzx", {}).value().matches, 1U);
}

INSTANTIATE_TEST_SUITE_P(Real, ShardsContract,
                         ::testing::Values(Source{"made", "", kQueries},
                                           Source{"python",
                                                  THRESH_SOURCE_DIR "/data/corpora/python3.11-doc",
                                                  kQueries / 4}),
                         [](const auto& source) { return std::string(source.param.name); });

}  // namespace
}  // namespace thresh
