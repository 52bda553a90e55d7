#include "query/retrieve/cursor.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/postings/statistics_file.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/phrase_cursor.h"
#include "query/retrieve/segments_cursor.h"
#include "query/retrieve/stems.h"
#include "query/retrieve/term_cursor.h"
#include "query/retrieve/union_cursor.h"

namespace thresh {
namespace {

// Pages that were all found before the first is scored: those of a pattern; no page for words that
// the index lacks.
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

UnitCounts CountPages(const std::vector<PageTf>& matches) {
  UnitCounts counted{.df = matches.size(), .weighed_df = static_cast<double>(matches.size())};
  for (const PageTf& match : matches) counted.cf += match.tf;
  return counted;
}

// A unit with a field is searched only there: all other weights become 0.
FieldWeights WeightsOf(const QueryUnit& unit, FieldWeights weights) {
  for (std::size_t f = 0; f < weights.of.size(); ++f) {
    if (unit.field && *unit.field != static_cast<Field>(f)) weights.of[f] = 0;
  }
  return weights;
}

bool IsPattern(const QueryUnit& unit) { return unit.kind == QueryUnit::Kind::kPattern; }

// The rows of the unit's words in their order; none if the index lacks one of them.
using Rows = std::vector<TermRow>;
Result<Rows> RowsOf(const QueryUnit& unit, const Index& index) {
  Rows rows;
  for (const QueryUnit::Word& word : unit.words) {
    THRESH_ASSIGN_OR_RETURN(TermRow row, index.Term(word.term));
    if (!row) return Rows();
    rows.push_back(std::move(row));
  }
  return rows;
}

// Whether all postings stand in the row itself.
bool StandsInline(const TermRecord& row) {
  return std::all_of(row.fields.begin(), row.fields.end(),
                     [](const FieldList& list) { return list.chunks.empty() || list.chunk_here; });
}

// Walks the lists of a word, which stand in `index` itself.
std::unique_ptr<Cursor> WalkWord(const std::string& term, TermRow row, const Index& index,
                                 const FieldWeights& weights) {
  std::unique_ptr<ChunkReader> chunks = StandsInline(*row) ? nullptr : index.Chunks(term);
  return std::make_unique<TermCursor>(std::move(row), std::move(chunks), weights);
}

// The same of several words. A single word needs no positions.
std::unique_ptr<Cursor> Walk(const QueryUnit& unit, Rows rows, const Index& index,
                             const FieldWeights& weights) {
  if (rows.size() > 1) return std::make_unique<PhraseCursor>(unit, std::move(rows), index, weights);
  return WalkWord(unit.words.front().term, std::move(rows.front()), index, weights);
}

// Walks the lists of the words, which stand in the parts of the index.
Result<std::unique_ptr<Cursor>> WalkParts(const QueryUnit& unit, const Index::Parts& parts,
                                          const FieldWeights& weights) {
  std::vector<SegmentsCursor::Part> having;
  for (std::uint32_t s = 0; s < parts.indexes.size(); ++s) {
    const Index& part = *parts.indexes[s];
    THRESH_ASSIGN_OR_RETURN(Rows rows, RowsOf(unit, part));
    if (rows.empty()) continue;
    having.push_back({Walk(unit, std::move(rows), part, weights), s, part.lengths().docs()});
  }
  return std::unique_ptr<Cursor>(std::make_unique<SegmentsCursor>(*parts.live, std::move(having)));
}

// The record counts a page once however many fields have the word, so the sum of the fields' df
// would be too large.
UnitCounts CountTerm(const QueryUnit& unit, const TermRecord& record, const FieldWeights& weights) {
  UnitCounts counted;
  for (const FieldList& list : record.fields) {
    if (unit.field == list.field) counted.df = list.df;
    counted.cf += weights.Of(list.field) * static_cast<double>(list.cf);
  }
  counted.weighed_df = static_cast<double>(counted.df);
  if (unit.field) return counted;
  const double share = weights.template_share();
  counted.df = std::uint64_t{record.df} + (share > 0 ? record.template_df : 0);
  counted.weighed_df = DfOf(record).Weighed(share);
  return counted;
}

// A unit counts as its rarest word.
struct Rarest {
  UnitCounts counts = {.weighed_df = std::numeric_limits<double>::infinity()};
  void Add(const UnitCounts& word) {
    if (word.weighed_df < counts.weighed_df) counts = word;
  }
};

// Adds the pages of a part of a unit, as if no page had two parts.
void AddCounts(const UnitCounts& part, const Index& index, UnitCounts* sum) {
  const double docs = index.whole() != nullptr ? index.whole()->docs()
                                               : static_cast<double>(index.lengths().docs());
  sum->df = std::min(sum->df + part.df, static_cast<std::uint64_t>(docs));
  sum->weighed_df = std::min(sum->weighed_df + part.weighed_df, docs);
  sum->cf += part.cf;
}

// What a pattern counts for in the whole (IsEstimated).
Result<UnitCounts> Estimate(const QueryUnit& unit, const Index& index,
                            const FieldWeights& weights) {
  const StatisticsFile& whole = *index.whole();
  THRESH_ASSIGN_OR_RETURN(const Expansion expansion,
                          ExpandPattern(TermPattern(unit.words.front().term), index));
  UnitCounts sum;
  for (const std::string& term : expansion.terms) {
    THRESH_ASSIGN_OR_RETURN(const std::optional<TermRecord> record, whole.Find(term));
    if (!record) continue;
    AddCounts(CountTerm(unit, *record, weights), index, &sum);
  }
  return sum;
}

Result<UnitCursor> MakeWordsCursor(const QueryUnit& unit, const Index& index,
                                   const FieldWeights& weights) {
  THRESH_ASSIGN_OR_RETURN(Rows rows, RowsOf(unit, index));
  if (rows.empty()) return UnitCursor{{}, std::make_unique<ListCursor>(std::vector<PageTf>())};
  Rarest rarest;
  for (const TermRow& row : rows) rarest.Add(CountTerm(unit, *row, weights));
  if (index.parts().empty())
    return UnitCursor{rarest.counts, Walk(unit, std::move(rows), index, weights)};
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Cursor> cursor, WalkParts(unit, index.parts(), weights));
  return UnitCursor{rarest.counts, std::move(cursor)};
}

// The unit under all stemmers.
Result<UnitCursor> MakeStemsCursor(const QueryUnit& unit, const Index& index,
                                   const FieldWeights& weights) {
  UnitCounts counted;
  std::vector<std::unique_ptr<Cursor>> cursors;
  for (const QueryUnit& stem : StemsOf(unit)) {
    THRESH_ASSIGN_OR_RETURN(UnitCursor made, MakeWordsCursor(stem, index, weights));
    AddCounts(made, index, &counted);
    cursors.push_back(std::move(made.cursor));
  }
  return UnitCursor{counted, std::make_unique<UnionCursor>(std::move(cursors))};
}

// Joins the pages of all parts in the order of the whole. Those of masked sites are left out.
Result<std::vector<PageTf>> JoinMatches(const Index::Parts& parts,
                                        const std::vector<std::vector<PageTf>>& of_part) {
  for (std::size_t s = 0; s < of_part.size(); ++s) {
    if (!of_part[s].empty())
      THRESH_RETURN_IF_ERROR(CheckPage(of_part[s].back().doc, parts.indexes[s]->lengths()));
  }
  std::vector<PageTf> joined;
  std::vector<std::size_t> at(of_part.size());
  for (const LiveSites::Stretch& stretch : parts.live->stretches()) {
    const std::vector<PageTf>& matches = of_part[stretch.segment];
    std::size_t& next = at[stretch.segment];
    for (; next < matches.size() && matches[next].doc < stretch.end_in_segment(); ++next) {
      const auto& [page, tf] = matches[next];
      if (page >= stretch.first_in_segment)
        joined.push_back({page - stretch.first_in_segment + stretch.first, tf});
    }
  }
  return joined;
}

using Match = std::function<Result<std::vector<PageTf>>(const Index&)>;

// Finds all pages of a pattern at once, in an index without parts. The pattern is expanded in the
// whole index: every part has to search for the same terms.
Result<Match> MatchOf(const QueryUnit& unit, const Index& index, const FieldWeights& weights) {
  THRESH_ASSIGN_OR_RETURN(Expansion expansion,
                          ExpandPattern(TermPattern(unit.words.front().term), index));
  return Match([expansion = std::move(expansion), weights](const Index& part) {
    return MatchTerms(expansion.terms, part, weights);
  });
}

Result<std::vector<std::vector<PageTf>>> MatchParts(const Match& match, const Index::Parts& parts) {
  std::vector<std::vector<PageTf>> of_part;
  for (const Index* part : parts.indexes) {
    THRESH_ASSIGN_OR_RETURN(of_part.emplace_back(), match(*part));
  }
  return of_part;
}

// All pages of a pattern, by the numbers of the index. `of_part`, if it is not null, receives those
// of each part.
Result<std::vector<PageTf>> MatchAll(const Match& match, const Index& index,
                                     std::vector<std::vector<PageTf>>* of_part = nullptr) {
  const Index::Parts parts = index.parts();
  if (parts.empty()) return match(index);
  THRESH_ASSIGN_OR_RETURN(auto matches, MatchParts(match, parts));
  THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> joined, JoinMatches(parts, matches));
  if (of_part != nullptr) *of_part = std::move(matches);
  return joined;
}

