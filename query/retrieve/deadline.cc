#include "query/retrieve/deadline.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace thresh {
namespace {

class DeadlineChunks : public ChunkReader {
 public:
  DeadlineChunks(std::unique_ptr<ChunkReader> chunks, const Deadline& deadline)
      : chunks_(std::move(chunks)), deadline_(deadline) {}
  Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
    THRESH_RETURN_IF_ERROR(deadline_.Check());
    return chunks_->Postings(field, chunk);
  }
  Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
    THRESH_RETURN_IF_ERROR(deadline_.Check());
    return chunks_->Positions(field, chunk);
  }

 private:
  std::unique_ptr<ChunkReader> chunks_;
  const Deadline& deadline_;
};

}  // namespace

double Deadline::Left() const {
  if (std::isinf(milliseconds_)) return 0;
  if (!(milliseconds_ > 0)) return milliseconds_;  // for the search to refuse
  constexpr double kOver = 1e-6;                   // above 0, which would be no deadline
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start_;
  return std::max(milliseconds_ - elapsed.count(), kOver);
}

Status Deadline::Check() const {
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start_;
  if (elapsed.count() < milliseconds_) return {};
  return Status(Code::kFailed,
                "the query took longer than its deadline; ask for fewer or rarer words");
}

DeadlineIndex::DeadlineIndex(const Index& index, const Deadline& deadline)
    : index_(index), deadline_(deadline) {
  for (const Index* part : index.parts().indexes) {
    // make_unique cannot call a private constructor.
    owned_.emplace_back(new DeadlineIndex(*part, deadline));
    parts_.push_back(owned_.back().get());
  }
}

Index::Parts DeadlineIndex::parts() const { return {parts_, index_.parts().live}; }

Result<TermRow> DeadlineIndex::Term(std::string_view term) const {
  THRESH_RETURN_IF_ERROR(deadline_.Check());
  return index_.Term(term);
}

Result<std::shared_ptr<const PartRows>> DeadlineIndex::RowsOfParts(std::string_view term) const {
  THRESH_RETURN_IF_ERROR(deadline_.Check());
  return index_.RowsOfParts(term);
}

std::unique_ptr<ChunkReader> DeadlineIndex::Chunks(std::string_view term) const {
  std::unique_ptr<ChunkReader> chunks = index_.Chunks(term);
  return chunks ? std::make_unique<DeadlineChunks>(std::move(chunks), deadline_) : nullptr;
}

Status DeadlineIndex::VisitTerms(std::string_view prefix, const TermVisitor& visit) const {
  // The visitor can only stop, not fail, so the deadline's status is kept beside it.
  Status late;
  const Status visited = index_.VisitTerms(prefix, [&](std::string_view term, std::uint32_t df) {
    late = deadline_.Check();
    return late.ok() && visit(term, df);
  });
  return late.ok() ? visited : late;
}

Status DeadlineIndex::VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const {
  return index_.VisitRows(terms, [&](const std::string& term, TermRow row) -> Status {
    THRESH_RETURN_IF_ERROR(deadline_.Check());
    return visit(term, std::move(row));
  });
}

Result<DocRecord> DeadlineIndex::Page(DocId doc) const {
  THRESH_RETURN_IF_ERROR(deadline_.Check());
  return index_.Page(doc);
}

// The first call reads a column of the whole store, and no deadline may cut that short: the next
// search would have to begin it anew. So it is checked before and after.
Result<const TimeColumn*> DeadlineIndex::Times(CrawlTime time) const {
  THRESH_RETURN_IF_ERROR(deadline_.Check());
  THRESH_ASSIGN_OR_RETURN(const TimeColumn* times, index_.Times(time));
  THRESH_RETURN_IF_ERROR(deadline_.Check());
  return times;
}

}  // namespace thresh
