#include "query/retrieve/rank.h"

#include <memory>
#include <utility>
#include <vector>

#include "query/retrieve/condition.h"

namespace thresh {

CollectionStatistics CountCollection(const LengthsRecord& lengths) {
  double words = 0;
  for (std::size_t doc = 0; doc < lengths.docs(); ++doc)
    words += lengths.Total(DocId(static_cast<std::uint32_t>(doc)));
  const auto docs = static_cast<double>(lengths.docs());
  return {.docs = docs, .average_length = docs > 0 ? words / docs : 0};
}

Result<Ranking> Rank(const Query& query, const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options) {
  if (options.n > kMaxHits) {
    return Status(Code::kUsage, "at most " + std::to_string(kMaxHits) + " hits can be asked for");
  }
  const auto [k1, b] = options.parameters;
  if (!(k1 >= 0) || !(b >= 0 && b <= 1))
    return Status(Code::kUsage, "k1 must be at least 0, and b from 0 to 1");
  ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  std::vector<ScoredUnit> units;
  for (const QueryUnit& unit : query.units) {
    if (unit.frequency == 0) continue;
    ASSIGN_OR_RETURN(UnitCursor found, MakeCursor(unit, index, options.weights));
    const TermStatistics term{.df = static_cast<double>(found.df),
                              .query_frequency = static_cast<double>(unit.frequency)};
    units.push_back({std::move(found.cursor), scorer->make(options.parameters, collection, term)});
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter, MakeFilter(query, index, options.weights));
  return RetrieveExhaustive(std::move(units), filter.get(), index.lengths(), options.n);
}

}  // namespace thresh
