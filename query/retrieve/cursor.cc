#include "query/retrieve/cursor.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "common/postings/statistics_file.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/phrase.h"
#include "query/retrieve/segments_cursor.h"
#include "query/retrieve/term_cursor.h"

namespace thresh {
namespace {

// Pages that were all found before the first is scored: those of a phrase, of near words or of a
// pattern; no page for a word that the index lacks.
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

// The rows of a word in the parts of the index.
using Rows = std::vector<std::optional<TermRecord>>;
Result<Rows> RowsOf(const std::string& term, const Index::Parts& parts) {
  Rows rows;
  for (const Index* part : parts.indexes) {
    THRESH_ASSIGN_OR_RETURN(rows.emplace_back(), part->Term(term));
  }
  return rows;
}

// Walks the lists of a word, which stand in the parts of the index if it has any.
Result<std::unique_ptr<Cursor>> WalkTerm(const std::string& term, TermRecord record,
                                         const Index& index, const FieldWeights& weights) {
  const Index::Parts parts = index.parts();
  if (parts.empty())
    return std::unique_ptr<Cursor>(
        std::make_unique<TermCursor>(std::move(record), index.Chunks(term), weights));
  THRESH_ASSIGN_OR_RETURN(Rows rows, RowsOf(term, parts));
  std::vector<SegmentsCursor::Part> having;
  for (std::uint32_t s = 0; s < rows.size(); ++s) {
    const Index& part = *parts.indexes[s];
    if (!rows[s]) continue;
    having.push_back({std::make_unique<TermCursor>(std::move(*rows[s]), part.Chunks(term), weights),
                      s, part.lengths().docs()});
  }
  return std::unique_ptr<Cursor>(std::make_unique<SegmentsCursor>(*parts.live, std::move(having)));
}

struct TermStatisticsOf {
  std::uint64_t df = 0;
  double cf = 0;
};

// The record counts a page once however many fields have the word, so the sum of the fields' df
// would be too large.
TermStatisticsOf CountTerm(const QueryUnit& unit, const TermRecord& record,
                           const FieldWeights& weights) {
  TermStatisticsOf counted;
  counted.df = unit.field ? 0 : record.df;
  for (const FieldList& list : record.fields) {
    if (unit.field == list.field) counted.df = list.df;
    counted.cf += weights.of[static_cast<std::size_t>(list.field)] * static_cast<double>(list.cf);
  }
  return counted;
}

TermStatisticsOf Rarest(const std::vector<TermStatisticsOf>& words) {
  return *std::min_element(words.begin(), words.end(),
                           [](const auto& a, const auto& b) { return a.df < b.df; });
}

TermStatisticsOf Sum(const std::vector<TermStatisticsOf>& words, double docs) {
  TermStatisticsOf sum;
  for (const TermStatisticsOf& word : words) {
    sum.df += word.df;
    sum.cf += word.cf;
  }
  sum.df = std::min(sum.df, static_cast<std::uint64_t>(docs));
  return sum;
}

// What a unit that is no single word counts for in the whole (IsEstimated).
Result<TermStatisticsOf> Estimate(const QueryUnit& unit, const Index& index,
                                  const FieldWeights& weights) {
  const StatisticsFile& whole = *index.whole();
  const bool pattern = unit.kind == QueryUnit::Kind::kPattern;
  Expansion expansion;
  if (pattern) {
    THRESH_ASSIGN_OR_RETURN(expansion, ExpandPattern(TermPattern(unit.words.front().term), index));
  } else {
    for (const QueryUnit::Word& word : unit.words) expansion.terms.push_back(word.term);
  }
  std::vector<TermStatisticsOf> words;
  for (const std::string& term : expansion.terms) {
    THRESH_ASSIGN_OR_RETURN(const std::optional<TermRecord> record, whole.Find(term));
    words.push_back(record ? CountTerm(unit, *record, weights) : TermStatisticsOf());
  }
  if (words.empty()) return TermStatisticsOf();
  return pattern ? Sum(words, whole.docs()) : Rarest(words);
}

// df and cf of a unit that was found on all these pages of the index.
Result<TermStatisticsOf> CountMatches(const QueryUnit& unit, const std::vector<PageTf>& matches,
                                      const Index& index, const FieldWeights& weights) {
  if (index.whole() != nullptr) return Estimate(unit, index, weights);
  TermStatisticsOf counted{.df = matches.size()};
  for (const PageTf& match : matches) counted.cf += match.tf;
  return counted;
}

Result<UnitCursor> MakeTermCursor(const QueryUnit& unit, const Index& index,
                                  const FieldWeights& weights) {
  const std::string& term = unit.words.front().term;
  THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(term));
  if (!record) return MakeListCursor({});
  const TermStatisticsOf counted = CountTerm(unit, *record, weights);
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Cursor> cursor,
                          WalkTerm(term, std::move(*record), index, weights));
  return UnitCursor{std::move(cursor), counted.df, counted.cf};
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

// Finds all pages of a pattern, a phrase or near words at once, in an index without parts.
Result<Match> MatchOf(const QueryUnit& unit, const Index& index, const FieldWeights& weights) {
  if (unit.kind != QueryUnit::Kind::kPattern)
    return Match([&unit, weights](const Index& part) { return MatchPhrase(unit, part, weights); });
  // Expanded in the whole index: every part has to search for the same terms.
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

// A single word needs no positions, and its cursor reads the lists as it goes.
bool IsWord(const QueryUnit& unit) {
  return unit.kind != QueryUnit::Kind::kPattern && unit.words.size() == 1;
}

}  // namespace

bool IsEstimated(const QueryUnit& unit, const Index& index) {
  return index.whole() != nullptr && !IsWord(unit);
}

Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index, const FieldWeights& all) {
  const FieldWeights weights = WeightsOf(unit, all);
  if (IsWord(unit)) return MakeTermCursor(unit, index, weights);
  THRESH_ASSIGN_OR_RETURN(const Match match, MatchOf(unit, index, weights));
  const Index::Parts parts = index.parts();
  if (parts.empty()) {
    THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> matches, match(index));
    return MakeListCursor(std::move(matches));
  }
  THRESH_ASSIGN_OR_RETURN(const auto of_part, MatchParts(match, parts));
  THRESH_ASSIGN_OR_RETURN(std::vector<PageTf> joined, JoinMatches(parts, of_part));
  THRESH_ASSIGN_OR_RETURN(const TermStatisticsOf counted,
                          CountMatches(unit, joined, index, weights));
  return UnitCursor{MakeListCursor(std::move(joined)).cursor, counted.df, counted.cf};
}

