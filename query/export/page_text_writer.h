// PageTextWriter: the text of a page without its templates, plain or as Markdown. An export owns
// one for all its pages; it keeps nothing from page to page but its memory. Marks that stood
// between struck texts are left out with them, and so are permalinks (rubble.h). Not thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/page_elements.h"
#include "common/store/page_text.h"
#include "common/store/text_record.h"
#include "query/export/markdown.h"

namespace thresh {

// kShown: Markdown, or plain text where the store has no elements to make Markdown of.
enum class ExportText { kPlain, kMarkdown, kShown };

class PageTextWriter {
 public:
  explicit PageTextWriter(ExportText form) : form_(form) {}
  // Writes the text of a page to `out`, without a line end behind the last line. A store whose
  // detector sees no elements has a line for each block, and no Markdown: kUnusable. So is a
  // damaged harvest. `headings`, if not null, gets those of the Markdown.
  Status Write(const TextRecord& text, std::string_view harvest, std::string* out,
               std::vector<MarkdownHeading>* headings = nullptr);
  // Of the last page, with what was left out. They live as long as its record.
  std::span<const ShownSpan> spans() const { return spans_; }

 private:
  ExportText form_;
  PageElements elements_;
  std::vector<ShownSpan> spans_;
};

}  // namespace thresh
