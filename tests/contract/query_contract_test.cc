// A built store and everything that thresh-query reads of it, against slow twins that know the
// store's rows only.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "common/postings/postings.h"
#include "query/present/dump.h"
#include "query/present/explain.h"
#include "query/present/search_answer.h"
#include "query/present/stats.h"
#include "query/present/templates.h"
#include "query/retrieve/index.h"
#include "query/retrieve/rank.h"
#include "tests/support/json.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// 60 pages with a bar of navigation, a heading, some of the words w0..w39 (low ones often) and two
// equal pages.
void WriteSite(const std::string& folder) {
  std::mt19937 random(2006);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::filesystem::create_directories(folder + "/sub");
  for (std::uint32_t page = 0; page < 60; ++page) {
    std::string words;
    for (std::uint32_t i = below(80); i > 0; --i)
      words += " w" + std::to_string(below(40) * below(40) / 40);
    if (page == 7) words = " \u202Ew1 caf\u00e9 w2 w3";
    std::ofstream(folder + (page % 2 == 0 ? "/" : "/sub/") + "p" + std::to_string(page) + ".html")
        << "<!DOCTYPE html><meta charset=utf-8><title>page w" << below(9) << "</title>"
        << "<ul><li>home<li>news<li>about<li>w1</ul><h1>story " << page << "</h1><p>" << words
        << "</p>"
        << "<div>copyright by nobody in particular</div>";
  }
  std::filesystem::copy(folder + "/p4.html", folder + "/p4copy.html");
}

class QueryContract : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    WriteSite(folder_.path() + "/site");
    BuildOptions options;
    options.store = folder_.path() + "/store";
    options.removal = GetParam();
    options.pipeline.input.crawls = {folder_.path() + "/site"};
    options.pipeline.input.source.base_url = "http://x.org/";
    options.pipeline.run_bytes = 1 << 20;
    auto opened = BuildAndOpen(options);
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    searcher_ = std::move(*opened);
  }

  const Store& store() const { return searcher_->store(); }
  std::uint32_t docs() const { return store().docs(); }

  TempFolder folder_;
  std::unique_ptr<Searcher> searcher_;
};

// Every posting of a store: term, page, field, positions.
using Positions = std::array<std::vector<std::uint32_t>, kFieldCount>;
using Postings = std::map<std::string, std::map<std::uint32_t, Positions>>;

Postings ReadPostings(const Segment& segment) {
  Postings postings;
  const SegmentIndex index(segment);
  const auto rows = segment.Scan(Family::kTerms);
  for (; rows->Valid(); rows->Next()) {
    const std::string term(rows->key());
    TermRecord record;
    THRESH_CHECK(record.Decode(rows->value()));
    const auto chunks = index.Chunks(term);
    for (const FieldList& list : record.fields) {
      PostingCursor cursor(&list, chunks.get());
      for (; cursor.doc() != PostingCursor::kEnd; cursor.Next()) {
        THRESH_CHECK(
            cursor.Positions(&postings[term][cursor.doc()][static_cast<std::size_t>(list.field)])
                .ok());
      }
      THRESH_CHECK(cursor.status().ok());
    }
  }
  THRESH_CHECK(rows->status().ok());
  return postings;
}

double CountPhrase(const Postings& postings, const QueryUnit& unit, std::uint32_t doc) {
  double count = 0;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    for (std::uint32_t start = 0; start < 200; ++start) {
      count += std::all_of(unit.words.begin(), unit.words.end(), [&](const QueryUnit::Word& word) {
        const auto term = postings.find(word.term);
        if (term == postings.end() || !term->second.contains(doc)) return false;
        const auto& positions = term->second.at(doc)[f];
        return std::find(positions.begin(), positions.end(), start + word.place) != positions.end();
      });
    }
  }
  return count;
}

