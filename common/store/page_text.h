// The text of a page with the verdict on each span. `dump`, `explain` and snippets show it, and the
// comparison of detectors scores it. Pure functions, safe on any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/schema.h"

namespace thresh {

std::string_view VerdictName(Verdict verdict);

struct ShownSpan {
  std::string_view text;
  BlockNo block;
  Verdict verdict = Verdict::kContent;
  const StoredVerdict* stored = nullptr;  // null for plain content
  bool glued = false;                     // no white space before it
  std::uint32_t tokens = 0;
  bool kept() const { return verdict != Verdict::kTemplate; }
};

// The spans in document order. A first heading that was protected inside a struck block has the
// verdict `protected`. The record must outlive the spans.
std::vector<ShownSpan> ShowSpans(const TextRecord& record);

// Appends the text of a span, with a blank before it unless it is glued or the first.
void JoinSpan(const ShownSpan& span, bool glued, std::string* text);

}  // namespace thresh
