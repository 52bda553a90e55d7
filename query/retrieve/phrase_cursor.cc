#include "query/retrieve/phrase_cursor.h"

#include <utility>

namespace thresh {

PhraseCursor::PhraseCursor(const QueryUnit& unit, std::vector<TermRow> rows, const Index& index,
                           const FieldWeights& weights)
    : candidates_(std::make_unique<PhraseCandidates>(unit, std::move(rows), index, weights)) {}

// Moves to the first candidate that has the unit.
void PhraseCursor::Find() const {
  while (tf_ == 0 && candidates_->doc() != kEnd) {
    tf_ = candidates_->Tf();
    if (tf_ == 0) candidates_->SeekTo(candidates_->doc() + 1);
  }
}

std::uint32_t PhraseCursor::doc() const {
  Find();
  return candidates_->doc();
}

double PhraseCursor::tf() const {
  Find();
  return tf_;
}

void PhraseCursor::Next() { SeekTo(doc() + 1); }

void PhraseCursor::SeekTo(std::uint32_t doc) {
  if (doc <= candidates_->doc()) return;
  candidates_->SeekTo(doc);
  tf_ = 0;
}

// Only the pages sought are counted, and not the candidates between them.
void PhraseCursor::TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
  for (const std::uint32_t sought : docs) {
    SeekTo(sought);
    const bool there = candidates_->doc() == sought;
    if (there && tf_ == 0) tf_ = candidates_->Tf();
    *tfs++ = there ? tf_ : 0;
  }
}

std::size_t PhraseCursor::Take(std::uint32_t last, double tf_above, std::span<PageTf> out) {
  std::size_t taken = 0;
  while (taken < out.size() && candidates_->doc() <= last && candidates_->doc() != kEnd) {
    const double tf = TfOverOr0(tf_above);
    if (tf > tf_above) out[taken++] = {candidates_->doc(), tf};
    SeekTo(candidates_->doc() + 1);
  }
  return taken;
}

// The tf on the candidate; 0 if it is known before it is counted that the page is not wanted.
double PhraseCursor::TfOverOr0(double tf_above) {
  if (tf_ > 0) return tf_;
  if (tf_above > 0 || gate_ != nullptr) {
    const double most = candidates_->MostTf();
    if (most <= tf_above) return 0;
    if (gate_ != nullptr && !gate_->Admits(candidates_->doc(), most)) return 0;
  }
  return candidates_->Tf();
}

bool PhraseCursor::Rewind() {
  candidates_->Rewind();
  tf_ = 0;
  return true;
}

Status PhraseCursor::status() const { return candidates_->status(); }

}  // namespace thresh