// A phrase counts as its rarest word.
TermStatistics CountUnit(const Postings& postings, const QueryUnit& unit, std::uint32_t docs) {
  std::optional<TermStatistics> rarest;
  for (const QueryUnit::Word& word : unit.words) {
    TermStatistics counted{.df = 0, .query_frequency = unit.frequency * unit.weight};
    for (std::uint32_t doc = 0; doc < docs; ++doc) {
      const double tf = CountPhrase(postings, {.words = {{word.term, 0}}}, doc);
      counted.df += tf > 0 ? 1 : 0;
      counted.cf += tf;
    }
    if (!rarest || counted.df < rarest->df) rarest = counted;
  }
  return *rarest;
}

// Whether a page must have a unit of a query of words with and without +.
bool IsMust(const Query& query, std::size_t unit) {
  const auto is_unit = [unit](const Condition& c) {
    return c.kind == Condition::Kind::kUnit && c.unit == unit;
  };
  if (!query.filter) return false;
  return is_unit(*query.filter) ||
         std::any_of(query.filter->parts.begin(), query.filter->parts.end(), is_unit);
}

// What every scorer reads of a unit, so it is counted once.
struct CountedUnit {
  TermStatistics statistics;
  std::vector<double> tf;  // by page
};

std::vector<CountedUnit> CountUnits(const Postings& postings, const Query& query,
                                    std::uint32_t docs) {
  std::vector<CountedUnit> counted;
  for (const QueryUnit& unit : query.units) {
    counted.push_back({CountUnit(postings, unit, docs), std::vector<double>(docs)});
    for (std::uint32_t doc = 0; doc < docs; ++doc)
      counted.back().tf[doc] = CountPhrase(postings, unit, doc);
  }
  return counted;
}

Ranking Twin(const std::vector<CountedUnit>& counted, const LengthsRecord& lengths,
             const Query& query, const SearchOptions& options) {
  const auto docs = static_cast<std::uint32_t>(lengths.docs());
  const ScorerInfo* row = FindScorer(options.model, options.variant).value();
  std::vector<double> scores(docs);
  std::vector<std::size_t> found(docs), musts(docs);
  std::size_t wanted = 0;
  for (std::size_t u = 0; u < query.units.size(); ++u) {
    const bool must = IsMust(query, u);
    const std::vector<double>& tf = counted[u].tf;
    const auto scorer =
        row->make(options.parameters, CountCollection(lengths), counted[u].statistics);
    wanted += must ? 1 : 0;
    for (std::uint32_t doc = 0; doc < docs; ++doc) {
      const double length = lengths.Total(DocId(doc));
      if (tf[doc] == 0) {
        scores[doc] += scorer.Absent(length);
        continue;
      }
      scores[doc] +=
          scorer({.tf = tf[doc], .length = length, .tf_avg = length / lengths.distinct[doc]});
      ++found[doc];
      musts[doc] += must ? 1 : 0;
    }
  }
  Ranking ranking;
  for (std::uint32_t doc = 0; doc < docs; ++doc) {
    if (found[doc] > 0 && musts[doc] == wanted) ranking.hits.push_back({DocId(doc), scores[doc]});
  }
  ranking.matches = ranking.hits.size();
  std::stable_sort(ranking.hits.begin(), ranking.hits.end(),
                   [](const Hit& a, const Hit& b) { return a.score > b.score; });
  return ranking;
}

TEST_P(QueryContract, SearchEqualsTheTwinForEveryScorer) {
  const Postings postings = ReadPostings(store().segment(0));
  for (const char* text :
       {"w1", "w0 w1 w2", "+w3 w5", "\"w1 w2\"", "+\"w0 w1\" w2 w2", "story home", "page +w2",
        "\"page w2\" x.org", "nowhere", "copyright nobody", "p4"}) {
    auto query = searcher_->Parse(text);
    ASSERT_TRUE(query.ok());
    const std::vector<CountedUnit> counted =
        CountUnits(postings, *query, static_cast<std::uint32_t>(store().lengths().docs()));
    for (const ScorerInfo& row : ScorerTable()) {
      SearchOptions options;
      options.model = row.model;
      options.variant = row.variant;
      Ranking twin = Twin(counted, store().lengths(), *query, options);
      for (const std::size_t n : {1000u, 10u, 1u}) {
        options.n = n;
        twin.hits.resize(std::min(twin.hits.size(), n));
        const auto real = searcher_->Search(text, options);
        ASSERT_TRUE(real.ok()) << real.status().message();
        EXPECT_EQ(real.value().matches, twin.matches) << text;
        EXPECT_EQ(real.value().hits, twin.hits)
            << text << " " << row.model << "/" << row.variant << " " << n;
      }
    }
  }
}

