// TermCursor: the cursor of a single word, over the union of the posting lists of its fields. A
// page's tf is the sum over its fields. MakeCursor creates it; cursor.h has the contract. It lives
// as long as one search and is not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/retrieve/cursor.h"

namespace thresh {

class TermCursor : public Cursor {
 public:
  // `chunks` may be null if all postings of the record stand inline in it. A field of weight 0 is
  // never opened.
  TermCursor(TermRow record, std::unique_ptr<ChunkReader> chunks, const FieldWeights& weights);

  std::uint32_t doc() const override { return doc_; }
  double tf() const override;
  void Next() override;
  void SeekTo(std::uint32_t doc) override;
  void TfsAt(std::span<const std::uint32_t> docs, double* tfs) override;
  std::size_t Take(std::uint32_t last, double tf_above, std::span<PageTf> out) override;
  bool Rewind() override;
  Status status() const override;
  TfBounds ListBounds() const override;
  TfBounds BlockBounds(std::uint32_t doc) override;

  // The ListBounds of a cursor over these lists, without one.
  static TfBounds BoundsOf(std::span<const PartRows::ListBound> lists, const FieldWeights& weights);

 private:
  // The list of one field.
  struct Part {
    const FieldList* list;  // in *record_
    PostingCursor cursor;
    double weight;
  };
  static bool MayHave(const Part& part, std::uint32_t first, std::uint32_t last);
  void Settle();
  void TakeShared(PageTf* page);
  std::size_t TakeFrom(Part* part, std::uint32_t until, double tf_above, std::span<PageTf> out);

  const TermRow record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<Part> parts_;
  std::uint32_t doc_ = kEnd;  // the smallest page of all parts
};

}  // namespace thresh