// df and cf of a pattern that was found on all these pages of the index. Which of them have it in
// templates alone shows a search that leaves templates out.
Result<UnitCounts> CountMatches(const QueryUnit& unit, const std::vector<PageTf>& matches,
                                const Index& index, const FieldWeights& weights) {
  if (index.whole() != nullptr) return Estimate(unit, index, weights);
  UnitCounts counted = CountPages(matches);
  const double share = weights.template_share();
  if (share == 0) return counted;
  FieldWeights own = weights;
  own.of[static_cast<std::size_t>(Field::kTemplate)] = 0;
  THRESH_ASSIGN_OR_RETURN(const Match match, MatchOf(unit, index, own));
  THRESH_ASSIGN_OR_RETURN(const std::vector<PageTf> without, MatchAll(match, index));
  counted.weighed_df = (1 - share) * static_cast<double>(without.size()) +
                       share * static_cast<double>(matches.size());
  return counted;
}

}  // namespace

bool IsCounted(const QueryUnit& unit) {
  return IsPattern(unit) || (unit.words.size() == 1 && !HasStems(unit));
}

bool IsEstimated(const QueryUnit& unit, const Index& index) {
  return index.whole() != nullptr && IsPattern(unit);
}

Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index, const FieldWeights& all) {
  const FieldWeights weights = WeightsOf(unit, all);
  if (HasStems(unit)) return MakeStemsCursor(unit, index, weights);
  if (!IsPattern(unit)) return MakeWordsCursor(unit, index, weights);
  THRESH_ASSIGN_OR_RETURN(const Match match, MatchOf(unit, index, weights));
  THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> matches, MatchAll(match, index));
  THRESH_ASSIGN_OR_RETURN(const UnitCounts counted, CountMatches(unit, matches, index, weights));
  return UnitCursor{counted, std::make_unique<ListCursor>(std::move(matches))};
}

