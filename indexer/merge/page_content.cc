#include "indexer/merge/page_content.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace thresh {
namespace {

// The texts of a page, span by span.
struct Texts {
  std::set<std::string_view> all, content;
};

Texts TextsOf(const TextRecord& text) {
  Texts texts;
  for (const TextRecord::StoredSpan& span : text.spans) {
    texts.all.insert(span.text);
    const StoredVerdict* verdict = text.Find(span.block);
    const bool is_content = verdict == nullptr || verdict->verdict == Verdict::kProtected;
    if (is_content) texts.content.insert(span.text);
  }
  return texts;
}

bool Has(const std::set<std::string_view>& all, const std::set<std::string_view>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

Result<bool> ContentDiffers(const PageAt& before, const PageAt& after) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord old_text, ReadText(*before.segment, before.doc));
  THRESH_ASSIGN_OR_RETURN(const TextRecord new_text, ReadText(*after.segment, after.doc));
  const Texts old_texts = TextsOf(old_text), new_texts = TextsOf(new_text);
  return !Has(old_texts.all, new_texts.content) || !Has(new_texts.all, old_texts.content);
}

}  // namespace thresh
