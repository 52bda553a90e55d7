// The query language against its slow twin: random queries, of which the twin knows the pieces and
// finds the pages by sets of pages, page by page and word by word.
#include "query/retrieve/condition.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "query/retrieve/near.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

using Docs = std::set<std::uint32_t>;

struct Site {
  std::vector<HandPage> pages;
  std::vector<DocRecord> records;
  std::vector<SiteRecord> hosts = {{"x.org", {}}, {"sub.x.org", {}}, {"y.net", {}}};

  HandIndex Index() const {
    HandIndex index(pages);
    index.records = records;
    index.hosts = hosts;
    return index;
  }
};

Site RandomSite(std::mt19937& random, std::size_t pages, unsigned vocabulary) {
  Site site{.pages = RandomPages(random, pages, vocabulary), .records = {}};
  for (std::size_t i = 0; i < pages; ++i) {
    DocRecord record;
    record.site = SiteId(Below(random, 3));
    record.url = "http://" + site.hosts[record.site.value].host + "/" +
                 std::to_string(Below(random, 3)) + "/" + std::to_string(i);
    site.records.push_back(record);
  }
  return site;
}

// ---- the twin

struct Piece {
  enum class Kind {
    kWord,
    kPrefix,
    kWildcard,  // words: before and behind the *
    kFuzzy,     // in one letter
    kPhrase,
    kNear,
    kSite,
    kUrl,
    kGroup,
    kBoth,   // pieces with AND between them
    kEither  // pieces, or kBoth, with OR between them
  };
  Kind kind = Kind::kWord;
  char sign = 0;
  bool title = false;
  std::vector<std::string> words = {};
  std::uint32_t near = 0;
  std::vector<Piece> pieces = {};

  std::string Text() const {
    std::string out = sign == 0 ? "" : std::string(1, sign);
    if (kind == Kind::kSite) return out + "site:" + words.front();
    if (kind == Kind::kUrl) return out + "url:" + words.front();
    if (title) out += "title:";
    if (kind == Kind::kGroup) return out + "(" + TextOf(pieces, " ") + ")";
    if (kind == Kind::kBoth) return TextOf(pieces, " AND ");
    if (kind == Kind::kEither) return TextOf(pieces, " OR ");
    if (kind == Kind::kWildcard) return out + words[0] + "*" + words[1];
    if (kind == Kind::kFuzzy) return out + words[0] + "~1";
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
    if (kind == Kind::kPhrase || kind == Kind::kNear) all = "\"" + all + "\"";
    if (kind == Kind::kPrefix) all += "*";
    return out + all + (kind == Kind::kNear ? "~" + std::to_string(near) : "");
  }
  static std::string TextOf(const std::vector<Piece>& pieces, const std::string& between) {
    std::string out;
    for (const Piece& piece : pieces) out += (out.empty() ? "" : between) + piece.Text();
    return out;
  }
};

// Whether the stretch of words that begins at `at` holds all of `wanted`, in any order.
bool Holds(const std::vector<std::string>& words, std::size_t at, std::size_t size,
           std::vector<std::string> wanted) {
  for (std::size_t i = at; i < std::min(at + size, words.size()); ++i) {
    const auto it = std::find(wanted.begin(), wanted.end(), words[i]);
    if (it != wanted.end()) wanted.erase(it);
  }
  return wanted.empty();
}

// Letters that are lost, added, changed or swapped between two words, tried in every way.
std::size_t Distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  std::size_t least = Distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  least = std::min(least, Distance(a.substr(1), b) + 1);
  least = std::min(least, Distance(a, b.substr(1)) + 1);
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, Distance(a.substr(2), b.substr(2)) + 1);
  return least;
}

bool IsLike(const Piece& piece, const std::string& word) {
  const std::string& first = piece.words.front();
  if (piece.kind == Piece::Kind::kPrefix) return word.starts_with(first);
  if (piece.kind == Piece::Kind::kFuzzy) return Distance(first, word) <= 1;
  return piece.kind == Piece::Kind::kWildcard &&
         word.size() >= first.size() + piece.words[1].size() && word.starts_with(first) &&
         word.ends_with(piece.words[1]);
}