Result<PartUnit> PartUnit::Make(const QueryUnit& unit, const Index& index,
                                const FieldWeights& all) {
  PartUnit made(unit, index, WeightsOf(unit, all));
  if (HasStems(unit)) {
    THRESH_RETURN_IF_ERROR(made.FindStems());
  } else {
    THRESH_RETURN_IF_ERROR(IsPattern(unit) ? made.FindMatches() : made.FindWords());
  }
  return made;
}

Status PartUnit::FindStems() {
  for (QueryUnit& stem : StemsOf(*unit_))
    stem_units_.push_back(std::make_unique<QueryUnit>(std::move(stem)));
  for (const auto& stem : stem_units_) {
    THRESH_ASSIGN_OR_RETURN(PartUnit made, Make(*stem, *index_, weights_));
    AddCounts(made.counted_, *index_, &counted_);
    stems_.push_back(std::move(made));
  }
  return {};
}

Status PartUnit::FindWords() {
  const std::size_t words = unit_->words.size();
  words_.reserve(words);
  for (const QueryUnit::Word& word : unit_->words) {
    THRESH_ASSIGN_OR_RETURN(auto rows, index_->RowsOfParts(word.term));
    if (rows->counts == nullptr) {
      words_.assign(words, nullptr);
      return {};
    }
    __builtin_prefetch(rows->of.data());
    __builtin_prefetch(rows->bounds.data());
    words_.push_back(std::move(rows));
  }
  Rarest rarest;
  for (const auto& word : words_) rarest.Add(CountTerm(*unit_, *word->counts, weights_));
  counted_ = rarest.counts;
  return {};
}

