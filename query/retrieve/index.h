// Index: posting lists, dictionary and pages as retrieval sees them. SegmentIndex reads those of a
// store; a test makes its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

class Index {
 public:
  virtual ~Index() = default;
  virtual const LengthsRecord& lengths() const = 0;
  // The lists of a term; nullopt: no page has it.
  virtual Result<std::optional<TermRecord>> Term(std::string_view term) const = 0;
  // The chunks of a term's lists; null where all lists stand inline.
  virtual std::unique_ptr<ChunkReader> Chunks(std::string_view term) const = 0;
  // Visits the terms that begin with `prefix`, in byte order, with the number of pages that have
  // each, until the visitor returns false.
  using TermVisitor = std::function<bool(std::string_view term, std::uint32_t df)>;
  virtual Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const = 0;
  virtual Result<DocRecord> Page(DocId doc) const = 0;
  virtual const std::vector<SiteRecord>& sites() const = 0;
};

class SegmentIndex : public Index {
 public:
  // `segment` must outlive this.
  explicit SegmentIndex(const Segment& segment) : segment_(segment) {}
  const LengthsRecord& lengths() const override { return segment_.lengths(); }
  Result<std::optional<TermRecord>> Term(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override;
  Result<DocRecord> Page(DocId doc) const override { return ReadPage(segment_, doc); }
  const std::vector<SiteRecord>& sites() const override { return segment_.sites(); }

 private:
  const Segment& segment_;
};

}  // namespace thresh
