#include "query/export/page_markdown.h"

#include "query/export/anchors.h"
#include "query/export/page_text_writer.h"
#include "query/export/stored_elements.h"

namespace thresh {

Result<PageMarkdown> ReadPageMarkdown(const Store& store, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadKeptText(store, doc));
  THRESH_ASSIGN_OR_RETURN(const Segment::Value harvest, ReadHarvest(store, doc));
  PageMarkdown page;
  PageTextWriter writer(ExportText::kShown);
  THRESH_RETURN_IF_ERROR(writer.Write(text, harvest.bytes(), &page.text, &page.headings));
  return page;
}

Result<std::string> ReadAnchor(const Store& store, DocId doc, BlockNo block) {
  StoredElements stored;
  THRESH_RETURN_IF_ERROR(stored.Read(store, doc));
  return std::string(AnchorOfText(stored.elements(), block.value));
}

}  // namespace thresh
