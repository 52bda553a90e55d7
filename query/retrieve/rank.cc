#include "query/retrieve/rank.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "query/retrieve/condition.h"
#include "query/retrieve/matches.h"
#include "query/retrieve/part_order.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/top_hits.h"

namespace thresh {
namespace {

// Up to this many postings, walking all of them takes about as long as computing bounds, and it
// counts the matches exactly. For a caller that shows their number, more are worth the time.
constexpr std::uint64_t kFewPostings = 200, kCountedPostings = 2000;
// A posting of a phrase costs about as much as this many others, because positions have to be read.
constexpr std::uint64_t kPhrasePostings = 4;

std::uint64_t PostingsOf(const QueryUnit& unit, std::uint64_t df) {
  return IsCounted(unit) ? df : kPhrasePostings * df;
}

constexpr double kMostWeight = 1000;

constexpr AlgorithmInfo kFew = {"", "", false, &RetrieveFew};

Result<const AlgorithmInfo*> Choose(const SearchOptions& options, std::uint64_t postings) {
  if (options.algorithm != kAutoAlgorithm) return FindAlgorithm(options.algorithm);
  if (postings <= (options.counts ? kCountedPostings : kFewPostings)) return &kFew;
  return FindAlgorithm("block_max");
}

// Without a filter every page of any unit matches, so the largest df is a lower bound that pruning
// may not have reached. With a single unit it is the exact number.
void CountByDf(const std::vector<std::uint64_t>& dfs, Ranking* ranking) {
  for (const std::uint64_t df : dfs) ranking->matches = std::max(ranking->matches, df);
  ranking->more = ranking->more && dfs.size() > 1;
}

// The time by which an order puts a page; empty if there is none.
Result<std::string> TimeOf(DocId doc, HitOrder order, const Index& index) {
  if (order == HitOrder::kChanged || order == HitOrder::kSeen) {
    const CrawlTime time = order == HitOrder::kSeen ? CrawlTime::kSeen : CrawlTime::kChanged;
    THRESH_ASSIGN_OR_RETURN(const TimeColumn* times, index.Times(time));
    return std::string(times->At(doc));
  }
  THRESH_ASSIGN_OR_RETURN(DocRecord page, index.Page(doc));
  // Input may call anything a date, and a word is greater than any year.
  return IsDateWithin(page.date, "", "") ? std::move(page.date) : std::string();
}

// Scores the pages that the query names, where they match. They are few, and so good that they rule
// out others.
Status OfferNamed(const Query& query, const Index& index, const CollectionStatistics& collection,
                  const SearchOptions& options, const PageBonus& bonus, TopHits* top) {
  if (bonus.named().empty()) return {};
  Condition named{.kind = Condition::Kind::kAny};
  for (const DocId doc : bonus.named())
    named.parts.push_back({.kind = Condition::Kind::kPage, .page = doc});
  const Query within = Within(query, {std::move(named)});
  THRESH_ASSIGN_OR_RETURN(std::vector<RankedUnit> ranked,
                          MakeUnits(within, index, collection, options));
  std::vector<ScoredUnit> units;
  units.reserve(ranked.size());
  for (RankedUnit& unit : ranked) units.push_back(std::move(unit.scored));
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter,
                          MakeFilter(within, within.filter, index, options.weights));
  return VisitMatches(units, filter.get(), index.lengths(), top, [&](DocId doc) {
    top->OfferNamed({doc, ScorePage(units, doc, index.lengths())});
  });
}

// The newest matches. No bound of a score tells the time of a page, so all matches are scored, and
// those of one time keep the order of their scores.
Result<Ranking> RankByTime(const Query& query, std::vector<ScoredUnit> units, Cursor* filter,
                           const Index& index, const CollectionStatistics& collection,
                           const SearchOptions& options, PageBonus* bonus) {
  TopHits all(index.lengths().docs(), bonus);
  THRESH_RETURN_IF_ERROR(OfferNamed(query, index, collection, options, *bonus, &all));
  MatchCount counted;
  THRESH_RETURN_IF_ERROR(
      RetrieveExhaustive(std::move(units), filter, index.lengths(), &all, &counted));
  std::vector<std::pair<std::string, Hit>> timed;
  for (const Hit& hit : all.Take()) {
    THRESH_ASSIGN_OR_RETURN(std::string time, TimeOf(hit.doc, options.order, index));
    timed.emplace_back(std::move(time), hit);
  }
  std::stable_sort(timed.begin(), timed.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  Ranking ranking{.hits = {}, .matches = counted.matches, .more = counted.more};
  for (std::size_t i = 0; i < std::min(timed.size(), options.n); ++i)
    ranking.hits.push_back(timed[i].second);
  return ranking;
}

// A part knows its pages by other numbers than the store, and none of their times, and a pattern is
// expanded over all parts.
bool FitsParts(const Condition& condition, const Query& query) {
  if (condition.kind == Condition::Kind::kChanged || condition.kind == Condition::Kind::kSeen ||
      condition.kind == Condition::Kind::kPage)
    return false;
  if (condition.kind == Condition::Kind::kUnit &&
      query.units[condition.unit].kind == QueryUnit::Kind::kPattern)
    return false;
  return std::all_of(condition.parts.begin(), condition.parts.end(),
                     [&](const Condition& part) { return FitsParts(part, query); });
}

std::size_t NumberOf(const QueryUnit& unit, const Query& query) {
  return static_cast<std::size_t>(&unit - query.units.data());
}

double WeighedDfOf(const UnitCursor& unit) { return unit.weighed_df; }
double WeighedDfOf(const PartUnit& unit) { return unit.weighed_df(); }
double CfOf(const UnitCursor& unit) { return unit.cf; }
double CfOf(const PartUnit& unit) { return unit.cf(); }

// Makes what is walked for each unit that is scored, with its statistics and its scorer:
// make(unit) has df and cf, and take(unit, made, term, scorer) keeps it.
template <typename Make, typename Take>
Status MakeScored(const Query& query, const CollectionStatistics& collection,
                  const SearchOptions& options, Make make, Take take) {
  THRESH_RETURN_IF_ERROR(CheckParameters(options.parameters));
  THRESH_ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  std::vector<TermStatistics> all(query.units.size());
  for (const QueryUnit& unit : query.units) {
    if (unit.frequency == 0) continue;  // only behind a -
    THRESH_ASSIGN_OR_RETURN(auto made, make(unit));
    TermStatistics& term = all[NumberOf(unit, query)];
    term = {
        .df = WeighedDfOf(made), .query_frequency = unit.frequency * unit.weight, .cf = CfOf(made)};
    // A rare alternative must not count more than what was typed.
    if (unit.instead_of) {
      term.df = std::max(term.df, all[*unit.instead_of].df);
      term.cf = std::max(term.cf, all[*unit.instead_of].cf);
    }
    take(unit, std::move(made), term, scorer->make(options.parameters, collection, term));
  }
  return {};
}

void FetchLists(const BoundedPart& part, const std::vector<ScoredPartUnit>& units) {
  for (const ScoredPartUnit& unit : units) unit.unit.FetchLists(part.number);
}

Status SearchPart(std::uint32_t number, const Query& query, const SplitFilter& split,
                  const Index::Parts& parts, const SearchOptions& options, Retrieval* retrieve,
                  std::vector<ScoredPartUnit>* units, TopHits* top, MatchCount* counted) {
  const Index& part = *parts.indexes[number];
  std::vector<ScoredUnit> here;
  here.reserve(units->size());
  for (const ScoredPartUnit& unit : *units) unit.unit.FetchPostings(number);
  for (ScoredPartUnit& unit : *units)
    here.push_back({unit.unit.Open(number), unit.scorer, unit.unit.df(), unit.required});
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter,
                          MakeFilter(query, split.rest, part, options.weights));
  top->EnterSegment(*parts.live, number);
  return retrieve(std::move(here), filter.get(), part.lengths(), top, counted);
}

// Searches segment by segment with one heap of hits, so what a segment has found rules out pages of
// the next one, or all of them. Statistics are those of the whole store.
Result<Ranking> RankByPart(const Query& query, const Index& index,
                           const CollectionStatistics& collection, const SearchOptions& options,
                           PageBonus* bonus, std::vector<std::uint64_t>* dfs) {
  const SplitFilter split = Split(query);
  std::vector<ScoredPartUnit> units;
  std::uint64_t postings = 0;
  THRESH_RETURN_IF_ERROR(MakeScored(
      query, collection, options,
      [&](const QueryUnit& unit) { return PartUnit::Make(unit, index, options.weights); },
      [&](const QueryUnit& unit, PartUnit made, const TermStatistics&, TermScorer scorer) {
        dfs->push_back(made.df());
        postings += PostingsOf(unit, made.df());
        units.push_back(
            {std::move(made), std::move(scorer), split.required[NumberOf(unit, query)]});
      }));
  THRESH_ASSIGN_OR_RETURN(const AlgorithmInfo* algorithm, Choose(options, postings));
  TopHits top(options.n, bonus);
  THRESH_RETURN_IF_ERROR(OfferNamed(query, index, collection, options, *bonus, &top));
  MatchCount counted;
  const Index::Parts parts = index.parts();
  const bool bounded = algorithm->skips || !bonus->near().pairs.empty();
  const std::vector<BoundedPart> order =
      OrderParts(query, units, top.bonus(), parts.indexes.size(), bounded);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const BoundedPart& part = order[i];
    if (i == 0) FetchLists(part, units);
    if (i + 1 < order.size()) FetchLists(order[i + 1], units);
    if (algorithm->skips && IsTooWeak(part, query, top)) {
      counted.more = true;
      continue;
    }
    THRESH_RETURN_IF_ERROR(SearchPart(part.number, query, split, parts, options,
                                      algorithm->retrieve, &units, &top, &counted));
  }
  return Ranking{.hits = top.Take(), .matches = counted.matches, .more = counted.more};
}

