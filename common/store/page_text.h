// The text of a page with the verdict that holds for each span: what `dump`, `explain` and snippets
// show, and what a comparison of detectors scores.
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
  const TextRecord::BlockVerdict* decision = nullptr;  // null for plain content
  bool glued = false;                                  // no white space before it
  std::uint32_t tokens = 0;
  bool kept() const { return verdict != Verdict::kTemplate; }
};

// The spans in document order. A protected first heading in a struck block is `protected`, not
// `template`. The record must outlive them.
std::vector<ShownSpan> ShowSpans(const TextRecord& record);

// Appends a span's text: a blank first unless it is glued to what stands there.
void JoinSpan(const ShownSpan& span, bool glued, std::string* text);

}  // namespace thresh
