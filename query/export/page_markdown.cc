#include "query/export/page_markdown.h"

#include "common/base/coder.h"
#include "query/export/anchors.h"
#include "query/export/page_text_writer.h"

namespace thresh {
namespace {

Status Damaged(const std::string& what) {
  return Status(Code::kUnusable, "the store is damaged: " + what + "; run thresh-index verify");
}

Result<Segment::Value> ReadHarvest(const Store& store, DocId doc) {
  const LiveSites::Place place = store.live().Of(doc);
  Segment::Value harvest;
  THRESH_ASSIGN_OR_RETURN(
      const bool found,
      store.segment(place.segment).Get(Family::kHarvest, DocKey(place.doc), &harvest));
  if (!found) return Damaged("a row of harvest is missing");
  return harvest;
}

}  // namespace

Result<PageMarkdown> ReadPageMarkdown(const Store& store, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadKeptText(store, doc));
  THRESH_ASSIGN_OR_RETURN(const Segment::Value harvest, ReadHarvest(store, doc));
  PageMarkdown page;
  PageTextWriter writer(ExportText::kShown);
  THRESH_RETURN_IF_ERROR(writer.Write(text, harvest.bytes(), &page.text, &page.headings));
  return page;
}

Result<std::string> ReadAnchor(const Store& store, DocId doc, BlockNo block) {
  THRESH_ASSIGN_OR_RETURN(const Segment::Value harvest, ReadHarvest(store, doc));
  RecordReader in(harvest.bytes());
  PageElements elements;
  if (!elements.Decode(&in)) return Damaged("the elements of a page cannot be read");
  return std::string(AnchorOfText(elements, block.value));
}

}  // namespace thresh
