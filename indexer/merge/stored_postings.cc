#include "indexer/merge/stored_postings.h"

#include <algorithm>

#include "common/postings/dictionary.h"

namespace thresh {

Status StoredPostings::Start(std::string_view term, std::string_view row) {
  lists_.clear();
  chunks_.reset();
  if (!record_.Decode(row)) return DamagedTerm(term);
  for (const FieldList& list : record_.fields) {
    if (static_cast<std::size_t>(list.field) >= kOwnFieldCount) break;
    // Most lists stand in the row.
    if (!list.chunks.empty() && !chunks_) chunks_.emplace(*of_.segment, term);
    lists_.push_back({list.field, PostingCursor(&list, chunks_ ? &*chunks_ : nullptr)});
    THRESH_RETURN_IF_ERROR(SkipLeftOut(&lists_.back().cursor));
  }
  return {};
}

// Moves on to a page that is taken over.
Status StoredPostings::SkipLeftOut(PostingCursor* cursor) const {
  while (cursor->doc() != PostingCursor::kEnd &&
         (cursor->doc() >= of_.doc_of.size() || of_.doc_of[cursor->doc()] == StoredWordsOf::kNoDoc))
    cursor->Next();
  return cursor->status();
}

Result<bool> StoredPostings::Next() {
  if (lists_.empty()) return false;
  // A page has a word in few fields. The lists stand by field, and the first of equals is taken.
  const auto least = std::min_element(
      lists_.begin(), lists_.end(),
      [](const List& a, const List& b) { return a.cursor.doc() < b.cursor.doc(); });
  if (least->cursor.doc() == PostingCursor::kEnd) return false;
  doc_ = of_.doc_of[least->cursor.doc()];
  field_ = least->field;
  THRESH_RETURN_IF_ERROR(least->cursor.Positions(&positions_));
  least->cursor.Next();
  THRESH_RETURN_IF_ERROR(SkipLeftOut(&least->cursor));
  return true;
}

}  // namespace thresh
