#include "common/store/page_text.h"

namespace thresh {

std::string_view VerdictName(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

std::vector<ShownSpan> ShowSpans(const TextRecord& record) {
  std::vector<ShownSpan> shown;
  shown.reserve(record.spans.size());
  std::uint32_t position = 0;
  for (const TextRecord::StoredSpan& span : record.spans) {
    ShownSpan out{.text = span.text,
                  .block = span.block,
                  .stored = record.Find(span.block),
                  .glued = span.glued,
                  .tokens = span.tokens};
    const std::uint32_t end = position + span.tokens;
    // The whole span must lie in the heading. A span without words covers no position, so it could
    // not be told from its neighbours.
    const bool heading =
        position >= record.heading_first && end <= record.heading_last && span.tokens > 0;
    if (out.stored != nullptr) out.verdict = out.stored->verdict;
    // Only struck texts are shared, so their verdict is known without reading their row.
    if (span.shared.count > 0) out.verdict = Verdict::kTemplate;
    if (out.verdict == Verdict::kTemplate && heading) out.verdict = Verdict::kProtected;
    position = end;
    shown.push_back(out);
  }
  return shown;
}

void JoinSpan(const ShownSpan& span, bool glued, std::string* text) {
  if (!text->empty() && !glued) *text += ' ';
  *text += span.text;
}

}  // namespace thresh