Result<Ranking> RankWhole(const Query& query, const Index& index,
                          const CollectionStatistics& collection, const SearchOptions& options,
                          PageBonus* bonus, std::vector<std::uint64_t>* dfs) {
  THRESH_ASSIGN_OR_RETURN(std::vector<RankedUnit> ranked,
                          MakeUnits(query, index, collection, options));
  const SplitFilter split = Split(query);
  std::vector<ScoredUnit> units;
  std::uint64_t postings = 0;
  for (RankedUnit& unit : ranked) {
    dfs->push_back(unit.scored.df);
    postings += PostingsOf(*unit.unit, unit.scored.df);
    unit.scored.required = split.required[NumberOf(*unit.unit, query)];
    units.push_back(std::move(unit.scored));
  }
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter,
                          MakeFilter(query, split.rest, index, options.weights));
  if (options.order != HitOrder::kRelevance)
    return RankByTime(query, std::move(units), filter.get(), index, collection, options, bonus);
  THRESH_ASSIGN_OR_RETURN(const AlgorithmInfo* algorithm, Choose(options, postings));
  TopHits top(options.n, bonus);
  THRESH_RETURN_IF_ERROR(OfferNamed(query, index, collection, options, *bonus, &top));
  MatchCount counted;
  THRESH_RETURN_IF_ERROR(
      algorithm->retrieve(std::move(units), filter.get(), index.lengths(), &top, &counted));
  return Ranking{.hits = top.Take(), .matches = counted.matches, .more = counted.more};
}

}  // namespace