TEST_P(QueryContract, StruckWordsFindNoPageAndStandInNoSnippet) {
  const bool keep = std::string(GetParam()) == "keep-one";
  const auto answer = AnswerQuery(*searcher_, "particular", {});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().matches, keep ? 1u : 0u)
      << "a word of the template stays findable once, or not at all";
  AnswerOptions all;
  all.search.n = 100;
  const auto stories = AnswerQuery(*searcher_, "story", all);
  ASSERT_TRUE(stories.ok());
  EXPECT_GT(stories.value().pages.size(), 10u);
  std::size_t with_bar = 0;
  for (const FoundPage& page : stories.value().pages) {
    if (page.snippet.text.find("copyright") != std::string::npos) ++with_bar;
    EXPECT_FALSE(page.snippet.highlights.empty());
  }
  EXPECT_LE(with_bar, keep ? 1u : 0u);
}

TEST_P(QueryContract, PagesWithTheSameTextAreOneHit) {
  const auto pages = [&](bool duplicates, std::size_t offset) {
    AnswerOptions options;
    options.search.n = 1000;
    options.duplicates = duplicates;
    options.offset = offset;
    const auto answer = AnswerQuery(*searcher_, "url:x.org/p4", options);
    THRESH_CHECK(answer.ok());
    return std::move(answer.value().pages);
  };
  const auto collapsed = pages(false, 0), all = pages(true, 0);
  const auto is_p4 = [](const FoundPage& page) { return page.page.docno == "p4.html"; };
  const auto p4 = std::find_if(collapsed.begin(), collapsed.end(), is_p4);
  ASSERT_NE(p4, collapsed.end());
  EXPECT_EQ(p4->same_text, std::vector<std::string>{"http://x.org/p4copy.html"});
  EXPECT_EQ(p4->site, "x.org");
  EXPECT_EQ(collapsed.size() + 1, all.size());
  for (const FoundPage& page : all) EXPECT_TRUE(page.same_text.empty());
  const auto rest = pages(false, 1);
  ASSERT_EQ(rest.size() + 1, collapsed.size());
  EXPECT_EQ(rest.front().page.url, collapsed[1].page.url);
}

TEST_P(QueryContract, PagesLikeAPageAreNeitherItNorItsCopies) {
  AnswerOptions options;
  options.search.n = 1000;
  for (const char* name : {"p4.html", "http://x.org/p4copy.html"}) {
    const auto answer = AnswerMoreLike(*searcher_, name, options);
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    EXPECT_GT(answer.value().pages.size(), 5u);
    for (const FoundPage& page : answer.value().pages) {
      EXPECT_NE(page.page.docno, "p4.html");
      EXPECT_NE(page.page.docno, "p4copy.html");
    }
  }
  EXPECT_EQ(AnswerMoreLike(*searcher_, "nowhere", options).status().code(), Code::kMissing);
}

TEST_P(QueryContract, AScoreIsTheSumOfItsTermsForEveryScorer) {
  for (const ScorerInfo& row : ScorerTable()) {
    AnswerOptions options;
    options.search.model = row.model;
    options.search.variant = row.variant;
    options.explain_scores = true;
    const auto answer =
        AnswerQuery(*searcher_, "w1 \"w0 w1\" w1 title:w2 stor* nowhere -w30", options);
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    ASSERT_FALSE(answer.value().pages.empty());
    for (const FoundPage& page : answer.value().pages) {
      ASSERT_TRUE(page.explanation);
      EXPECT_EQ(page.explanation->shares.size(), 5u);
      EXPECT_EQ(page.explanation->score, page.score) << row.model << "/" << row.variant;
      double sum = 0;
      for (const ScoreShare& share : page.explanation->shares) sum += share.score;
      EXPECT_EQ(sum, page.score) << row.model << "/" << row.variant;
    }
  }
}

