#include "query/retrieve/phrase_candidates.h"

#include <algorithm>
#include <utility>

#include "query/retrieve/field_bounds.h"

namespace thresh {
namespace {

// The rows of the words that have the field, the rarest first; empty if a word lacks the field. The
// words must stand together in one field: positions of different fields do not compare.
std::vector<std::size_t> ByRarity(std::span<const TermRecord> rows, Field field) {
  std::vector<std::size_t> words(rows.size());
  for (std::size_t w = 0; w < rows.size(); ++w) {
    if (rows[w].Find(field) == nullptr) return {};
    words[w] = w;
  }
  std::stable_sort(words.begin(), words.end(), [&](std::size_t a, std::size_t b) {
    return rows[a].Find(field)->df < rows[b].Find(field)->df;
  });
  return words;
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
std::uint32_t Align(std::vector<PostingCursor>& cursors, std::uint32_t doc) {
  for (std::size_t agreed = 0, at = 0; agreed < cursors.size() && doc != Cursor::kEnd;
       at = at + 1 < cursors.size() ? at + 1 : 0) {
    cursors[at].SeekTo(doc);
    agreed = cursors[at].doc() == doc ? agreed + 1 : 1;
    doc = cursors[at].doc();
  }
  return doc;
}

}  // namespace

PhraseCandidates::PhraseCandidates(const QueryUnit& unit, std::vector<TermRecord> rows,
                                   const Index& index, const FieldWeights& weights)
    : near_(unit.kind == QueryUnit::Kind::kNear),
      longest_(LongestWindow(unit)),
      most_shared_(MostShared(unit)),
      rows_(std::move(rows)) {
  chunks_.reserve(unit.words.size());
  for (const QueryUnit::Word& word : unit.words) chunks_.push_back(index.Chunks(word.term));
  strands_.reserve(kFieldCount);
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    if (weights.of[f] > 0) AddStrand(unit, static_cast<Field>(f), weights.of[f]);
  }
}

void PhraseCandidates::AddStrand(const QueryUnit& unit, Field field, double weight) {
  const std::vector<std::size_t> words = ByRarity(rows_, field);
  if (words.empty()) return;
  Strand& strand = strands_.emplace_back();
  strand.weight = weight;
  strand.rarest = rows_[words.front()].Find(field);
  for (const std::size_t word : words) {
    strand.cursors.emplace_back(rows_[word].Find(field), chunks_[word].get());
    strand.words.push_back({{}, unit.words[word].place});
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
    for (const PostingCursor& cursor : strand.cursors) least = std::min(least, cursor.tf());
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
    for (PostingCursor& cursor : strand.cursors) cursor.Rewind();
    strand.doc = Align(strand.cursors, 0);
    doc_ = std::min(doc_, strand.doc);
  }
}

Status PhraseCandidates::status() const {
  for (const Strand& strand : strands_) {
    for (const PostingCursor& cursor : strand.cursors) THRESH_RETURN_IF_ERROR(cursor.status());
  }
  return {};
}

TfBounds PhraseCandidates::ListBounds() const {
  TfBounds bounds;
  FieldBounds joint;
  for (const Strand& strand : strands_)
    joint.Add(strand.rarest->impacts.span(), strand.weight * most_shared_);
  joint.Join(&bounds);
  return bounds;
}

TfBounds PhraseCandidates::BoundsOf(const QueryUnit& unit, std::span<const TermRecord> rows,
                                    const FieldWeights& weights) {
  TfBounds bounds;
  FieldBounds joint;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    const std::vector<std::size_t> words = ByRarity(rows, static_cast<Field>(f));
    if (weights.of[f] <= 0 || words.empty()) continue;
    joint.Add(rows[words.front()].Find(static_cast<Field>(f))->impacts.span(),
              weights.of[f] * MostShared(unit));
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
    const PostingCursor::BlockBound block = strand.cursors.front().Bound(std::max(doc, strand.doc));
    bounds.last = std::min(bounds.last, block.last);
    bounds.coarse = bounds.coarse || block.of_chunk;
    joint.Add(block.impacts, strand.weight * most_shared_);
  }
  joint.Join(&bounds);
  return bounds;
}

}  // namespace thresh
