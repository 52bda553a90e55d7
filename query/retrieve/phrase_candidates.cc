#include "query/retrieve/phrase_candidates.h"

#include <algorithm>
#include <utility>

#include "query/retrieve/field_bounds.h"

namespace thresh {
namespace {

TwinLists ListsOf(const TermRecord& row, Field field, bool with_templates) {
  return {row.Find(field), with_templates ? row.Find(TemplateTwin(field)) : nullptr};
}

// The rows of the words that have the field, the rarest first; empty if a word lacks the field. The
// words must stand together in one field: positions of different fields do not compare.
std::vector<std::size_t> ByRarity(std::span<const TermRow> rows, Field field, bool with_templates) {
  std::vector<std::size_t> words(rows.size());
  std::vector<std::uint64_t> dfs(rows.size());
  for (std::size_t w = 0; w < rows.size(); ++w) {
    const TwinLists lists = ListsOf(*rows[w], field, with_templates);
    if (lists.empty()) return {};
    words[w] = w;
    dfs[w] = lists.df();
  }
  std::stable_sort(words.begin(), words.end(),
                   [&](std::size_t a, std::size_t b) { return dfs[a] < dfs[b]; });
  return words;
}

// The first word of the unit that is the same word.
std::uint32_t NumberOf(const QueryUnit& unit, std::size_t word) {
  const auto same = std::find_if(unit.words.begin(), unit.words.end(), [&](const auto& other) {
    return other.term == unit.words[word].term;
  });
  return static_cast<std::uint32_t>(same - unit.words.begin());
}

// The window of a near unit holds its own words, the stop words between them, and the other words
// that it allows.
std::uint32_t LongestWindow(const QueryUnit& unit) {
  return unit.words.back().place + 1 + unit.near;
}

// The most occurrences of the unit that can share one occurrence of a word.
double MostShared(const QueryUnit& unit) {
  return unit.kind == QueryUnit::Kind::kNear ? LongestWindow(unit) : 1;
}

// Moves all cursors to the first page from `doc` on that all of them have. Returns kEnd if there is
// none. Each cursor in turn seeks the largest page so far; the page is common once all of them in
// sequence stop at it.
std::uint32_t Align(std::vector<TwinCursor>& cursors, std::uint32_t doc) {
  for (std::size_t agreed = 0, at = 0; agreed < cursors.size() && doc != Cursor::kEnd;
       at = at + 1 < cursors.size() ? at + 1 : 0) {
    cursors[at].SeekTo(doc);
    agreed = cursors[at].doc() == doc ? agreed + 1 : 1;
    doc = cursors[at].doc();
  }
  return doc;
}

}  // namespace

PhraseCandidates::PhraseCandidates(const QueryUnit& unit, std::vector<TermRow> rows,
                                   const Index& index, const FieldWeights& weights)
    : near_(unit.kind == QueryUnit::Kind::kNear),
      longest_(LongestWindow(unit)),
      most_shared_(MostShared(unit)),
      rows_(std::move(rows)),
      chunks_(2 * rows_.size()) {
  const std::vector<StrandPlan> plans = Plan(rows_, weights);
  strands_.reserve(plans.size());
  for (const StrandPlan& plan : plans) AddStrand(unit, index, plan);
}

// The strands of the fields that are searched, in the order of the fields.
std::vector<PhraseCandidates::StrandPlan> PhraseCandidates::Plan(std::span<const TermRow> rows,
                                                                 const FieldWeights& weights) {
  std::vector<StrandPlan> plans;
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const auto field = static_cast<Field>(f);
    const double weight = weights.Of(field), share = weights.template_share();
    if (weight <= 0) continue;
    const bool twin = share > 0 && TemplateTwin(field) != field &&
                      std::any_of(rows.begin(), rows.end(), [&](const TermRow& row) {
                        return row->Find(TemplateTwin(field)) != nullptr;
                      });
    if (!twin || share < 1) plans.push_back({field, false, twin ? weight * (1 - share) : weight});
    if (twin) plans.push_back({field, true, weight * share});
  }
  return plans;
}

