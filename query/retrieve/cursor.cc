#include "query/retrieve/cursor.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "query/retrieve/phrase.h"
#include "query/retrieve/prefix.h"

namespace thresh {
namespace {

double WeightOf(const FieldWeights& weights, Field field) {
  return weights.of[static_cast<std::size_t>(field)];
}

// The union of the lists of a word's fields.
class TermCursor : public Cursor {
 public:
  TermCursor(TermRecord record, std::unique_ptr<ChunkReader> chunks, const FieldWeights& weights)
      : record_(std::move(record)), chunks_(std::move(chunks)) {
    for (const FieldList& list : record_.fields) {
      const double weight = WeightOf(weights, list.field);
      if (weight > 0) parts_.push_back({PostingCursor(&list, chunks_.get()), weight});
    }
    Settle();
  }

  std::uint32_t doc() const override { return doc_; }
  double tf() const override {
    double sum = 0;
    for (const Part& part : parts_) {
      if (part.cursor.doc() == doc_) sum += part.weight * part.cursor.tf();
    }
    return sum;
  }
  void Next() override {
    for (Part& part : parts_) {
      if (part.cursor.doc() == doc_) part.cursor.Next();
    }
    Settle();
  }
  void SeekTo(std::uint32_t doc) override {
    if (doc <= doc_) return;
    for (Part& part : parts_) part.cursor.SeekTo(doc);
    Settle();
  }
  Status status() const override {
    for (const Part& part : parts_) RETURN_IF_ERROR(part.cursor.status());
    return {};
  }

 private:
  struct Part {
    PostingCursor cursor;
    double weight;
  };
  void Settle() {
    doc_ = kEnd;
    for (const Part& part : parts_) doc_ = std::min(doc_, part.cursor.doc());
  }

  TermRecord record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<Part> parts_;
  std::uint32_t doc_ = kEnd;
};

// Pages that were found before; none for a word that stands nowhere.
class ListCursor : public Cursor {
 public:
  explicit ListCursor(std::vector<PhraseMatch> matches) : matches_(std::move(matches)) {}
  std::uint32_t doc() const override { return at_ < matches_.size() ? matches_[at_].doc : kEnd; }
  double tf() const override { return matches_[at_].tf; }
  void Next() override { ++at_; }
  void SeekTo(std::uint32_t doc) override {
    const auto from = matches_.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto it =
        std::partition_point(from, matches_.end(), [&](const PhraseMatch& m) { return m.doc < doc; });
    at_ = static_cast<std::size_t>(it - matches_.begin());
  }
  Status status() const override { return {}; }

 private:
  std::vector<PhraseMatch> matches_;
  std::size_t at_ = 0;
};

UnitCursor MakeListCursor(std::vector<PhraseMatch> matches) {
  const std::uint64_t df = matches.size();
  return {std::make_unique<ListCursor>(std::move(matches)), df};
}

// Only the unit's own field is searched.
FieldWeights WeightsOf(const QueryUnit& unit, FieldWeights weights) {
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    if (unit.field && *unit.field != static_cast<Field>(f)) weights.of[f] = 0;
  }
  return weights;
}

Result<UnitCursor> MakeTermCursor(const QueryUnit& unit, const Index& index, const FieldWeights& weights) {
  const std::string& term = unit.words.front().term;
  ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(term));
  if (!record) return MakeListCursor({});
  std::uint64_t df = record->df;
  if (unit.field) {
    const FieldList* list = record->Find(*unit.field);
    df = list == nullptr ? 0 : list->df;
  }
  return UnitCursor{std::make_unique<TermCursor>(std::move(*record), index.Chunks(term), weights), df};
}

}  // namespace

Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index, const FieldWeights& all) {
  const FieldWeights weights = WeightsOf(unit, all);
  if (unit.kind == QueryUnit::Kind::kPrefix) {
    ASSIGN_OR_RETURN(const Expansion expansion, ExpandPrefix(unit.words.front().term, index));
    ASSIGN_OR_RETURN(std::vector<PhraseMatch> matches, MatchTerms(expansion.terms, index, weights));
    return MakeListCursor(std::move(matches));
  }
  if (unit.words.size() == 1) return MakeTermCursor(unit, index, weights);
  ASSIGN_OR_RETURN(std::vector<PhraseMatch> matches, MatchPhrase(unit, index, weights));
  return MakeListCursor(std::move(matches));
}

}  // namespace thresh