TEST_P(QueryContract, AWordThatStandsNowhereIsCorrected) {
  const auto answer = AnswerQuery(*searcher_, "stroy w1", {});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().did_you_mean, "story w1");
  const auto right = AnswerQuery(*searcher_, "story w1", {});
  EXPECT_EQ(right.value().did_you_mean, "");
}

TEST_P(QueryContract, DumpExplainAndStatisticsTellTheSameStory) {
  std::uint64_t indexed = 0, blocks_struck = 0, blocks = 0, pages = 0;
  ASSERT_TRUE(
      Dump(store(), [&](const DumpedPage& dumped) {
        const auto json = ParseJson(DumpLine(dumped));
        const auto docno = json.at("docno").get<std::string>();
        EXPECT_EQ(json.at("path"), docno);
        EXPECT_EQ(json.at("url"), "http://x.org/" + docno);
        auto found = FindPage(store(), docno);
        ASSERT_TRUE(found.ok());
        const std::uint32_t words = found.value().record.body_tokens_indexed;
        const auto explained = ExplainPage(store(), std::move(*found));
        ASSERT_TRUE(explained.ok()) << explained.status().message();
        const auto& e = explained.value();
        EXPECT_EQ(e.tokens_by_verdict[0] + e.tokens_by_verdict[2] + e.tokens_by_verdict[3], words)
            << docno;
        std::map<std::string, std::uint64_t> verdicts;
        for (const auto& span : json.at("spans")) ++verdicts[span.at("verdict")];
        EXPECT_EQ(verdicts["template"] > 0, e.blocks_by_verdict[1] > 0) << docno;
        indexed += words;
        blocks += e.page.record.blocks;
        blocks_struck += e.page.record.template_blocks;
        ++pages;
      }).ok());
  const Statistics& total = store().statistics();
  EXPECT_EQ(pages, 61u);
  EXPECT_EQ(total.docs, pages);
  EXPECT_EQ(total.tokens_indexed, indexed);
  EXPECT_EQ(total.blocks_seen, blocks);
  EXPECT_EQ(total.blocks_template, blocks_struck);
  EXPECT_GT(blocks_struck, 50u);
}

TEST_P(QueryContract, StatsPrintWhatTheManifestAndTheSegmentSay) {
  const auto stats = ReadStats(searcher_->store());
  ASSERT_TRUE(stats.ok());
  const auto json = ParseJson(StatsJson(stats.value()));
  const Statistics& total = store().statistics();
  EXPECT_EQ(json.at("digest"), searcher_->store().manifest().digest.Hex());
  EXPECT_EQ(json.at("total").at("postings"), total.postings);
  EXPECT_EQ(json.at("sites").at("x.org").at("tokens_seen"), total.tokens_seen);
  EXPECT_EQ(json.at("counters").at("indexed"), 61);
  EXPECT_DOUBLE_EQ(json.at("total").at("bytes_per_posting"),
                   static_cast<double>(total.postings_bytes) / static_cast<double>(total.postings));
  EXPECT_GT(json.at("family_bytes").at("text"), 0);
  const Postings postings = ReadPostings(store().segment(0));
  std::uint64_t postings_in_fields = 0, positions = 0;
  for (const auto& [term, list] : postings) {
    for (const auto& [doc, fields] : list) {
      for (const auto& field : fields) {
        if (!field.empty()) ++postings_in_fields;
        positions += field.size();
      }
    }
  }
  EXPECT_EQ(json.at("total").at("postings"), postings_in_fields);
  EXPECT_EQ(json.at("total").at("positions"), positions);
  const std::string text = StatsText(stats.value(), Terminal{});
  for (const char* piece :
       {"bytes a posting", "x.org", "total", "postings", "wall", "kept-one", "content digest"}) {
    EXPECT_NE(text.find(piece), std::string::npos) << piece;
  }
}

