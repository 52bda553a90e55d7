// Index: the posting lists as retrieval sees them. SegmentIndex reads those of a store; a test makes its own.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "common/postings.h"
#include "common/schema.h"
#include "common/status.h"
#include "common/store.h"

namespace thresh {

class Index {
 public:
  virtual ~Index() = default;
  virtual const LengthsRecord& lengths() const = 0;
  // The lists of a term; nullopt: no page has it.
  virtual Result<std::optional<TermRecord>> Term(std::string_view term) const = 0;
  // The chunks of a term's lists; null where all lists stand inline.
  virtual std::unique_ptr<ChunkReader> Chunks(std::string_view term) const = 0;
};

class SegmentIndex : public Index {
 public:
  // `segment` must outlive this.
  explicit SegmentIndex(const Segment& segment) : segment_(segment) {}
  const LengthsRecord& lengths() const override { return segment_.lengths(); }
  Result<std::optional<TermRecord>> Term(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;

 private:
  const Segment& segment_;
};

}  // namespace thresh
