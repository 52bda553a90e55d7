// TermCursor: the union of the lists of a word's fields. A page's tf is the sum over its fields.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "query/retrieve/cursor.h"

namespace thresh {

class TermCursor : public Cursor {
 public:
  // `chunks` may be null where all lists stand inline.
  TermCursor(TermRecord record, std::unique_ptr<ChunkReader> chunks, const FieldWeights& weights);

  std::uint32_t doc() const override { return doc_; }
  double tf() const override;
  void Next() override;
  void SeekTo(std::uint32_t doc) override;
  void SkipLight(double tf_most, std::uint32_t last) override;
  Status status() const override;
  TfBounds ListBounds() const override;
  TfBounds BlockBounds(std::uint32_t doc) override;

 private:
  struct Part {
    const FieldList* list;
    PostingCursor cursor;
    double weight;
  };
  void Settle();

  TermRecord record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<Part> parts_;
  std::uint32_t doc_ = kEnd;
};

}  // namespace thresh
