// PhraseCursor: the cursor of a phrase or of near words, over all fields. A page has the unit if
// its words stand together in one field; a page's tf is the sum over fields of weight x
// occurrences. MakeCursor creates it; cursor.h has the contract. It lives as long as one search and
// is not thread-safe.
//
// Take and TfsAt rule most candidates out by their frequencies, without a look at positions. The
// current page is found when somebody asks for it, because neither of them needs to know it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/retrieve/cursor.h"
#include "query/retrieve/phrase_candidates.h"

namespace thresh {

class PhraseCursor : public Cursor {
 public:
  // `rows` are those of the unit's words, in their order, in an index without parts. `index` must
  // outlive the cursor. REQUIRES: the unit has two or more words.
  PhraseCursor(const QueryUnit& unit, std::vector<TermRow> rows, const Index& index,
               const FieldWeights& weights);

  std::uint32_t doc() const override;
  double tf() const override;
  void Next() override;
  void SeekTo(std::uint32_t doc) override;
  void TfsAt(std::span<const std::uint32_t> docs, double* tfs) override;
  std::size_t Take(std::uint32_t last, double tf_above, std::span<PageTf> out) override;
  void SetGate(Gate* gate) override { gate_ = gate; }
  bool Rewind() override;
  Status status() const override;
  TfBounds ListBounds() const override { return candidates_->ListBounds(); }
  TfBounds BlockBounds(std::uint32_t doc) override { return candidates_->BlockBounds(doc); }

 private:
  void Find() const;
  double TfOverOr0(double tf_above);

  // Behind a pointer, because doc(), which changes nothing that a caller can see, moves it on to
  // the current page.
  const std::unique_ptr<PhraseCandidates> candidates_;
  mutable double tf_ = 0;  // on the candidate; 0: it was not counted yet
  Gate* gate_ = nullptr;
};

}  // namespace thresh
