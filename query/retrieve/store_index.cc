#include "query/retrieve/store_index.h"

#include <utility>

#include "common/postings/dictionary.h"
#include "common/postings/statistics_file.h"

namespace thresh {

StoreIndex::StoreIndex(const Store& store, PageDates* dates, const StatisticsFile* whole,
                       double template_share)
    : store_(store), dates_(dates), whole_(whole), template_share_(template_share) {
  if (template_share > 0) weighed_ = store.lengths().Weigh(template_share);
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    owned_.push_back(std::make_unique<Part>(store, s, template_share, &last_));
    parts_.push_back(owned_.back().get());
  }
}

Result<std::optional<TermRecord>> StoreIndex::Term(std::string_view term) const {
  THRESH_ASSIGN_OR_RETURN(std::optional<FoundTerm> found, FindTerm(store_, term));
  std::vector<std::optional<TermRecord>> none(found ? 0 : parts_.size());
  last_ = {std::string(term), found ? std::move(found->rows) : std::move(none),
           std::vector<bool>(parts_.size())};
  std::optional<TermRecord> counts;
  if (found) counts = Shown(std::move(found->counts), template_share_);
  if (whole_ == nullptr) return counts;
  THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> all, whole_->Find(term));
  all = Shown(std::move(all), template_share_);
  if (counts && (!all || all->df < counts->df))
    return Status(Code::kUnusable, whole_->file() +
                                       " is of other stores: it counts fewer pages "
                                       "with '" +
                                       std::string(term) + "' than this store has");
  return all;
}

Result<std::optional<TermRecord>> StoreIndex::Part::Term(std::string_view term) const {
  const bool known = segment_ < last_.given.size() && last_.term == term && !last_.given[segment_];
  if (!known) return SegmentIndex::Term(term);
  last_.given[segment_] = true;
  return Shown(std::move(last_.rows[segment_]), template_share());
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

Result<const ChangeColumn*> StoreIndex::Changes() const {
  THRESH_CHECK(dates_ != nullptr);
  return dates_->Changes();
}

}  // namespace thresh