bool StandsIn(const Piece& piece, const std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::size_t size = piece.words.size();
    if (piece.kind == Piece::Kind::kNear && Holds(words, at, size + piece.near, piece.words))
      return true;
    if (IsLike(piece, words[at])) return true;
    const bool here =
        at + size <= words.size() && std::equal(piece.words.begin(), piece.words.end(),
                                                words.begin() + static_cast<std::ptrdiff_t>(at));
    if ((piece.kind == Piece::Kind::kWord || piece.kind == Piece::Kind::kPhrase) && here)
      return true;
  }
  return false;
}

Docs PagesOf(const std::vector<Piece>& pieces, const Site& site, bool all_must);

bool IsOn(const Piece& piece, const Site& site, std::uint32_t doc) {
  const std::string& url = site.records[doc].url;
  const std::string& host = site.hosts[site.records[doc].site.value].host;
  if (piece.kind == Piece::Kind::kUrl)
    return url.starts_with(piece.words.front()) || url.substr(7).starts_with(piece.words.front());
  if (piece.kind == Piece::Kind::kSite)
    return host == piece.words.front() || host.ends_with("." + piece.words.front());
  for (std::size_t f = 0; f < kHandFields; ++f) {
    const bool searched = !piece.title || static_cast<Field>(f) == Field::kTitle;
    if (searched && StandsIn(piece, site.pages[doc][f])) return true;
  }
  return false;
}

Docs PagesOfChain(const Piece& chain, const Site& site, bool all_must);

Docs PagesOf(const Piece& piece, const Site& site, bool all_must) {
  if (piece.kind == Piece::Kind::kGroup) return PagesOf(piece.pieces, site, all_must);
  if (piece.kind == Piece::Kind::kBoth || piece.kind == Piece::Kind::kEither)
    return PagesOfChain(piece, site, all_must);
  Docs docs;
  for (std::uint32_t doc = 0; doc < site.pages.size(); ++doc) {
    if (IsOn(piece, site, doc)) docs.insert(doc);
  }
  return docs;
}

Docs PagesOfChain(const Piece& chain, const Site& site, bool all_must) {
  Docs out;
  for (std::uint32_t doc = 0; doc < site.pages.size(); ++doc) {
    const auto on = [&](const Piece& piece) {
      return PagesOf(piece, site, all_must).contains(doc) == (piece.sign != '-');
    };
    const bool in = chain.kind == Piece::Kind::kBoth
                        ? std::all_of(chain.pieces.begin(), chain.pieces.end(), on)
                        : std::any_of(chain.pieces.begin(), chain.pieces.end(), on);
    if (in) out.insert(doc);
  }
  return out;
}

Docs PagesOf(const std::vector<Piece>& pieces, const Site& site, bool all_must) {
  using Kind = Piece::Kind;
  Docs out;
  std::vector<Docs> found;
  found.reserve(pieces.size());
  for (const Piece& piece : pieces) found.push_back(PagesOf(piece, site, all_must));
  for (std::uint32_t doc = 0; doc < site.pages.size(); ++doc) {
    bool must = true, any_must = false, may = false, any_may = false;
    bool in_site = false, any_site = false, in_url = false, any_url = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Piece& piece = pieces[i];
      const bool on = found[i].contains(doc);
      const bool address = piece.kind == Kind::kSite || piece.kind == Kind::kUrl;
      if (piece.sign == '-') {
        must = must && !on;
      } else if (piece.sign == '+' || (all_must && !address)) {
        any_must = true;
        must = must && on;
      } else {
        (piece.kind == Kind::kSite  ? any_site
         : piece.kind == Kind::kUrl ? any_url
                                    : any_may) = true;
        if (on)
          (piece.kind == Kind::kSite ? in_site : piece.kind == Kind::kUrl ? in_url : may) = true;
      }
    }
    const bool words = any_must || !any_may || may;
    if (must && words && (in_site || !any_site) && (in_url || !any_url)) out.insert(doc);
  }
  return out;
}

// ---- random queries

Piece RandomPiece(std::mt19937& random, unsigned vocabulary, int depth);

std::vector<Piece> RandomPieces(std::mt19937& random, unsigned vocabulary, int depth) {
  std::vector<Piece> pieces;
  for (std::uint32_t n = 1 + Below(random, 3); n > 0; --n)
    pieces.push_back(RandomPiece(random, vocabulary, depth));
  return pieces;
}

