// An index that is split over segments against the same index as one: cursors and rankings must
// agree to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "query/retrieve/deadline.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/segments_cursor.h"
#include "query/retrieve/term_cursor.h"
#include "tests/unit/query/retrieve/split_index.h"

namespace thresh {
namespace {

constexpr std::uint32_t kEnd = Cursor::kEnd;

QueryUnit Word(const std::string& term) { return {.words = {{term, 0}}}; }

std::unique_ptr<Cursor> CursorOf(const QueryUnit& unit, const Index& index) {
  return std::move(MakeCursor(unit, index, {.of = {1, 2, 0.5, 1, 1}}).value().cursor);
}

void ExpectSamePlace(const Cursor& cursor, const Cursor& twin) {
  ASSERT_EQ(cursor.doc(), twin.doc());
  if (twin.doc() != kEnd) {
    ASSERT_EQ(cursor.tf(), twin.tf());
  }
  ASSERT_TRUE(cursor.status().ok());
}

// ---- moves: each is made on both cursors

void TakeBoth(std::mt19937& random, std::uint32_t docs, Cursor& cursor, Cursor& twin) {
  const std::uint32_t last =
      Below(random, 8) == 0 ? kEnd
                            : std::min(twin.doc(), docs) + Below(random, 1 + Below(random, docs));
  const double above = Below(random, 3);
  std::array<PageTf, 40> taken, expected;
  const std::size_t room = 1 + Below(random, 40);
  const std::size_t count = cursor.Take(last, above, std::span(taken).first(room));
  ASSERT_EQ(count, twin.Take(last, above, std::span(expected).first(room)));
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(taken[i].doc, expected[i].doc);
    ASSERT_EQ(taken[i].tf, expected[i].tf);
  }
}

// Begins before the current page at times, as a LeaderWalk does.
void TfsAtBoth(std::mt19937& random, std::uint32_t from, std::uint32_t docs, Cursor& cursor,
               Cursor& twin) {
  std::vector<std::uint32_t> sought;
  const std::uint32_t step = 1 + Below(random, 1 + docs / 10);
  for (std::uint32_t doc = from; doc < docs && sought.size() < 60; doc += 1 + Below(random, step))
    sought.push_back(doc);
  std::vector<double> tfs(sought.size(), -1), expected(sought.size(), -1);
  cursor.TfsAt(sought, tfs.data());
  twin.TfsAt(sought, expected.data());
  ASSERT_EQ(tfs, expected);
}

void MoveBoth(std::mt19937& random, std::uint32_t* sought, std::uint32_t docs, Cursor& cursor,
              Cursor& twin) {
  const std::uint32_t here = std::min(twin.doc(), docs);
  switch (Below(random, 24)) {
    case 0:
      ASSERT_TRUE(cursor.Rewind());
      ASSERT_TRUE(twin.Rewind());
      *sought = 0;
      return;
    case 1:
      cursor.SeekTo(kEnd);
      twin.SeekTo(kEnd);
      break;
    default:
      switch (Below(random, 4)) {
        case 0:
          if (twin.doc() == kEnd) break;
          cursor.Next();
          twin.Next();
          break;
        case 1: {
          const std::uint32_t to = here + Below(random, 2 + docs / (1 + Below(random, 30)));
          cursor.SeekTo(to);
          twin.SeekTo(to);
          break;
        }
        case 2:
          TfsAtBoth(random, *sought + Below(random, here - *sought + 1), docs, cursor, twin);
          break;
        default:
          TakeBoth(random, docs, cursor, twin);
      }
  }
  *sought = std::min(twin.doc(), docs);
}

TEST(Segments, ACursorMovesAsOverOneIndex) {
  std::mt19937 random(71);
  for (int round = 0; round < 150; ++round) {
    const unsigned vocabulary = 2 + Below(random, 30);
    const auto pages = RandomPages(random, 1 + Below(random, 900), vocabulary);
    const auto docs = static_cast<std::uint32_t>(pages.size());
    SplitIndex split(random, pages, 1 + Below(random, 6), 1 + Below(random, 60), vocabulary);
    const QueryUnit unit = Word("w" + std::to_string(Below(random, vocabulary)));
    const auto cursor = CursorOf(unit, split), twin = CursorOf(unit, split.whole());
    ExpectSamePlace(*cursor, *twin);
    std::uint32_t sought = 0;
    for (int move = 0; move < 150; ++move) {
      MoveBoth(random, &sought, docs, *cursor, *twin);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
      ExpectSamePlace(*cursor, *twin);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round << " move " << move;
    }
  }
}

// ---- bounds

using Postings = std::vector<PageTf>;

Postings AllOf(Cursor& cursor) {
  Postings all;
  for (; cursor.doc() != kEnd; cursor.Next()) all.push_back({cursor.doc(), cursor.tf()});
  return all;
}

bool Covers(const TfBounds& bounds, const PageTf& page, const LengthsRecord& lengths) {
  const double length = std::max(lengths.Total(DocId(page.doc)), 1U);
  return !bounds.known ||
         std::any_of(bounds.span().begin(), bounds.span().end(), [&](const TfBounds::Pair& pair) {
           return pair.tf >= page.tf && pair.length <= length;
         });
}

void ExpectAscending(const TfBounds& bounds) {
  for (std::size_t i = 1; i < bounds.count; ++i) {
    ASSERT_LT(bounds.pairs[i - 1].length, bounds.pairs[i].length);
    ASSERT_LT(bounds.pairs[i - 1].tf, bounds.pairs[i].tf);
  }
}

void ExpectBlocksCover(std::mt19937& random, Cursor& cursor, const Postings& all,
                       const LengthsRecord& lengths) {
  const auto docs = static_cast<std::uint32_t>(lengths.docs());
  for (std::uint32_t doc = 0; doc < docs;) {
    const std::uint32_t before = cursor.doc();
    const TfBounds bounds = cursor.BlockBounds(doc);
    ASSERT_EQ(cursor.doc(), before);
    ASSERT_GE(bounds.last, doc);
    ExpectAscending(bounds);
    for (const PageTf& page : all) {
      const bool within = page.doc >= doc && page.doc <= bounds.last;
      ASSERT_TRUE(!within || Covers(bounds, page, lengths)) << page.doc << " from " << doc;
    }
    if (bounds.last == kEnd) break;
    doc = bounds.last + 1 + (Below(random, 4) == 0 ? Below(random, docs) : 0);
    if (Below(random, 2) == 0) cursor.SeekTo(doc);
  }
  ASSERT_EQ(cursor.BlockBounds(kEnd).count, 0U);
  ASSERT_EQ(cursor.BlockBounds(kEnd).last, kEnd);
}

TEST(Segments, BoundsHoldForEveryPage) {
  std::mt19937 random(72);
  for (int round = 0; round < 60; ++round) {
    const unsigned vocabulary = 2 + Below(random, 12);
    const auto pages = RandomPages(random, 1 + Below(random, 3000), vocabulary);
    SplitIndex split(random, pages, 1 + Below(random, 12), 1 + Below(random, 300), vocabulary);
    const QueryUnit unit = Word("w" + std::to_string(Below(random, vocabulary)));
    const auto cursor = CursorOf(unit, split);
    const Postings all = AllOf(*CursorOf(unit, split.whole()));
    const TfBounds list = cursor->ListBounds();
    ExpectAscending(list);
    for (const PageTf& page : all) ASSERT_TRUE(Covers(list, page, split.lengths())) << page.doc;
    for (int walk = 0; walk < 6; ++walk) {
      ExpectBlocksCover(random, *cursor, all, split.lengths());
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
      ASSERT_TRUE(cursor->Rewind());
    }
  }
}

TEST(Segments, BoundsOfManySegmentsHaveRoom) {
  // Each segment has a page of its own on the frontier: longer pages have the word more often.
  std::vector<std::vector<SiteRecord>> sites;
  std::vector<std::unique_ptr<HandIndex>> indexes;
  const std::vector<std::string> none;
  for (std::size_t s = 0; s < 40; ++s) {
    HandPage page;
    page[0].assign(s + 1, "w");
    page[0].resize(2 * s * s + s + 1, "x");
    indexes.push_back(std::make_unique<HandIndex>(std::vector<HandPage>{page}));
    sites.emplace_back().emplace_back().host = std::to_string(100 + s);
    sites.back().back().statistics.docs = 1;
  }
  std::vector<LiveSites::SegmentSites> all;
  for (const auto& own : sites) all.push_back({&own, &none});
  const LiveSites live = LiveSites::Of(all).value();
  const FieldWeights weights;
  std::vector<SegmentsCursor::Part> parts;
  for (std::uint32_t s = 0; s < 40; ++s) {
    parts.push_back({std::make_unique<TermCursor>(indexes[s]->Term("w").value(),
                                                  indexes[s]->Chunks("w"), weights),
                     s, 1});
  }
  const SegmentsCursor cursor(live, std::move(parts));
  const TfBounds bounds = cursor.ListBounds();
  EXPECT_EQ(bounds.count, bounds.pairs.size());
  ExpectAscending(bounds);
  for (std::uint32_t s = 0; s < 40; ++s) {
    EXPECT_TRUE(Covers(bounds, {0, s + 1.0}, indexes[s]->lengths())) << s;
  }
}

// ---- rankings

std::string RandomQuery(std::mt19937& random, unsigned vocabulary) {
  const auto word = [&] { return "w" + std::to_string(Below(random, vocabulary + 1)); };
  std::string query;
  const std::uint32_t pieces = 1 + Below(random, 4);
  for (std::uint32_t i = 0; i < pieces; ++i) {
    query += query.empty() ? "" : " ";
    const std::uint32_t sign = Below(random, 8);
    query += sign == 0 ? "+" : sign == 1 && i > 0 ? "-" : "";
    switch (Below(random, 7)) {
      case 0:
        query += "\"" + word() + " " + word() + "\"";
        break;
      case 1:
        query += "\"" + word() + " " + word() + "\"~4";
        break;
      case 2:
        query += "w" + std::to_string(Below(random, 3)) + "*";
        break;
      case 3:
        query += "title:" + word();
        break;
      default:
        query += word();
    }
  }
  return query;
}

void ExpectSameUnits(const Query& query, const Index& split, const Index& whole) {
  const CollectionStatistics collection = CountCollection(whole.lengths());
  const auto units = MakeUnits(query, split, collection, {});
  const auto expected = MakeUnits(query, whole, collection, {});
  ASSERT_TRUE(units.ok() && expected.ok());
  for (std::size_t i = 0; i < expected.value().size(); ++i) {
    ASSERT_EQ(units.value()[i].term.df, expected.value()[i].term.df);
    ASSERT_EQ(units.value()[i].term.cf, expected.value()[i].term.cf);
  }
}

void ExpectSameHits(const std::string& text, const Index& split, const Index& whole,
                    SearchOptions options) {
  const auto analyzer = std::move(Analyzer::Make({}).value());
  const auto query = ParseQuery(text, *analyzer);
  if (!query.ok()) return;  // only words that are left out
  ExpectSameUnits(query.value(), split, whole);
  const CollectionStatistics collection = CountCollection(whole.lengths());
  options.algorithm = "exhaustive";
  const auto expected = Rank(query.value(), whole, collection, options);
  ASSERT_TRUE(expected.ok()) << text;
  std::vector<std::string> names = {std::string(kAutoAlgorithm)};
  for (const AlgorithmInfo& algorithm : AlgorithmTable()) names.emplace_back(algorithm.name);
  for (const std::string& name : names) {
    options.algorithm = name;
    for (const Index* index : {&split, &whole}) {
      const auto ranking = Rank(query.value(), *index, collection, options);
      ASSERT_TRUE(ranking.ok()) << text;
      ASSERT_EQ(ranking.value().hits, expected.value().hits)
          << text << " " << options.model << "/" << options.variant << " " << options.n << " "
          << name;
      ASSERT_TRUE(ranking.value().more || ranking.value().matches == expected.value().matches)
          << text << " " << name;
    }
  }
}

// Every other search counts near words and priors as well, and two of three the names of pages.
void SetBonus(std::mt19937& random, SearchOptions* options) {
  options->parameters.named = Below(random, 3);
  if (Below(random, 2) == 0) return;
  options->parameters.proximity = 0.5 * Below(random, 9);
  options->parameters.prior = 0.1 * Below(random, 4);
}

TEST(Segments, RankingsAreThoseOfOneIndex) {
  std::mt19937 random(73);
  for (int round = 0; round < 25; ++round) {
    const unsigned vocabulary = 2 + Below(random, 20);
    const auto pages = RandomPages(random, 1 + Below(random, 300), vocabulary);
    SplitIndex split(random, pages, 1 + Below(random, 8), 1 + Below(random, 40), vocabulary);
    for (const ScorerInfo& row : ScorerTable()) {
      SearchOptions options{.model = std::string(row.model), .variant = std::string(row.variant)};
      if (Below(random, 3) == 0) options.weights.of = {1, 2.5, 0.3, 0, 1};
      SetBonus(random, &options);
      for (const std::size_t n : {1U, 10U, 1000U}) {
        options.n = n;
        ExpectSameHits(RandomQuery(random, vocabulary), split, split.whole(), options);
        ASSERT_FALSE(HasFatalFailure()) << "round " << round;
      }
    }
  }
}

TEST(Segments, RankingsOfLongListsAreThoseOfOneIndex) {
  std::mt19937 random(74);
  for (const std::uint32_t longest : {3U, 200U, 3000U}) {
    const auto pages = RandomPages(random, 6000, 8);
    SplitIndex split(random, pages, 5, longest, 8);
    ASSERT_GT(split.part(0).chunks(), 3U) << "the lists must not all stand inline";
    for (int round = 0; round < 15; ++round) {
      for (const std::size_t n : {1U, 10U, 1000U}) {
        SearchOptions options{.n = n};
        SetBonus(random, &options);
        ExpectSameHits(RandomQuery(random, 8), split, split.whole(), options);
      }
      ASSERT_FALSE(HasFatalFailure()) << longest;
    }
  }
}

// What RandomQuery seldom is.
TEST(Segments, PagesThatAreNamedComeFirst) {
  std::mt19937 random(78);
  std::size_t named = 0;
  for (int round = 0; round < 60; ++round) {
    const unsigned vocabulary = 2 + Below(random, 12);
    const auto pages = RandomPages(random, 1 + Below(random, 400), vocabulary);
    SplitIndex split(random, pages, 1 + Below(random, 6), 1 + Below(random, 40), vocabulary);
    std::string title;
    for (const std::string& word :
         pages[Below(random, static_cast<std::uint32_t>(pages.size()))][1])
      title += word + " ";
    if (title.empty()) continue;
    const auto analyzer = std::move(Analyzer::Make({}).value());
    const PageName name = NameOf(title, *analyzer).value();
    ASSERT_EQ(split.Named(name.hash).value(), split.whole().Named(name.hash).value());
    SearchOptions options{.n = 1 + Below(random, 12)};
    SetBonus(random, &options);
    ExpectSameHits(title, split, split.whole(), options);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    // More than words can say.
    options.parameters.named = 1000;
    const auto query = ParseQuery(title, *analyzer);
    auto hits = Rank(query.value(), split, CountCollection(split.lengths()), options);
    const auto expected = split.whole().Named(name.hash).value();
    for (std::size_t i = 0; i < std::min(options.n, expected.size()); ++i)
      ASSERT_TRUE(std::binary_search(expected.begin(), expected.end(), hits->hits[i].doc));
    named += expected.size();
  }
  EXPECT_GT(named, 100U);
}

TEST(Segments, TheNewestChangesComeFirst) {
  std::mt19937 random(75);
  const auto pages = RandomPages(random, 400, 6);
  SplitIndex split(random, pages, 4, 30, 6);
  split.whole().changes = RandomChanges(random, pages.size());
  for (int round = 0; round < 20; ++round)
    ExpectSameHits(RandomQuery(random, 6), split, split.whole(),
                   {.n = 20, .order = HitOrder::kChanged});
}

TEST(Segments, ADeadlineHoldsInThem) {
  std::mt19937 random(76);
  const auto pages = RandomPages(random, 3000, 3);
  SplitIndex split(random, pages, 3, 500, 3);
  const auto analyzer = std::move(Analyzer::Make({}).value());
  const CollectionStatistics collection = CountCollection(split.lengths());
  const DeadlineIndex late(split, 0), never(split, 1e12);
  EXPECT_FALSE(late.parts().indexes[1]->Term("w0").ok());
  for (const char* text : {"w0 w1", "\"w0 w1\"", "w*"}) {
    const auto query = ParseQuery(text, *analyzer);
    EXPECT_EQ(Rank(query.value(), late, collection, {}).status().code(), Code::kFailed) << text;
    ExpectSameHits(text, never, split.whole(), {});
  }
}

TEST(Segments, ADamagedListIsAnErrorAndNoShortAnswer) {
  std::mt19937 random(77);
  const auto pages = RandomPages(random, 3000, 3);
  SplitIndex split(random, pages, 2, 300, 3);
  split.part(1).Damage();
  const auto analyzer = std::move(Analyzer::Make({}).value());
  for (const char* text : {"w0", "w0 w1", "\"w0 w1\"", "w*"}) {
    const auto query = ParseQuery(text, *analyzer);
    for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
      const auto ranking = Rank(query.value(), split, CountCollection(split.lengths()),
                                {.n = 10000, .algorithm = std::string(algorithm.name)});
      ASSERT_FALSE(ranking.ok()) << text << " " << algorithm.name;
      EXPECT_EQ(ranking.status().code(), Code::kUnusable);
    }
  }
}

TEST(Segments, APageBehindTheLastOneIsDamage) {
  // The list has five pages, and the segment says that it has three.
  const HandPage page{{{"w"}, {}, {}, {}}};
  const HandIndex index(std::vector<HandPage>(5, page));
  std::vector<SiteRecord> sites(1);
  sites[0].host = "a";
  sites[0].statistics.docs = 3;
  const std::vector<std::string> none;
  const LiveSites::SegmentSites segment{&sites, &none};
  const LiveSites live = LiveSites::Of({&segment, 1}).value();
  std::vector<SegmentsCursor::Part> parts;
  parts.push_back(
      {std::make_unique<TermCursor>(index.Term("w").value(), index.Chunks("w"), FieldWeights()), 0,
       3});
  SegmentsCursor cursor(live, std::move(parts));
  EXPECT_TRUE(cursor.status().ok());
  EXPECT_EQ(AllOf(cursor).size(), 3U);
  EXPECT_EQ(cursor.status().code(), Code::kUnusable);
}

}  // namespace
}  // namespace thresh