// A reader of chunks serves one cursor of a field, so that the two strands of a field have their
// own.
void PhraseCandidates::AddStrand(const QueryUnit& unit, const Index& index,
                                 const StrandPlan& plan) {
  const std::vector<std::size_t> words = ByRarity(rows_, plan.field, plan.with_templates);
  if (words.empty()) return;
  Strand& strand = strands_.emplace_back();
  strand.weight = plan.weight;
  strand.rarest = ListsOf(*rows_[words.front()], plan.field, plan.with_templates);
  for (const std::size_t word : words) {
    std::unique_ptr<ChunkReader>& chunks = chunks_[word + (plan.with_templates ? rows_.size() : 0)];
    if (chunks == nullptr) chunks = index.Chunks(unit.words[word].term);
    strand.cursors.emplace_back(ListsOf(*rows_[word], plan.field, plan.with_templates),
                                chunks.get());
    strand.words.push_back({{}, unit.words[word].place, NumberOf(unit, word)});
  }
  strand.doc = Align(strand.cursors, 0);
  doc_ = std::min(doc_, strand.doc);
}

// Summed up as Tf, so that rounding cannot lift a tf over it.
double PhraseCandidates::MostTf() const {
  double most = 0;
  for (const Strand& strand : strands_) {
    if (strand.doc != doc_) continue;
    std::uint32_t least = strand.cursors.front().tf();
    for (const TwinCursor& cursor : strand.cursors) least = std::min(least, cursor.tf());
    most += strand.weight * (most_shared_ * least);
  }
  return most;
}

// Always added up in the order of the fields, so that it rounds alike in every search.
double PhraseCandidates::Tf() {
  double tf = 0;
  for (Strand& strand : strands_) {
    if (strand.doc == doc_) tf += strand.weight * Count(strand);
  }
  return tf;
}

std::uint32_t PhraseCandidates::Count(Strand& strand) {
  if (!near_) return CountPhrase(strand);
  for (std::size_t i = 0; i < strand.words.size(); ++i) {
    if (!strand.cursors[i].Positions(&strand.words[i].at).ok()) return 0;
  }
  return CountNear(strand.words, longest_);
}

// The rarest word proposes the beginnings, and the positions of the others are read only while some
// beginning is left.
std::uint32_t PhraseCandidates::CountPhrase(Strand& strand) {
  for (std::size_t i = 0; i < strand.words.size(); ++i) {
    if (i > 0 && starts_.size() == 0) return 0;
    WordPositions& word = strand.words[i];
    if (!strand.cursors[i].Positions(&word.at).ok()) return 0;
    if (i == 0) {
      starts_.Propose(word);
    } else {
      starts_.Keep(word);
    }
  }
  return static_cast<std::uint32_t>(starts_.size());
}

void PhraseCandidates::SeekTo(std::uint32_t doc) {
  if (doc <= doc_) return;
  doc_ = Cursor::kEnd;
  for (Strand& strand : strands_) {
    if (strand.doc < doc) strand.doc = Align(strand.cursors, doc);
    doc_ = std::min(doc_, strand.doc);
  }
}

void PhraseCandidates::Rewind() {
  doc_ = Cursor::kEnd;
  for (Strand& strand : strands_) {
    for (TwinCursor& cursor : strand.cursors) cursor.Rewind();
    strand.doc = Align(strand.cursors, 0);
    doc_ = std::min(doc_, strand.doc);
  }
}

Status PhraseCandidates::status() const {
  for (const Strand& strand : strands_) {
    for (const TwinCursor& cursor : strand.cursors) THRESH_RETURN_IF_ERROR(cursor.status());
  }
  return {};
}

TfBounds PhraseCandidates::ListBounds() const {
  TfBounds bounds;
  FieldBounds joint;
  for (const Strand& strand : strands_) strand.rarest.AddTo(&joint, strand.weight * most_shared_);
  joint.Join(&bounds);
  return bounds;
}

TfBounds PhraseCandidates::BoundsOf(const QueryUnit& unit, std::span<const TermRow> rows,
                                    const FieldWeights& weights) {
  TfBounds bounds;
  FieldBounds joint;
  for (const StrandPlan& plan : Plan(rows, weights)) {
    const std::vector<std::size_t> words = ByRarity(rows, plan.field, plan.with_templates);
    if (words.empty()) continue;
    ListsOf(*rows[words.front()], plan.field, plan.with_templates)
        .AddTo(&joint, plan.weight * MostShared(unit));
  }
  joint.Join(&bounds);
  return bounds;
}

// Up to its candidate a field has no page with the unit, so the block that matters is that of the
// candidate, or a later one.
TfBounds PhraseCandidates::BlockBounds(std::uint32_t doc) {
  TfBounds bounds;
  FieldBounds joint;
  for (Strand& strand : strands_) {
    if (strand.doc == Cursor::kEnd) continue;
    strand.cursors.front().AddBounds(std::max(doc, strand.doc), strand.weight * most_shared_,
                                     &bounds, &joint);
  }
  joint.Join(&bounds);
  return bounds;
}

}  // namespace thresh