std::vector<Piece> RandomChain(std::mt19937& random, unsigned vocabulary, int depth,
                               Piece::Kind kind) {
  std::vector<Piece> pieces;
  while (pieces.size() < 2) {
    Piece piece = RandomPiece(random, vocabulary, depth);
    const bool chain = piece.kind == Piece::Kind::kEither ||
                       (kind == Piece::Kind::kBoth && piece.kind == Piece::Kind::kBoth);
    if (!chain) pieces.push_back(std::move(piece));
  }
  return pieces;
}

Piece RandomPiece(std::mt19937& random, unsigned vocabulary, int depth) {
  using Kind = Piece::Kind;
  const auto word = [&] { return "w" + std::to_string(Below(random, vocabulary + 1)); };
  const char* addresses[] = {"x.org", "http://x.org/0", "y.net/1/", "sub.x.org"};
  Piece piece{.kind = static_cast<Kind>(Below(random, depth > 0 ? 11 : 8))};
  if (piece.kind == Kind::kBoth || piece.kind == Kind::kEither) {
    piece.pieces = RandomChain(random, vocabulary, depth - 1, piece.kind);
    return piece;
  }
  piece.sign = "+-\0\0"[Below(random, 4)];
  if (piece.kind == Kind::kGroup) {
    piece.pieces = RandomPieces(random, vocabulary, depth - 1);
    return piece;
  }
  const bool address = piece.kind == Kind::kSite || piece.kind == Kind::kUrl;
  piece.words = {address ? addresses[Below(random, 4)] : word()};
  piece.title = !address && Below(random, 4) == 0;
  if (piece.kind == Kind::kPhrase || piece.kind == Kind::kNear) piece.words.push_back(word());
  if (piece.kind == Kind::kNear) piece.near = Below(random, 4);
  if (piece.kind == Kind::kWildcard)
    piece.words = {piece.words[0].substr(0, 1 + Below(random, 2)),
                   std::to_string(Below(random, 10))};
  piece.title = piece.title && piece.kind != Kind::kWildcard && piece.kind != Kind::kFuzzy;
  return piece;
}

TEST(Condition, RandomQueriesMatchThePagesOfTheTwin) {
  std::mt19937 random(41);
  const auto analyzer = std::move(Analyzer::Make({}).value());
  std::size_t matched = 0;
  for (int round = 0; round < 600; ++round) {
    const unsigned vocabulary = 2 + Below(random, 14);
    const Site site = RandomSite(random, Below(random, 30), vocabulary);
    const HandIndex index = site.Index();
    const bool all_must = Below(random, 3) == 0;
    const auto pieces = RandomPieces(random, vocabulary, 3);
    const std::string text = Piece::TextOf(pieces, " ");
    const auto query = ParseQuery(text, *analyzer, all_must ? Operator::kAnd : Operator::kOr);
    ASSERT_TRUE(query.ok()) << text << ": " << query.status().message();
    const auto ranking = Rank(query.value(), index, CountCollection(index.lengths()), {.n = 1000});
    ASSERT_TRUE(ranking.ok());
    Docs docs;
    for (const Hit& hit : ranking.value().hits) docs.insert(hit.doc.value);
    ASSERT_EQ(docs, PagesOf(pieces, site, all_must)) << text << (all_must ? " (and)" : "");
    matched += docs.size();
  }
  EXPECT_GT(matched, 500u);
}

TEST(Condition, PrefixesAndNearWordsCountLikeTheTwin) {
  std::mt19937 random(42);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> words;
    for (std::uint32_t n = Below(random, 40); n > 0; --n)
      words.push_back("w" + std::to_string(Below(random, 6)));
    const HandIndex index({HandPage{{words, {}, {}, {}}}});
    const std::vector<std::string> wanted = {"w" + std::to_string(Below(random, 6)),
                                             "w" + std::to_string(Below(random, 6)), "w1"};
    QueryUnit unit{.words = {}, .kind = QueryUnit::Kind::kNear, .near = Below(random, 4)};
    for (std::uint32_t i = 0; i < wanted.size(); ++i) unit.words.push_back({wanted[i], i});
    // Stretches that hold the words while neither one that is a word shorter does.
    std::uint32_t count = 0;
    for (std::size_t size = 3; size <= 3 + unit.near; ++size) {
      for (std::size_t at = 0; at + size <= words.size(); ++at) {
        if (Holds(words, at, size, wanted) && !Holds(words, at, size - 1, wanted) &&
            !Holds(words, at + 1, size - 1, wanted))
          ++count;
      }
    }
    const auto found = MakeCursor(unit, index, FieldWeights());
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.value().cursor->doc(), count > 0 ? 0 : Cursor::kEnd);
    ASSERT_EQ(count > 0 ? found.value().cursor->tf() : 0, count) << "round " << round;
  }
}

