#include "indexer/merge/stored_postings.h"

#include "common/postings/dictionary.h"

namespace thresh {

Status StoredPostings::Start(std::string_view term, std::string_view row) {
  lists_ = 0;
  at_ = kNowhere;
  chunks_.reset();
  if (!rows_.Read(row)) return DamagedTerm(term);
  for (const StoredList& list : rows_.lists()) {
    if (static_cast<std::size_t>(list.field) >= kOwnFieldCount) break;
    // Most lists stand in the row.
    if (!list.last_docs.empty() && !chunks_) chunks_.emplace(*of_.segment, term);
    PostingWalk& walk = walks_[lists_++];
    THRESH_RETURN_IF_ERROR(walk.Start(list, chunks_ ? &*chunks_ : nullptr));
    THRESH_RETURN_IF_ERROR(SkipLeftOut(&walk));
  }
  return {};
}

// Moves on to a page that is taken over.
Status StoredPostings::SkipLeftOut(PostingWalk* walk) const {
  while (walk->doc() != PostingCursor::kEnd &&
         (walk->doc() >= of_.doc_of.size() || of_.doc_of[walk->doc()] == StoredWordsOf::kNoDoc))
    THRESH_RETURN_IF_ERROR(walk->Next());
  return {};
}

Result<bool> StoredPostings::Next() {
  if (at_ != kNowhere) {
    THRESH_RETURN_IF_ERROR(walks_[at_].Next());
    THRESH_RETURN_IF_ERROR(SkipLeftOut(&walks_[at_]));
  }
  if (lists_ == 0) return false;
  // A page has a word in few fields. The lists stand by field, and the first of equals is taken.
  at_ = 0;
  for (std::size_t l = 1; l < lists_; ++l)
    if (walks_[l].doc() < walks_[at_].doc()) at_ = l;
  if (walks_[at_].doc() != PostingCursor::kEnd) return true;
  at_ = kNowhere;
  return false;
}

}  // namespace thresh
