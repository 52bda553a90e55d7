#include "query/retrieve/index.h"

#include <array>
#include <string>

namespace thresh {
namespace {

// Keeps the last value of each field, because ChunkReader's views stay valid until the next call of
// the same kind and field.
class SegmentChunks : public ChunkReader {
 public:
  SegmentChunks(const Segment& segment, std::string_view term) : segment_(segment), term_(term) {}
  Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
    return Read(Family::kPostings, field, chunk, &postings_);
  }
  Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
    return Read(Family::kPositions, field, chunk, &positions_);
  }

 private:
  using Values = std::array<Segment::Value, kFieldCount>;
  Result<std::string_view> Read(Family family, Field field, std::uint32_t chunk,
                                Values* values) const {
    Segment::Value& value = (*values)[static_cast<std::size_t>(field)];
    THRESH_ASSIGN_OR_RETURN(const bool found,
                            segment_.Get(family, ChunkKey(term_, field, chunk), &value));
    if (found) return value.bytes();
    return Status(Code::kUnusable, "the store is damaged: chunk " + std::to_string(chunk) +
                                       " of '" + term_ + "' is missing; run thresh-index verify");
  }

  const Segment& segment_;
  std::string term_;
  Values postings_, positions_;
};

Status DamagedTerm(std::string_view term) {
  return Status(Code::kUnusable, "the store is damaged: term '" + std::string(term) +
                                     "' cannot be decoded; run thresh-index verify");
}

}  // namespace

Result<std::optional<TermRecord>> SegmentIndex::Term(std::string_view term) const {
  Segment::Value value;
  THRESH_ASSIGN_OR_RETURN(const bool found, segment_.Get(Family::kTerms, term, &value));
  if (!found) return std::optional<TermRecord>();
  TermRecord record;
  if (!record.Decode(value.bytes())) return DamagedTerm(term);
  return std::optional<TermRecord>(std::move(record));
}

std::unique_ptr<ChunkReader> SegmentIndex::Chunks(std::string_view term) const {
  return std::make_unique<SegmentChunks>(segment_, term);
}

Status SegmentIndex::VisitTerms(std::string_view prefix, const TermVisitor& visit) const {
  const auto rows = segment_.Scan(Family::kTerms, prefix);
  for (; rows->Valid(); rows->Next()) {
    // A prefix may visit 200,000 terms, so the rest of the row is not decoded.
    std::uint32_t df = 0;
    if (!DecodeTermDf(rows->value(), &df)) return DamagedTerm(rows->key());
    if (!visit(rows->key(), df)) break;
  }
  return rows->status();
}

Result<const ChangeColumn*> SegmentIndex::Changes() const {
  THRESH_CHECK(dates_ != nullptr);
  return dates_->Changes();
}

}  // namespace thresh
