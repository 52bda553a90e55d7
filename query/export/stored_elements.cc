#include "query/export/stored_elements.h"

#include <string>
#include <utility>

#include "common/base/coder.h"

namespace thresh {
namespace {

Status Damaged(const std::string& what) {
  return Status(Code::kUnusable, "the store is damaged: " + what + "; run thresh-index verify");
}

}  // namespace

Result<Segment::Value> ReadHarvest(const Store& store, DocId doc) {
  const LiveSites::Place place = store.live().Of(doc);
  Segment::Value harvest;
  THRESH_ASSIGN_OR_RETURN(
      const bool found,
      store.segment(place.segment).Get(Family::kHarvest, DocKey(place.doc), &harvest));
  if (!found) return Damaged("a row of harvest is missing");
  return harvest;
}

Status StoredElements::Read(const Store& store, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(row_, ReadHarvest(store, doc));
  RecordReader in(row_.bytes());
  if (!elements_.Decode(&in)) return Damaged("the elements of a page cannot be read");
  return {};
}

}  // namespace thresh
