// DeadlineIndex: an index that answers until a point in time and fails from then on. Whatever walks
// its lists then ends with an error, so that no algorithm needs to know about time. The clock is
// read for each term and each chunk of a list, not for each page. Searcher uses it for --deadline.
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "query/retrieve/index.h"

namespace thresh {

// The time starts with the object.
class Deadline {
 public:
  explicit Deadline(double milliseconds) : milliseconds_(milliseconds) {}
  // That of SearchOptions, where 0 is none.
  static Deadline Of(double milliseconds) {
    return Deadline(milliseconds == 0 ? std::numeric_limits<double>::infinity() : milliseconds);
  }
  // kFailed once the time is over.
  Status Check() const;
  // The milliseconds that are left, for a search that is a part of an answer; 0: none.
  double Left() const;

 private:
  double milliseconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class DeadlineIndex : public Index {
 public:
  // `index` must outlive this, and this must outlive the chunk readers that it gives.
  DeadlineIndex(const Index& index, double milliseconds)
      : DeadlineIndex(index, Deadline(milliseconds)) {}
  Parts parts() const override;
  const StatisticsFile* whole() const override { return index_.whole(); }
  const LengthsRecord& lengths() const override { return index_.lengths(); }
  double template_share() const override { return index_.template_share(); }
  Result<TermRow> Term(std::string_view term) const override;
  Result<std::shared_ptr<const PartRows>> RowsOfParts(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override;
  Status VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const override;
  Result<std::vector<DocId>> Named(std::uint64_t name) const override { return index_.Named(name); }
  Result<DocRecord> Page(DocId doc) const override;
  const std::vector<SiteRecord>& sites() const override { return index_.sites(); }
  Result<const TimeColumn*> Times(CrawlTime time) const override;

 private:
  DeadlineIndex(const Index& index, const Deadline& deadline);
  const Index& index_;
  Deadline deadline_;
  // The parts of the index, each with the same deadline.
  std::vector<std::unique_ptr<const DeadlineIndex>> owned_;
  std::vector<const Index*> parts_;
};

}  // namespace thresh
