#include "query/retrieve/store_index.h"

#include <utility>

#include "common/postings/dictionary.h"
#include "common/postings/statistics_file.h"

namespace thresh {

StoreIndex::StoreIndex(const Store& store, PageDates* dates, const StatisticsFile* whole,
                       double template_share)
    : store_(store), dates_(dates), whole_(whole), template_share_(template_share) {
  if (template_share > 0) weighed_ = store.lengths().Weigh(template_share);
  const auto chunks = std::make_shared<KeptChunks>();
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    owned_.push_back(std::make_unique<Part>(store, s, template_share, &rows_, chunks));
    parts_.push_back(owned_.back().get());
  }
}

Result<TermRow> StoreIndex::Term(std::string_view term) const {
  THRESH_ASSIGN_OR_RETURN(const auto rows, RowsOfParts(term));
  return rows->counts;
}

Result<std::shared_ptr<const PartRows>> StoreIndex::RowsOfParts(std::string_view term) const {
  if (const auto* kept = rows_.Find(term)) return *kept;
  THRESH_ASSIGN_OR_RETURN(PartRows rows, ReadRows(term));
  const std::size_t bytes = BytesOf(rows);
  return rows_.Keep(term, std::make_shared<const PartRows>(std::move(rows)), bytes);
}

Result<PartRows> StoreIndex::ReadRows(std::string_view term) const {
  THRESH_ASSIGN_OR_RETURN(std::optional<FoundTerm> found, FindTerm(store_, term));
  PartRows rows;
  if (found) rows.counts = Shown(std::move(found->counts), template_share_);
  for (std::size_t s = 0; s < parts_.size(); ++s)
    rows.Add(found ? Shown(std::move(found->rows[s]), template_share_) : nullptr);
  if (whole_ == nullptr) return rows;
  THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> found_in_all, whole_->Find(term));
  TermRow all = Shown(std::move(found_in_all), template_share_);
  if (rows.counts && (!all || all->df < rows.counts->df))
    return Status(Code::kUnusable, whole_->file() +
                                       " is of other stores: it counts fewer pages "
                                       "with '" +
                                       std::string(term) + "' than this store has");
  rows.counts = std::move(all);
  return rows;
}

Result<TermRow> StoreIndex::Part::Term(std::string_view term) const {
  const auto* const kept = rows_.Find(term);
  return kept == nullptr ? ReadRow(term) : (*kept)->of[segment_];
}

// The lists stand in the parts.
std::unique_ptr<ChunkReader> StoreIndex::Chunks(std::string_view) const {
  THRESH_CHECK(false);
  return nullptr;
}

Status StoreIndex::VisitTerms(std::string_view prefix, const TermVisitor& visit) const {
  return whole_ ? whole_->VisitTerms(prefix, visit, template_share_)
                : thresh::VisitTerms(store_, prefix, visit, template_share_);
}

Result<std::vector<std::string>> StoreIndex::Spellings(std::string_view plain) const {
  if (const auto* kept = spellings_.Find(plain)) return *kept;
  THRESH_ASSIGN_OR_RETURN(std::vector<std::string> words, Index::Spellings(plain));
  const std::size_t bytes = BytesOf(words);
  return spellings_.Keep(plain, std::move(words), bytes);
}

Result<const TimeColumn*> StoreIndex::Times(CrawlTime time) const {
  THRESH_CHECK(dates_ != nullptr);
  return dates_->Times(time);
}

}  // namespace thresh
