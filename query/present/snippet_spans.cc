// What of a page a snippet may show.
#include <algorithm>
#include <array>
#include <string>

#include "query/present/snippet_maker.h"

namespace thresh {
namespace {

// Between the name of a page and that of its site.
constexpr std::array<std::string_view, 9> kSeparators = {
    " - ", " | ", ": ", " \u2013 ", " \u2014 ", " \u00b7 ", " \u00bb ", " :: ", " / "};

// Whether a text is the title, or a part of it between separators.
bool IsPartOfTitle(std::string_view text, std::string_view title) {
  for (std::size_t at = title.find(text); at != std::string_view::npos;
       at = title.find(text, at + 1)) {
    const std::string_view before = title.substr(0, at), behind = title.substr(at + text.size());
    const auto ends_part = [&](std::string_view mark) { return before.ends_with(mark); };
    const auto begins_part = [&](std::string_view mark) { return behind.starts_with(mark); };
    if ((before.empty() || std::any_of(kSeparators.begin(), kSeparators.end(), ends_part)) &&
        (behind.empty() || std::any_of(kSeparators.begin(), kSeparators.end(), begins_part)))
      return true;
  }
  return false;
}

// The spans up to the end of a heading that repeats the title; 0: there is none. A heading may be
// several spans long.
std::size_t EndOfTitle(std::span<const ShownSpan> page, std::string_view title) {
  std::size_t end = 0;
  std::string text;
  for (std::size_t i = 0; i < page.size() && text.size() < title.size(); ++i) {
    if (!page[i].kept()) {
      // Struck text may stand in front of the heading and not inside it.
      if (text.empty()) continue;
      break;
    }
    JoinSpan(page[i], page[i].glued, &text);
    if (IsPartOfTitle(text, title)) end = i + 1;
  }
  return end;
}

}  // namespace

std::vector<ShownSpan> SnippetSpans(std::span<const ShownSpan> page, std::string_view title) {
  std::size_t begin = title.empty() ? 0 : EndOfTitle(page, title);
  // A page that has no other words shows its heading.
  const auto has_words = [](const ShownSpan& span) { return span.kept() && span.tokens > 0; };
  const auto rest = page.subspan(begin);
  if (std::none_of(rest.begin(), rest.end(), has_words)) begin = 0;
  std::vector<ShownSpan> spans;
  for (std::size_t i = begin; i < page.size();) {
    // A run of marks counts as one: what stands before and behind it says what it was.
    std::size_t end = i;
    while (end < page.size() && page[end].kept() && page[end].tokens == 0) ++end;
    const bool rubble = (i > 0 && !page[i - 1].kept()) || (end < page.size() && !page[end].kept());
    if (!rubble)
      spans.insert(spans.end(), page.begin() + static_cast<std::ptrdiff_t>(i),
                   page.begin() + static_cast<std::ptrdiff_t>(end));
    if (end < page.size()) spans.push_back(page[end++]);
    i = end;
  }
  return spans;
}

}  // namespace thresh
