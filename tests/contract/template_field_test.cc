// A store with the words of templates in fields of their own (--removal field) lies between two
// others: at a share of 0 it answers as one that drops them, to the last bit, at 1 as one that
// removes nothing, and in between everything that is counted is as far from one as the share says.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "common/postings/dictionary.h"
#include "common/postings/statistics_writer.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/retrieval.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

constexpr std::size_t kSites = 5, kPages = 24;

std::string HostOf(std::size_t site) { return "site" + std::to_string(site) + ".example"; }

std::string UrlOf(std::size_t site, std::size_t page) {
  return "http://" + HostOf(site) + "/p" + std::to_string(page) + ".html";
}

// Each page has the menu of its site, whose words also stand in texts, links in its text, and a
// footer with a word that stands nowhere else.
std::string PageOf(std::size_t site, std::size_t page, std::mt19937* random) {
  const auto word = [&] { return "word" + std::to_string((*random)() % 60); };
  std::string html = "<title>" + word() + " " + word() + "</title><ul class=menu>";
  for (std::size_t i = 0; i < 6; ++i) {
    html += "<li><a href=\"" + UrlOf(site, i) + "\">menu word" + std::to_string(3 * i + site) +
            "</a></li>";
  }
  html += "</ul><h1>" + word() + " " + std::to_string(page) + "</h1>";
  for (std::size_t paragraph = 0; paragraph < 3; ++paragraph) {
    html += "<p>";
    for (std::size_t i = 0; i < 15 + (*random)() % 30; ++i) html += word() + " ";
    html += "<a href=\"" + UrlOf(site, (*random)() % kPages) + "\">" + word() + "</a></p>";
  }
  return html + "<div class=foot><p>imprint of word7 word8 and site" + std::to_string(site) +
         "</p></div>";
}

class TemplateFieldTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::mt19937 random(17);
    for (std::size_t site = 0; site < kSites; ++site) {
      for (std::size_t page = 0; page < kPages; ++page) {
        lines_[site] += nlohmann::json{{"url", UrlOf(site, page)},
                                       {"html", PageOf(site, page, &random)},
                                       {"date", "2024-01-01"}}
                            .dump() +
                        "\n";
      }
    }
    drop_ = Open(Build("drop", "spine", "drop", All()));
    none_ = Open(Build("none", "none", "drop", All()));
    field_ = Open(Build("field", "spine", "field", All()));
    ASSERT_GT(drop_->store().statistics().blocks_template, kSites * kPages);
    std::vector<std::string> terms;
    ASSERT_TRUE(VisitTerms(none_->store(), "", [&](std::string_view term, std::uint32_t) {
                  terms.emplace_back(term);
                  return true;
                }).ok());
    DrawQueries(terms);
  }

  std::string All() const {
    std::string all;
    for (const std::string& lines : lines_) all += lines;
    return all;
  }

  std::string Build(const std::string& name, const std::string& detector,
                    const std::string& removal, const std::string& lines, bool live = false) {
    BuildOptions options;
    options.store = folder_ / name;
    options.pipeline.input.crawls = {folder_ / "crawl.jsonl"};
    options.detector = detector;
    options.removal = removal;
    options.config = {{"removal", removal}};
    options.update.live = live;
    EXPECT_TRUE(WriteFileDurably(options.pipeline.input.crawls[0], lines).ok());
    const Status built = BuildStore(options);
    EXPECT_TRUE(built.ok()) << built.message();
    return options.store;
  }

  static std::unique_ptr<Searcher> Open(const StoreNames& names) {
    auto opened = Searcher::Open(names);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    return std::move(*opened);
  }
  static std::unique_ptr<Searcher> Open(const std::string& store) {
    return Open(StoreNames{.stores = {store}});
  }

  void DrawQueries(const std::vector<std::string>& terms) {
    std::mt19937 random(4);
    const auto word = [&] { return terms[random() % terms.size()]; };
    queries_ = {"imprint", "menu word3", "\"menu word3\"", "\"word7 word8\" imprint", "impr*"};
    while (queries_.size() < 150) {
      std::string text;
      for (std::size_t left = 1 + random() % 4; left > 0; --left) {
        const std::string a = word(), b = word();
        const std::array<std::string, 9> pieces = {a,
                                                   a,
                                                   "+" + a,
                                                   a + " -" + b,
                                                   "\"" + a + " " + b + "\"",
                                                   "title:" + a,
                                                   a + "~",
                                                   "word1*",
                                                   "\"" + a + " " + b + "\"~8"};
        text += pieces[random() % pieces.size()] + " ";
      }
      if (none_->Parse(text).ok()) queries_.push_back(text);
    }
  }

  // Every query, with the default of a search, or with one model after the other.
  template <typename Check>
  void ForEachQuery(double share, Check check) {
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      SearchOptions options = DefaultSearch();
      if (i % 2 == 1) {
        const ScorerInfo& row = ScorerTable()[i / 2 % ScorerTable().size()];
        options = {.model = std::string(row.model), .variant = std::string(row.variant)};
      }
      if (i % 10 == 4) options.expand = i % 20 == 4 ? "rm3" : "bo1";
      options.n = 1000;
      options.weights.of[static_cast<std::size_t>(Field::kTemplate)] = share;
      SCOPED_TRACE(queries_[i] + " " + options.model);
      check(queries_[i], options);
      if (HasFatalFailure()) return;
    }
  }

  static Ranking Find(Searcher& searcher, const std::string& text, const SearchOptions& options) {
    auto found = searcher.Search(text, options);
    EXPECT_TRUE(found.ok()) << found.status().message();
    return found.ok() ? *found : Ranking();
  }

  TempFolder folder_;
  std::array<std::string, kSites> lines_;
  std::unique_ptr<Searcher> drop_, none_, field_;
  std::vector<std::string> queries_;
};