TEST(Condition, APrefixIsScoredLikeOneWord) {
  const HandIndex index({HandPage{{{"hash", "hashing", "hat"}, {"hash"}, {}, {}}},
                         HandPage{{{"has"}, {}, {}, {}}}, HandPage{{{"hashed"}, {}, {}, {}}}});
  const auto unit =
      MakeCursor({.words = {{"hash*"}}, .kind = QueryUnit::Kind::kPattern}, index, FieldWeights());
  ASSERT_TRUE(unit.ok());
  EXPECT_EQ(unit.value().df, 2u);
  EXPECT_EQ(unit.value().cursor->tf(), 3);
}

TEST(Condition, APrefixOfManyTermsKeepsTheMostFrequent) {
  std::vector<HandPage> pages(2);
  for (int i = 0; i < 1500; ++i) pages[0][0].push_back("t" + std::to_string(i));
  pages[1][0] = {"t1499", "t7"};
  const auto expansion = ExpandPattern(TermPattern("t*"), HandIndex(pages));
  ASSERT_TRUE(expansion.ok());
  const auto& terms = expansion.value().terms;
  EXPECT_EQ(terms.size(), kMaxExpansion);
  EXPECT_EQ(expansion.value().seen, 1500u);
  EXPECT_TRUE(expansion.value().cut());
  EXPECT_TRUE(std::is_sorted(terms.begin(), terms.end()));
  for (const char* frequent : {"t1499", "t7"})
    EXPECT_TRUE(std::binary_search(terms.begin(), terms.end(), frequent));
}

// A random query narrowed down finds what the whole one finds, without the pages that do not meet
// it.
TEST(Condition, WithinLeavesThePagesThatMeetBoth) {
  std::mt19937 random(43);
  const auto analyzer = std::move(Analyzer::Make({}).value());
  const auto pages_of = [](const Query& query, const HandIndex& index) {
    Docs docs;
    const auto ranking = Rank(query, index, CountCollection(index.lengths()), {.n = 1000});
    EXPECT_TRUE(ranking.ok());
    for (const Hit& hit : ranking.value().hits) docs.insert(hit.doc.value);
    return docs;
  };
  for (int round = 0; round < 100; ++round) {
    Site site = RandomSite(random, 30, 6);
    for (DocRecord& record : site.records) {
      const std::uint32_t year = Below(random, 4);
      if (year > 0) record.date = "200" + std::to_string(year) + "-07-01T00:00:00Z";
    }
    const HandIndex index = site.Index();
    const auto query = ParseQuery(Piece::TextOf(RandomPieces(random, 6, 2), " "), *analyzer);
    ASSERT_TRUE(query.ok());
    Docs expected;
    for (const std::uint32_t doc : pages_of(query.value(), index)) {
      const DocRecord& record = site.records[doc];
      if (record.site.value == 2 && record.date >= "2002") expected.insert(doc);
    }
    const std::vector<Condition> both = {{.kind = Condition::Kind::kSite, .text = "y.net"},
                                         {.kind = Condition::Kind::kDates, .text = "2002"}};
    ASSERT_EQ(pages_of(Within(query.value(), both), index), expected);
  }
}

TEST(Condition, SinceLeavesThePagesOfThatTime) {
  std::mt19937 random(44);
  const auto analyzer = std::move(Analyzer::Make({}).value());
  for (int round = 0; round < 100; ++round) {
    HandIndex index(RandomPages(random, 30, 6));
    const bool seen = round % 2 == 1;
    const TimeColumn& times = seen ? index.seen : index.changes;
    index.changes = RandomChanges(random, 30);
    index.seen = RandomChanges(random, 30);
    const auto query = ParseQuery(Piece::TextOf(RandomPieces(random, 6, 2), " "), *analyzer);
    ASSERT_TRUE(query.ok());
    index.records.resize(30);
    index.hosts = {{"x.org", {}}};
    const auto rank = [&](const Query& asked) {
      return Rank(asked, index, CountCollection(index.lengths()), {.n = 1000}).value();
    };
    for (const std::string since : {"2024", "2024-06-08", "2024-06-08T12", "2025"}) {
      std::vector<Hit> expected;
      for (const Hit& hit : rank(query.value()).hits) {
        const std::string_view time = times.At(hit.doc);
        // The column has no time of which `since` is a longer spelling.
        if (!time.empty() && time >= since) expected.push_back(hit);
      }
      const auto kind = seen ? Condition::Kind::kSeen : Condition::Kind::kChanged;
      const Ranking found = rank(Within(query.value(), {{.kind = kind, .text = since}}));
      ASSERT_EQ(found.hits, expected) << since;
      ASSERT_EQ(found.matches, expected.size());
    }
  }
}

