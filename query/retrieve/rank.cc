#include "query/retrieve/rank.h"

#include <memory>
#include <utility>
#include <vector>

namespace thresh {
namespace {

// The pages that all parts have.
class AllCursor : public Cursor {
 public:
  explicit AllCursor(std::vector<std::unique_ptr<Cursor>> parts) : parts_(std::move(parts)) { Align(); }
  std::uint32_t doc() const override { return parts_.front()->doc(); }
  double tf() const override { return 1; }
  void Next() override {
    parts_.front()->Next();
    Align();
  }
  void SeekTo(std::uint32_t doc) override {
    parts_.front()->SeekTo(doc);
    Align();
  }
  Status status() const override {
    for (const auto& part : parts_) RETURN_IF_ERROR(part->status());
    return {};
  }

 private:
  void Align() {
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& part : parts_) {
        const std::uint32_t first = doc();
        part->SeekTo(first);
        if (part->doc() == first) continue;
        parts_.front()->SeekTo(part->doc());
        moved = true;
      }
    }
  }
  std::vector<std::unique_ptr<Cursor>> parts_;
};

// The pages that have every unit with `must`; null: there is no such unit.
Result<std::unique_ptr<Cursor>> MakeFilter(const Query& query, const Index& index,
                                           const FieldWeights& weights) {
  std::vector<std::unique_ptr<Cursor>> parts;
  for (const QueryUnit& unit : query.units) {
    if (!unit.must) continue;
    ASSIGN_OR_RETURN(UnitCursor found, MakeCursor(unit, index, weights));
    parts.push_back(std::move(found.cursor));
  }
  if (parts.empty()) return std::unique_ptr<Cursor>();
  return std::unique_ptr<Cursor>(std::make_unique<AllCursor>(std::move(parts)));
}

}  // namespace

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
    ASSIGN_OR_RETURN(UnitCursor found, MakeCursor(unit, index, options.weights));
    const TermStatistics term{.df = static_cast<double>(found.df),
                              .query_frequency = static_cast<double>(unit.frequency)};
    units.push_back({std::move(found.cursor), scorer->make(options.parameters, collection, term)});
  }
  ASSIGN_OR_RETURN(const std::unique_ptr<Cursor> filter, MakeFilter(query, index, options.weights));
  return RetrieveExhaustive(std::move(units), filter.get(), index.lengths(), options.n);
}

}  // namespace thresh
