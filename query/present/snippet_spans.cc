// What of a page a snippet may show.
#include <algorithm>
#include <array>
#include <string>

#include "common/base/ascii.h"
#include "common/text/marks.h"
#include "query/present/snippet_maker.h"

namespace thresh {
namespace {

// Between the name of a page and that of its site.
constexpr std::array<std::string_view, 9> kSeparators = {
    " - ", " | ", ": ", " \u2013 ", " \u2014 ", " \u00b7 ", " \u00bb ", " :: ", " / "};

// Whether a text is the title, or a part of it between separators. Both in lower case.
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
    if (IsPartOfTitle(LowerAscii(text), title)) end = i + 1;
  }
  return end;
}

// Whether the spans are all that a block keeps.
bool StandAlone(std::span<const ShownSpan> page, std::size_t first, std::size_t last) {
  const auto apart = [&](std::size_t a, std::size_t b) {
    return !page[a].kept() || !page[b].kept() || page[a].block != page[b].block;
  };
  return (first == 0 || apart(first - 1, first)) && (last == page.size() || apart(last - 1, last));
}

// The end of spans from `first` on that repeat most of the title: as a block of their own, or in as
// many words as no sentence has by chance. `first`: there are none.
std::size_t EndOfRepeat(std::span<const ShownSpan> page, std::size_t first,
                        std::string_view title) {
  constexpr std::size_t kMostSpans = 8;
  constexpr std::uint32_t kManyWords = 4;
  std::string text;
  std::uint32_t words = 0;
  std::size_t end = first;
  for (std::size_t i = first; i < std::min(page.size(), first + kMostSpans); ++i) {
    if (!page[i].kept() || text.size() + page[i].text.size() > title.size()) break;
    JoinSpan(page[i], page[i].glued, &text);
    text = LowerAscii(text);
    words += page[i].tokens;
    if (title.find(text) == std::string_view::npos) break;
    if (2 * text.size() < title.size() || !IsPartOfTitle(text, title)) continue;
    if (words >= kManyWords || StandAlone(page, first, i + 1)) end = i + 1;
  }
  return end;
}

// The page with what repeats the title struck.
std::vector<ShownSpan> StrikeTitle(std::span<const ShownSpan> page, const std::string& title) {
  constexpr std::size_t kLongest = 300;      // bytes; a longer one is no name that a page repeats
  constexpr std::size_t kSpansRead = 20000;  // so that no page takes long
  std::vector<ShownSpan> spans(page.begin(), page.end());
  if (title.empty()) return spans;
  const std::size_t begin = EndOfTitle(page, title);
  for (std::size_t i = begin; i < std::min(page.size(), kSpansRead) && title.size() <= kLongest;) {
    const std::size_t end = page[i].tokens == 0 ? i : EndOfRepeat(page, i, title);
    for (std::size_t at = i; at < end; ++at) spans[at].verdict = Verdict::kTemplate;
    i = std::max(end, i + 1);
  }
  // What stands before the first words is no text that was left out.
  spans.erase(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(begin));
  return spans;
}

}  // namespace

std::vector<ShownSpan> SnippetSpans(std::span<const ShownSpan> all, std::string_view title) {
  std::vector<ShownSpan> page = StrikeTitle(all, LowerAscii(title));
  // A page that has no other words shows its heading.
  const auto has_words = [](const ShownSpan& span) { return span.kept() && span.tokens > 0; };
  if (std::none_of(page.begin(), page.end(), has_words)) page.assign(all.begin(), all.end());
  std::vector<ShownSpan> spans;
  for (std::size_t i = 0; i < page.size();) {
    // A run of marks counts as one: what stands before and behind it says what it was.
    std::size_t end = i;
    while (end < page.size() && page[end].kept() && page[end].tokens == 0) ++end;
    const bool rubble = (i > 0 && !page[i - 1].kept()) ||
                        (end < page.size() && !page[end].kept()) ||
                        (end == i + 1 && IsPermalinkSign(page[i].text));
    if (!rubble)
      spans.insert(spans.end(), page.begin() + static_cast<std::ptrdiff_t>(i),
                   page.begin() + static_cast<std::ptrdiff_t>(end));
    if (end < page.size()) spans.push_back(page[end++]);
    i = end;
  }
  return spans;
}

}  // namespace thresh