TEST_P(QueryContract, TemplatesComeByWeightAndBySite) {
  const auto all = ReadCards(store(), "", 100);
  ASSERT_TRUE(all.ok());
  const auto& shown = all.value().shown;
  ASSERT_GE(shown.size(), 2u);
  EXPECT_EQ(all.value().found, shown.size());
  for (std::size_t i = 1; i < shown.size(); ++i) {
    EXPECT_GE(std::uint64_t{shown[i - 1].record.support} * shown[i - 1].record.tokens,
              std::uint64_t{shown[i].record.support} * shown[i].record.tokens);
  }
  EXPECT_EQ(shown[0].record.text, "copyright by nobody in particular");
  EXPECT_EQ(shown[0].site, "x.org");
  ASSERT_EQ(shown[0].examples.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto page = ReadPage(store(), shown[0].record.examples[i]);
    ASSERT_TRUE(page.ok());
    EXPECT_EQ(shown[0].examples[i].url, page.value().url);
  }
  const auto first = ReadCards(store(), "x.org", 1);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first.value().shown.size(), 1u);
  EXPECT_EQ(first.value().found, shown.size());
  EXPECT_EQ(ReadCards(store(), "y.org", 1).status().code(), Code::kMissing);
}

// Each page is read once for all templates; a page too long beside the others is not read.
TEST_P(QueryContract, SightingsAreReadAsIfEachWereReadAloneUpToABound) {
  const auto all = ReadCards(store(), "", 100);
  ASSERT_TRUE(all.ok());
  std::vector<TemplateCard> seen = all.value().shown;
  std::vector<TemplateCard*> pointers;
  for (TemplateCard& one : seen) pointers.push_back(&one);
  ASSERT_TRUE(ReadSightings(store(), pointers).ok());
  for (const TemplateCard& one : seen) {
    std::set<DocId> docs = {one.record.examples.begin(), one.record.examples.end()};
    docs.insert(one.record.representative);
    ASSERT_EQ(one.sightings.size(), docs.size());
    EXPECT_EQ(one.sightings.front().doc, one.record.representative);
    EXPECT_EQ(one.sightings.front().text, one.record.text);
    for (const Sighting& sighting : one.sightings) {
      const auto alone = ReadSighting(store(), one.id, sighting.doc);
      ASSERT_TRUE(alone.ok());
      EXPECT_EQ(sighting.text, alone.value().text);
      EXPECT_EQ(sighting.page.url, alone.value().page.url);
      EXPECT_EQ(sighting.bands.size(), alone.value().bands.size());
    }
  }
  TemplateCard large = all.value().shown.front();
  large.examples.back().body_tokens_seen = kMostWordsRead;
  TemplateCard* const alone[] = {&large};
  ASSERT_TRUE(ReadSightings(store(), alone).ok());
  EXPECT_EQ(large.sightings.size() + 1, seen.front().sightings.size());
}

TEST_P(QueryContract, APageIsFoundByUrlOrDocnoOrANeighbourIsNamed) {
  for (const char* name :
       {"http://x.org/sub/p7.html", "sub/p7.html", "http://x.org/sub/p7.html#top"}) {
    const auto page = FindPage(store(), name);
    ASSERT_TRUE(page.ok()) << name;
    EXPECT_EQ(page.value().record.docno, "sub/p7.html");
  }
  const auto near = FindPage(store(), "http://www.x.org/other/p7.html");
  EXPECT_EQ(near.status().code(), Code::kMissing);
  EXPECT_NE(near.status().message().find("did you mean http://x.org/sub/p7.html"),
            std::string::npos);
  EXPECT_EQ(FindPage(store(), "q").status().message(), "no page 'q' in the store");
}

INSTANTIATE_TEST_SUITE_P(Removal, QueryContract, ::testing::Values("keep-one", "drop"),
                         [](const auto& removal) {
                           return std::string(removal.param) == "drop" ? "drop" : "keep_one";
                         });

}  // namespace
}  // namespace thresh