TEST_F(TemplateFieldTest, WithoutAShareItAnswersAsDrop) {
  ForEachQuery(0, [&](const std::string& text, const SearchOptions& options) {
    const Ranking dropped = Find(*drop_, text, options), found = Find(*field_, text, options);
    ASSERT_EQ(found.hits, dropped.hits);
    ASSERT_EQ(found.matches, dropped.matches);
    ASSERT_EQ(found.more, dropped.more);
  });
  EXPECT_EQ(field_->store().statistics().postings, drop_->store().statistics().postings);
  EXPECT_EQ(CountTerms(field_->store()).value(), CountTerms(drop_->store()).value());
}

TEST_F(TemplateFieldTest, WholeItAnswersAsIfNothingHadBeenRemoved) {
  ForEachQuery(1, [&](const std::string& text, SearchOptions options) {
    const Ranking found = Find(*field_, text, options);
    options.weights.of[static_cast<std::size_t>(Field::kTemplate)] = 0;
    const Ranking whole = Find(*none_, text, options);
    ASSERT_EQ(found.matches, whole.matches);
    std::map<DocId, double> scores;
    for (const Hit& hit : whole.hits) scores[hit.doc] = hit.score;
    ASSERT_EQ(found.hits.size(), scores.size());
    for (const Hit& hit : found.hits) {
      ASSERT_TRUE(scores.contains(hit.doc));
      ASSERT_NEAR(hit.score, scores[hit.doc], 1e-9 * std::abs(hit.score) + 1e-12);
    }
  });
}

// The slow twin: what the two other stores count, as far apart as they are.
TEST_F(TemplateFieldTest, CountsInProportion) {
  constexpr double kShare = 0.3;
  const auto expect_between = [&](double found, double dropped, double whole) {
    EXPECT_NEAR(found, (1 - kShare) * dropped + kShare * whole, 1e-9 * (1 + std::abs(whole)));
  };
  ForEachQuery(kShare, [&](const std::string& text, SearchOptions options) {
    options.expand = "none";
    SearchOptions plain = options;
    plain.weights.of[static_cast<std::size_t>(Field::kTemplate)] = 0;
    const Query query = field_->Parse(text).value();
    for (std::uint32_t doc = 0; doc < kSites * kPages; doc += 7) {
      const ScoreExplanation found = field_->Explain(query, DocId(doc), options).value();
      const ScoreExplanation dropped = drop_->Explain(query, DocId(doc), plain).value();
      const ScoreExplanation whole = none_->Explain(query, DocId(doc), plain).value();
      expect_between(found.bonus.prior, dropped.bonus.prior, whole.bonus.prior);
      for (std::size_t u = 0; u < found.shares.size(); ++u) {
        const ScoreShare &a = dropped.shares[u], &b = whole.shares[u], &c = found.shares[u];
        expect_between(c.occurrence.tf, a.occurrence.tf, b.occurrence.tf);
        expect_between(c.occurrence.length, a.occurrence.length, b.occurrence.length);
        // Of several words the rarest counts, and that may be another one.
        if (c.unit.words.size() == 1) {
          expect_between(c.term.df, a.term.df, b.term.df);
          expect_between(c.term.cf, a.term.cf, b.term.cf);
        }
      }
      if (HasFailure()) GTEST_FAIL() << "page " << doc;
    }
  });
}

