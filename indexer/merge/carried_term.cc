#include "indexer/merge/carried_term.h"

#include <algorithm>

namespace thresh {

CarriedTerm::CarriedTerm(const StoredWordsOf& of, const std::vector<std::uint32_t>& lengths,
                         const Verdicts& verdicts, const Anchors& anchors)
    : verdicts_(verdicts), anchors_(anchors) {
  // Struck words have lists of their own there, which are made anew.
  if (verdicts.mode() == RemovalMode::kField) return;
  const LengthsRecord& before = of.segment->lengths();
  for (std::uint32_t doc = 0; doc < of.doc_of.size(); ++doc)
    as_was_.push_back(of.doc_of[doc] == doc && doc < before.docs() &&
                      std::max(before.Total(DocId(doc)), 1U) == lengths[doc]);
}

// A row that is damaged does not stay: the merge says so when it walks it.
bool CarriedTerm::Stays(std::string_view row) {
  postings_.clear();
  positions_.clear();
  if (as_was_.empty() || !row_.Read(row) || row_.lists().empty()) return false;
  for (const StoredList& list : row_.lists()) {
    if (!Take(list)) return false;
  }
  return true;
}

bool CarriedTerm::Take(const StoredList& list) {
  if (static_cast<std::size_t>(list.field) >= kOwnFieldCount || !list.last_docs.empty())
    return false;
  if (!walk_.Start(list, nullptr).ok()) return false;
  const std::size_t before = postings_.size();
  while (walk_.doc() != PostingCursor::kEnd) {
    const DocId doc(walk_.doc());
    const std::span<const std::uint32_t> positions = walk_.positions();
    if (doc.value >= as_was_.size() || !as_was_[doc.value]) return false;
    if (!Keeps(doc, list.field, positions)) return false;
    const auto seen = [doc](const Posting& posting) { return posting.doc == doc; };
    const bool first = std::none_of(postings_.begin(),
                                    postings_.begin() + static_cast<std::ptrdiff_t>(before), seen);
    postings_.push_back({doc, list.field, first, static_cast<std::uint32_t>(positions_.size()),
                         static_cast<std::uint32_t>(positions.size())});
    positions_.insert(positions_.end(), positions.begin(), positions.end());
    // One block: a step cannot fail.
    if (!walk_.Next().ok()) return false;
  }
  return true;
}

// No word of the posting is struck or says something about another page.
bool CarriedTerm::Keeps(DocId doc, Field field, std::span<const std::uint32_t> positions) const {
  if (positions.empty()) return false;
  if (field == Field::kBody) {
    const WordRange clear = verdicts_.longest_kept(doc);
    const bool is_clear = positions.front() >= clear.first && positions.back() < clear.last;
    const auto struck = [&](std::uint32_t position) {
      const std::span<const WordRange> removed = verdicts_.removed_words(doc);
      const auto range = std::partition_point(
          removed.begin(), removed.end(), [=](const WordRange& r) { return r.last <= position; });
      return range != removed.end() && range->first <= position;
    };
    if (!is_clear && std::any_of(positions.begin(), positions.end(), struck)) return false;
  }
  bool says = false;
  anchors_.ForEachSaid(doc, field, positions, [&](DocId, Field, std::uint32_t) { says = true; });
  return !says;
}

}  // namespace thresh
