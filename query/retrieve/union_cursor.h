// UnionCursor: walks the cursors of several terms or phrases as one unit, whose tf on a page is the
// sum of theirs. MakeCursor creates it for a unit with stems (stems.h); cursor.h has the contract.
// It lives as long as one search and is not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/retrieve/cursor.h"

namespace thresh {

class UnionCursor : public Cursor {
 public:
  // REQUIRES: there is a cursor, and all can be rewound.
  explicit UnionCursor(std::vector<std::unique_ptr<Cursor>> parts);

  std::uint32_t doc() const override { return doc_; }
  double tf() const override;
  void Next() override;
  void SeekTo(std::uint32_t doc) override;
  void TfsAt(std::span<const std::uint32_t> docs, double* tfs) override;
  bool Rewind() override;
  TfBounds ListBounds() const override;
  TfBounds BlockBounds(std::uint32_t doc) override;
  Status status() const override;

  // Bounds of the sum of units with these bounds.
  static TfBounds Join(std::span<const TfBounds> parts);

 private:
  void Settle();

  std::vector<std::unique_ptr<Cursor>> parts_;
  std::vector<double> tfs_;   // of one part, for TfsAt
  std::uint32_t doc_ = kEnd;  // the smallest page of all parts
};

}  // namespace thresh