TEST_F(TemplateFieldTest, AlgorithmsAgreeAtEveryShare) {
  for (const double share : {0.05, 0.5, 1.0}) {
    ForEachQuery(share, [&](const std::string& text, SearchOptions options) {
      options.algorithm = "exhaustive";
      const Ranking all = Find(*field_, text, options);
      for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
        options.algorithm = algorithm.name;
        options.n = 10;
        const Ranking best = Find(*field_, text, options);
        ASSERT_TRUE(std::equal(best.hits.begin(), best.hits.end(), all.hits.begin()))
            << algorithm.name;
        ASSERT_EQ(best.hits.size(), std::min<std::size_t>(10, all.hits.size()));
      }
    });
  }
}

TEST_F(TemplateFieldTest, SegmentsAndShardsAnswerAsOneStore) {
  std::string old = All();
  for (std::size_t at = old.find("2024-01-01"); at != std::string::npos;
       at = old.find("2024-01-01", at))
    old.replace(at, 10, "2023-01-01");
  for (std::size_t at = old.find("word1"); at != std::string::npos; at = old.find("word1", at))
    old.replace(at, 5, "word2");
  Build("updated", "spine", "field", old);
  Build("updated", "spine", "field", lines_[1] + lines_[3], true);
  Build("updated", "spine", "field", lines_[0], true);
  const auto segments = Open(Build("updated", "spine", "field", lines_[2] + lines_[4], true));
  ASSERT_GT(segments->store().segments(), 1U);
  const StoreNames parts = {.stores = {Build("part1", "spine", "field", lines_[0] + lines_[2]),
                                       Build("part2", "spine", "field", lines_[1] + lines_[4]),
                                       Build("part3", "spine", "field", lines_[3])}};
  const auto shards = Open(parts);
  EXPECT_EQ(segments->store().manifest().digest, field_->store().manifest().digest);
  EXPECT_EQ(shards->store().manifest().digest, field_->store().manifest().digest);
  std::string bytes;
  ASSERT_TRUE(WriteStatistics(&field_->store(), {}, [&](std::string_view piece) {
                bytes += piece;
                return Status();
              }).ok());
  ASSERT_TRUE(WriteFileDurably(folder_ / "statistics", bytes).ok());
  const auto whole = Open({.stores = {folder_ / "field"}, .statistics = folder_ / "statistics"});
  for (const double share : {0.0, 0.4}) {
    ForEachQuery(share, [&](const std::string& text, const SearchOptions& options) {
      const Ranking expected = Find(*field_, text, options);
      ASSERT_EQ(Find(*segments, text, options).hits, expected.hits);
      ASSERT_EQ(Find(*shards, text, options).hits, expected.hits);
      if (text.find_first_of("*~") != std::string::npos) return;  // patterns are estimates there
      ASSERT_EQ(Find(*whole, text, options).hits, expected.hits);
    });
  }
}

TEST_F(TemplateFieldTest, BadSharesAreRefused) {
  const auto message = [](Searcher& searcher, double share) {
    SearchOptions options = DefaultSearch();
    options.weights.of[static_cast<std::size_t>(Field::kTemplate)] = share;
    const auto found = searcher.Search("imprint", options);
    EXPECT_TRUE(found.ok() || found.status().code() == Code::kUsage);
    return found.ok() ? "" : found.status().message();
  };
  for (const double share : {-0.1, 1.01, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(message(*field_, share), "template-weight must be a number from 0 to 1");
  EXPECT_EQ(message(*field_, 1), "");
  EXPECT_NE(message(*drop_, 0.5).find("--removal field"), std::string::npos);
}

}  // namespace
}  // namespace thresh
