#include "query/retrieve/rank.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "query/retrieve/condition.h"

namespace thresh {
namespace {

// Up to this many postings, walking all of them takes less time than computing bounds, and it
// counts the matches exactly.
constexpr std::uint64_t kFewPostings = 2000;

Result<const AlgorithmInfo*> Choose(std::string_view algorithm,
                                    const std::vector<std::uint64_t>& dfs) {
  if (algorithm != kAutoAlgorithm) return FindAlgorithm(algorithm);
  const bool few = std::accumulate(dfs.begin(), dfs.end(), std::uint64_t{0}) <= kFewPostings;
  return FindAlgorithm(few ? "exhaustive" : "block_max");
}

// Without a filter every page of any unit matches, so the largest df is a lower bound that pruning
// may not have reached. With a single unit it is the exact number.
void CountByDf(const std::vector<std::uint64_t>& dfs, Ranking* ranking) {
  for (const std::uint64_t df : dfs) ranking->matches = std::max(ranking->matches, df);
  ranking->more = ranking->more && dfs.size() > 1;
}

// The matches that changed last. No bound of a score tells when a page changed, so all matches are
// scored, and those of one time keep the order of their scores.
Result<Ranking> RankByChange(std::vector<ScoredUnit> units, Cursor* filter, const Index& index,
                             std::size_t n) {
  THRESH_ASSIGN_OR_RETURN(const ChangeColumn* changes, index.Changes());
  THRESH_ASSIGN_OR_RETURN(
      Ranking ranking,
      RetrieveExhaustive(std::move(units), filter, index.lengths(), index.lengths().docs()));
  std::stable_sort(ranking.hits.begin(), ranking.hits.end(), [changes](const Hit& a, const Hit& b) {
    return changes->of[a.doc.value] > changes->of[b.doc.value];
  });
  if (ranking.hits.size() > n) ranking.hits.resize(n);
  return ranking;
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
  THRESH_RETURN_IF_ERROR(CheckParameters(options.parameters));
  THRESH_ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  std::vector<RankedUnit> units;
  for (const QueryUnit& unit : query.units) {
    if (unit.frequency == 0) continue;  // only behind a -
    THRESH_ASSIGN_OR_RETURN(UnitCursor found, MakeCursor(unit, index, options.weights));
    const TermStatistics term{.df = static_cast<double>(found.df),
                              .query_frequency = static_cast<double>(unit.frequency),
                              .cf = found.cf};
    units.push_back(
        {&unit,
         term,
         {std::move(found.cursor), scorer->make(options.parameters, collection, term)}});
  }
  return units;
}

Result<Ranking> Rank(const Query& query, const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options) {
  if (options.n > kMaxHits) {
    return Status(Code::kUsage, "at most " + std::to_string(kMaxHits) + " hits can be asked for");
  }
  THRESH_ASSIGN_OR_RETURN(std::vector<RankedUnit> ranked,
                          MakeUnits(query, index, collection, options));
  std::vector<ScoredUnit> units;
  std::vector<std::uint64_t> dfs;
  for (RankedUnit& unit : ranked) {
    dfs.push_back(static_cast<std::uint64_t>(unit.term.df));
    units.push_back(std::move(unit.scored));
  }
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter,
                          MakeFilter(query, index, options.weights));
  if (options.order == HitOrder::kChanged)
    return RankByChange(std::move(units), filter.get(), index, options.n);
  THRESH_ASSIGN_OR_RETURN(const AlgorithmInfo* algorithm, Choose(options.algorithm, dfs));
  THRESH_ASSIGN_OR_RETURN(Ranking ranking, algorithm->retrieve(std::move(units), filter.get(),
                                                               index.lengths(), options.n));
  // A df counts pages of all fields. If some are not searched, it is not a number of matches.
  const bool all_fields = std::all_of(options.weights.of.begin(), options.weights.of.end(),
                                      [](double w) { return w > 0; });
  if (filter == nullptr && all_fields) CountByDf(dfs, &ranking);
  return ranking;
}

}  // namespace thresh