Result<PartUnit> PartUnit::Make(const QueryUnit& unit, const Index& index,
                                const FieldWeights& all) {
  PartUnit made(unit, index, WeightsOf(unit, all));
  THRESH_RETURN_IF_ERROR(IsWord(unit) ? made.FindTerm() : made.FindMatches());
  return made;
}

Status PartUnit::FindTerm() {
  const std::string& term = unit_->words.front().term;
  rows_.resize(index_->parts().indexes.size());
  THRESH_ASSIGN_OR_RETURN(const std::optional<TermRecord> record, index_->Term(term));
  if (!record) return {};
  const TermStatisticsOf counted = CountTerm(*unit_, *record, weights_);
  df_ = counted.df;
  cf_ = counted.cf;
  THRESH_ASSIGN_OR_RETURN(rows_, RowsOf(term, index_->parts()));
  return {};
}

Status PartUnit::FindMatches() {
  THRESH_ASSIGN_OR_RETURN(const Match match, MatchOf(*unit_, *index_, weights_));
  const Index::Parts parts = index_->parts();
  THRESH_ASSIGN_OR_RETURN(auto of_part, MatchParts(match, parts));
  THRESH_ASSIGN_OR_RETURN(const std::vector<PageTf> joined, JoinMatches(parts, of_part));
  THRESH_ASSIGN_OR_RETURN(const TermStatisticsOf counted,
                          CountMatches(*unit_, joined, *index_, weights_));
  df_ = counted.df;
  cf_ = counted.cf;
  for (std::vector<PageTf>& matches : of_part)
    cursors_.push_back(MakeListCursor(std::move(matches)).cursor);
  return {};
}

TfBounds PartUnit::Bounds(std::size_t part) const {
  if (rows_.empty()) return cursors_[part]->ListBounds();
  return rows_[part] ? TermCursor::BoundsOf(*rows_[part], weights_) : TfBounds();
}

std::unique_ptr<Cursor> PartUnit::Open(std::size_t part) {
  if (rows_.empty()) return std::move(cursors_[part]);
  if (!rows_[part]) return MakeListCursor({}).cursor;
  return std::make_unique<TermCursor>(
      std::move(*rows_[part]), index_->parts().indexes[part]->Chunks(unit_->words.front().term),
      weights_);
}

}  // namespace thresh
