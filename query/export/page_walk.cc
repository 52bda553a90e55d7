#include "query/export/page_walk.h"

#include <optional>

namespace thresh {
namespace {

Status Damaged(const std::string& what) {
  return Status(Code::kUnusable, "the store is damaged: " + what + "; run thresh-index verify");
}

}  // namespace

// Where the walk goes on in another segment.
void PageWalk::Enter(const LiveSites::Stretch& stretch) {
  const Segment& segment = store_.segment(stretch.segment);
  const std::string first = DocKey(DocId(stretch.first_in_segment + next_ - stretch.first));
  docs_ = segment.ScanFrom(Family::kDocs, first);
  texts_ = segment.ScanFrom(Family::kText, first);
  harvest_ = segment.ScanFrom(Family::kHarvest, first);
  segment_ = stretch.segment;
  first_ = stretch.first;
  first_in_segment_ = stretch.first_in_segment;
  end_ = stretch.end();
}

Status PageWalk::Check(const Segment::Rows& rows, const std::string& key, std::string_view family) {
  THRESH_RETURN_IF_ERROR(rows.status());
  if (rows.Valid() && rows.key() == key) return {};
  return Damaged("a row of " + std::string(family) + " is missing");
}

void PageWalk::StartAt(std::uint32_t number) {
  const LiveSites& live = store_.live();
  stretch_ = static_cast<std::size_t>(&live.StretchOf(DocId(number)) - live.stretches().data());
  next_ = end_ = number;  // an end makes Next() enter the stretch
}

Result<bool> PageWalk::Next() {
  if (next_ == store_.docs()) return false;
  if (next_ == end_) {
    Enter(store_.live().stretches()[stretch_++]);
  } else {
    for (Rows* rows : {&docs_, &texts_, &harvest_}) (*rows)->Next();
  }
  const DocId in_segment(first_in_segment_ + next_ - first_);
  const std::string key = DocKey(in_segment);
  THRESH_RETURN_IF_ERROR(Check(*docs_, key, "docs"));
  THRESH_RETURN_IF_ERROR(Check(*texts_, key, "text"));
  THRESH_RETURN_IF_ERROR(Check(*harvest_, key, "harvest"));
  if (!doc_.Decode(docs_->value()) || !text_.Decode(texts_->value()))
    return Damaged("page " + std::to_string(next_) + " cannot be read");
  const std::optional<SiteId> site = store_.live().InStore(segment_, doc_.site);
  if (!site) return Damaged("page " + std::to_string(next_) + " names no site");
  host_ = &store_.sites()[site->value].host;
  if (struck_) {
    THRESH_ASSIGN_OR_RETURN(const bool whole, PutSharedTexts(store_.segment(segment_), &text_));
    if (!whole) return Damaged("page " + std::to_string(next_) + " names texts that are missing");
  }
  ++next_;
  return true;
}

}  // namespace thresh
