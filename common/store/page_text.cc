#include "common/store/page_text.h"

#include <algorithm>

namespace thresh {

std::string_view VerdictName(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

namespace {

// Finds the verdict of one span after the other. Nearly all spans stand in the order of their
// blocks, so the verdict is the one that was found last, or the next one, or there is none.
class VerdictFinder {
 public:
  explicit VerdictFinder(const std::vector<StoredVerdict>& verdicts)
      : verdicts_(verdicts), at_(verdicts.begin()) {}

  // Null for plain content.
  const StoredVerdict* Find(BlockNo block) {
    if (at_ != verdicts_.end() && at_->block < block) ++at_;
    const bool before_is_less = at_ == verdicts_.begin() || (at_ - 1)->block < block;
    const bool here_is_less = at_ != verdicts_.end() && at_->block < block;
    if (!before_is_less || here_is_less)
      at_ = std::ranges::lower_bound(verdicts_, block, {}, &StoredVerdict::block);
    return at_ != verdicts_.end() && at_->block == block ? &*at_ : nullptr;
  }

 private:
  const std::vector<StoredVerdict>& verdicts_;
  std::vector<StoredVerdict>::const_iterator at_;
};

}  // namespace

std::vector<ShownSpan> ShowSpans(const TextRecord& record) {
  std::vector<ShownSpan> shown;
  shown.reserve(record.spans.size());
  VerdictFinder verdicts(record.verdicts);
  std::uint32_t position = 0;
  for (const TextRecord::StoredSpan& span : record.spans) {
    // Filled in its place: a copy of fields that were just written waits for each of them.
    ShownSpan& out = shown.emplace_back();
    out.text = span.text;
    out.block = span.block;
    out.stored = verdicts.Find(span.block);
    out.glued = span.glued;
    out.tokens = span.tokens;
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
  }
  return shown;
}

void JoinSpan(const ShownSpan& span, bool glued, std::string* text) {
  if (!text->empty() && !glued) *text += ' ';
  *text += span.text;
}

}  // namespace thresh