TEST(Condition, OnlyTimesAndTheirBeginningsAreBounds) {
  for (const char* bound : {"2024", "2024-06", "2024-12-31", "2024-06-01T08", "2024-06-01T23:59",
                            "2024-06-01T08:30:59", "2024-06-01T08:30:00Z"})
    EXPECT_TRUE(IsDateBound(bound)) << bound;
  for (const char* other :
       {"", "yesterday", "24", "2024-", "2024-6", "2024-13", "2024-00-01", "2024-06-32",
        "2024-06-00", "2024/06/01", "2024-06-01 08:30", "2024-06-01T24", "2024-06-01T08:60",
        "2024-06-01T08:30Z", "2024-06-01T08:30:00+01:00", "2024-06-01Z", "20240601"})
    EXPECT_FALSE(IsDateBound(other)) << other;
}

// A site or a URL is looked up for pages that have the words, and for no others.
TEST(Condition, OnlyPagesWithTheWordsAreRead) {
  struct Counting : HandIndex {
    using HandIndex::HandIndex;
    Result<DocRecord> Page(DocId doc) const override {
      read.insert(doc.value);
      return HandIndex::Page(doc);
    }
    mutable Docs read;
  };
  std::mt19937 random(44);
  const Site site = RandomSite(random, 300, 60);
  Docs with_word;
  for (std::uint32_t doc = 0; doc < site.pages.size(); ++doc) {
    if (IsOn({.words = {"w1"}}, site, doc)) with_word.insert(doc);
  }
  ASSERT_LT(with_word.size(), site.pages.size());
  const auto analyzer = std::move(Analyzer::Make({}).value());
  for (const char* text :
       {"w1 site:y.net", "w1 -site:y.net", "+w1 url:x.org/1 site:x.org site:y.net"}) {
    Counting index(site.pages);
    index.records = site.records;
    index.hosts = site.hosts;
    const auto ranking =
        Rank(ParseQuery(text, *analyzer).value(), index, CountCollection(index.lengths()), {});
    ASSERT_TRUE(ranking.ok());
    EXPECT_GT(ranking.value().hits.size(), 0u) << text;
    EXPECT_EQ(index.read, with_word) << text;
  }
}

TEST(Condition, DatesGoAsFarAsTheyAreGiven) {
  EXPECT_TRUE(IsDateWithin("2007-02-28T10:00:00Z", "2006", "2007-02"));
  EXPECT_TRUE(IsDateWithin("2007-02-28T10:00:00Z", "2007-02-28", "2007-02-28"));
  EXPECT_TRUE(IsDateWithin("2007-02-28", "", "2007"));
  EXPECT_TRUE(IsDateWithin("2007-02-28", "2007", ""));
  EXPECT_FALSE(IsDateWithin("2007-02-28", "2007-03", ""));
  EXPECT_FALSE(IsDateWithin("2007-02-28", "", "2007-01"));
  EXPECT_FALSE(IsDateWithin("", "", ""));
  EXPECT_FALSE(IsDateWithin("<b>", "2006", ""));
}

TEST(Condition, HostsAndUrls) {
  EXPECT_TRUE(IsHostBelow("x.org", "x.org"));
  EXPECT_TRUE(IsHostBelow("Docs.X.org", "x.org"));
  EXPECT_FALSE(IsHostBelow("max.org", "x.org"));
  EXPECT_FALSE(IsHostBelow("org", "x.org"));
  EXPECT_TRUE(UrlBegins("https://x.org/a", "https://x."));
  EXPECT_TRUE(UrlBegins("https://x.org/a", "x.org/a"));
  EXPECT_FALSE(UrlBegins("https://x.org/a", "org"));
}

}  // namespace
}  // namespace thresh
