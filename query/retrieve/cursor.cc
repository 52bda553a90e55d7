#include "query/retrieve/cursor.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "query/retrieve/phrase.h"
#include "query/retrieve/prefix.h"
#include "query/retrieve/term_cursor.h"

namespace thresh {
namespace {

// Pages that were all found before the first is scored: those of a phrase, of near words or of a
// prefix; no page for a word that the index lacks.
class ListCursor : public Cursor {
 public:
  explicit ListCursor(std::vector<PageTf> matches) : matches_(std::move(matches)) {
    for (const PageTf& match : matches_) most_ = std::max(most_, match.tf);
  }
  std::uint32_t doc() const override { return at_ < matches_.size() ? matches_[at_].doc : kEnd; }
  double tf() const override { return matches_[at_].tf; }
  void Next() override { ++at_; }
  void SeekTo(std::uint32_t doc) override {
    const auto from = matches_.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto it =
        std::partition_point(from, matches_.end(), [&](const PageTf& m) { return m.doc < doc; });
    at_ = static_cast<std::size_t>(it - matches_.begin());
  }
  Status status() const override { return {}; }
  bool Rewind() override {
    at_ = 0;
    return true;
  }
  TfBounds ListBounds() const override {
    // Lengths are not known here: 1 is the shortest a page can be, so the bound always holds.
    TfBounds bounds;
    if (most_ > 0) bounds.Add(most_, 1);
    return bounds;
  }

 private:
  std::vector<PageTf> matches_;
  double most_ = 0;
  std::size_t at_ = 0;
};

UnitCursor MakeListCursor(std::vector<PageTf> matches) {
  UnitCursor unit{.cursor = nullptr, .df = matches.size()};
  for (const PageTf& match : matches) unit.cf += match.tf;
  unit.cursor = std::make_unique<ListCursor>(std::move(matches));
  return unit;
}

// A unit with a field is searched only there: all other weights become 0.
FieldWeights WeightsOf(const QueryUnit& unit, FieldWeights weights) {
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    if (unit.field && *unit.field != static_cast<Field>(f)) weights.of[f] = 0;
  }
  return weights;
}

Result<UnitCursor> MakeTermCursor(const QueryUnit& unit, const Index& index,
                                  const FieldWeights& weights) {
  const std::string& term = unit.words.front().term;
  THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(term));
  if (!record) return MakeListCursor({});
  // The record counts a page once however many fields have the word, so the sum of the fields' df
  // would be too large.
  std::uint64_t df = unit.field ? 0 : record->df;
  double cf = 0;
  for (const FieldList& list : record->fields) {
    if (unit.field == list.field) df = list.df;
    cf += weights.of[static_cast<std::size_t>(list.field)] * static_cast<double>(list.cf);
  }
  return UnitCursor{std::make_unique<TermCursor>(std::move(*record), index.Chunks(term), weights),
                    df, cf};
}

}  // namespace

Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index, const FieldWeights& all) {
  const FieldWeights weights = WeightsOf(unit, all);
  if (unit.kind == QueryUnit::Kind::kPrefix) {
    THRESH_ASSIGN_OR_RETURN(const Expansion expansion,
                            ExpandPrefix(unit.words.front().term, index));
    THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> matches,
                            MatchTerms(expansion.terms, index, weights));
    return MakeListCursor(std::move(matches));
  }
  // A single word needs no positions, and its cursor reads the lists as it goes.
  if (unit.words.size() == 1) return MakeTermCursor(unit, index, weights);
  THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> matches, MatchPhrase(unit, index, weights));
  return MakeListCursor(std::move(matches));
}

}  // namespace thresh
