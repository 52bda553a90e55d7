#include "query/export/page_text_writer.h"

#include <vector>

#include "common/base/coder.h"
#include "common/store/page_text.h"
#include "query/export/plain_text.h"
#include "query/export/rubble.h"

namespace thresh {
namespace {

// The blocks of a store without elements are layout blocks or lines.
void WriteBlocks(const std::vector<ShownSpan>& spans, std::string* out) {
  const ShownSpan* before = nullptr;
  bool apart = false;
  for (const ShownSpan& span : spans) {
    if (span.kept()) {
      if (before != nullptr && before->block != span.block) {
        *out += '\n';
        *out += span.text;
      } else {
        JoinSpan(span, span.glued && !apart, out);
      }
      before = &span;
    }
    apart = !span.kept();
  }
}

}  // namespace

Status PageTextWriter::Write(const TextRecord& text, std::string_view harvest, std::string* out,
                             std::vector<MarkdownHeading>* headings) {
  out->clear();
  RecordReader in(harvest);
  if (!elements_.Decode(&in))
    return Status(Code::kUnusable,
                  "the store is damaged: the elements of a page cannot be read; run thresh-index "
                  "verify");
  spans_ = ShowSpans(text);
  if (elements_.nodes().empty()) {
    if (form_ == ExportText::kMarkdown)
      return Status(
          Code::kUnusable,
          "the store has no elements to make Markdown of, because its detector sees none; "
          "build it with --detector spine");
    WriteBlocks(spans_, out);
    return {};
  }
  ClearRubble(elements_, &spans_);
  if (form_ == ExportText::kPlain) {
    PlainText plain(elements_, out);
    WalkLayout(elements_, spans_, &plain);
  } else {
    MarkdownText markdown(elements_, out, headings);
    WalkLayout(elements_, spans_, &markdown);
    markdown.Finish();
  }
  return {};
}

}  // namespace thresh