std::vector<TermRow> PartUnit::RowsAt(std::size_t part) const {
  std::vector<TermRow> rows;
  for (const auto& word : words_) rows.push_back(word->of[part]);
  return rows;
}

bool PartUnit::LacksAny(std::size_t part) const {
  if (!stems_.empty())
    return std::all_of(stems_.begin(), stems_.end(),
                       [part](const PartUnit& stem) { return stem.Lacks(part); });
  return std::any_of(words_.begin(), words_.end(),
                     [part](const auto& word) { return word == nullptr || word->Lacks(part); });
}

Status PartUnit::FindMatches() {
  THRESH_ASSIGN_OR_RETURN(const Match match, MatchOf(*unit_, *index_, weights_));
  std::vector<std::vector<PageTf>> of_part;
  THRESH_ASSIGN_OR_RETURN(const std::vector<PageTf> joined, MatchAll(match, *index_, &of_part));
  THRESH_ASSIGN_OR_RETURN(counted_, CountMatches(*unit_, joined, *index_, weights_));
  for (std::vector<PageTf>& matches : of_part)
    cursors_.push_back(std::make_unique<ListCursor>(std::move(matches)));
  return {};
}

TfBounds PartUnit::Bounds(std::size_t part) const {
  if (!stems_.empty()) {
    std::vector<TfBounds> bounds;
    for (const PartUnit& stem : stems_) bounds.push_back(stem.Bounds(part));
    return UnionCursor::Join(bounds);
  }
  if (words_.empty()) return cursors_[part]->ListBounds();
  if (Lacks(part)) return TfBounds();
  return words_.size() > 1 ? PhraseCandidates::BoundsOf(*unit_, RowsAt(part), weights_)
                           : TermCursor::BoundsOf(words_.front()->BoundsOf(part), weights_);
}

void PartUnit::FetchRow(std::size_t part) const {
  for (const auto& word : words_) {
    if (word != nullptr) __builtin_prefetch(word->of[part].get());
  }
}

void PartUnit::FetchLists(std::size_t part) const {
  for (const auto& word : words_) {
    if (word == nullptr || word->Lacks(part)) continue;
    for (const FieldList& list : word->of[part]->fields) {
      __builtin_prefetch(&list);
      __builtin_prefetch(&list.chunks);
    }
  }
}

void PartUnit::FetchPostings(std::size_t part) const {
  for (const auto& word : words_) {
    if (word == nullptr || word->Lacks(part)) continue;
    for (const FieldList& list : word->of[part]->fields)
      __builtin_prefetch(list.inline_postings.data());
  }
}

std::unique_ptr<Cursor> PartUnit::Open(std::size_t part) {
  if (!stems_.empty()) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    for (PartUnit& stem : stems_) cursors.push_back(stem.Open(part));
    return std::make_unique<UnionCursor>(std::move(cursors));
  }
  if (words_.empty()) return std::move(cursors_[part]);
  if (Lacks(part)) return std::make_unique<ListCursor>(std::vector<PageTf>());
  const Index& index = *index_->parts().indexes[part];
  if (words_.size() > 1) return Walk(*unit_, RowsAt(part), index, weights_);
  return WalkWord(unit_->words.front().term, words_.front()->of[part], index, weights_);
}

}  // namespace thresh