CollectionStatistics CountCollection(const LengthsRecord& lengths) {
  double words = 0;
  for (std::size_t doc = 0; doc < lengths.docs(); ++doc)
    words += lengths.Total(DocId(static_cast<std::uint32_t>(doc)));
  const auto docs = static_cast<double>(lengths.docs());
  return {.docs = docs, .average_length = docs > 0 ? words / docs : 0};
}

Result<std::vector<RankedUnit>> MakeUnits(const Query& query, const Index& index,
                                          const CollectionStatistics& collection,
                                          const SearchOptions& options) {
  std::vector<RankedUnit> units;
  THRESH_RETURN_IF_ERROR(MakeScored(
      query, collection, options,
      [&](const QueryUnit& unit) { return MakeCursor(unit, index, options.weights); },
      [&](const QueryUnit& unit, UnitCursor found, const TermStatistics& term, TermScorer scorer) {
        units.push_back({&unit, term, {std::move(found.cursor), std::move(scorer), found.df}});
      }));
  return units;
}

Result<Ranking> Rank(const Query& query, const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options) {
  if (options.n > kMaxHits) {
    return Status(Code::kUsage, "at most " + std::to_string(kMaxHits) + " hits can be asked for");
  }
  for (const WeightInfo& row : WeightTable()) {
    const double weight = options.weights.of[static_cast<std::size_t>(row.field)];
    if (!(weight >= 0 && weight <= kMostWeight))
      return Status(Code::kUsage, std::string(row.name) + " must be a number from 0 to 1000");
  }
  const bool by_part = !index.parts().empty() && options.order == HitOrder::kRelevance &&
                       (!query.filter || FitsParts(*query.filter, query));
  std::vector<std::uint64_t> dfs;
  THRESH_ASSIGN_OR_RETURN(PageBonus bonus, PageBonus::Make(query, index, collection, options));
  THRESH_ASSIGN_OR_RETURN(Ranking ranking, (by_part ? RankByPart : RankWhole)(
                                               query, index, collection, options, &bonus, &dfs));
  THRESH_RETURN_IF_ERROR(bonus.status());
  if (options.order != HitOrder::kRelevance) return ranking;
  // A df counts pages of all fields. If some are not searched, it is not a number of matches.
  const std::span<const double> weights = options.weights.of;
  const bool all_fields = std::all_of(weights.begin(), weights.begin() + kOwnFieldCount + 1,
                                      [](double w) { return w > 0; });
  // A df of a whole counts pages of its other parts as well.
  const bool counted = std::all_of(query.units.begin(), query.units.end(), IsCounted);
  if (!query.filter && all_fields && counted && index.whole() == nullptr) CountByDf(dfs, &ranking);
  return ranking;
}

}  // namespace thresh
