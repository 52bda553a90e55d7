#include "query/export/rubble.h"

#include <cstddef>
#include <cstdint>

#include "common/text/marks.h"
#include "query/export/tag_roles.h"

namespace thresh {
namespace {

// The line of each text of the page, by number; 0 for preformatted ones.
std::vector<std::uint32_t> LinesOf(const PageElements& elements) {
  const std::vector<PageElements::Node>& nodes = elements.nodes();
  std::vector<std::uint32_t> lines, open;
  std::uint32_t line = 1;
  int preformatted = 0;
  const auto cross = [&](std::uint32_t node, int way) {
    const Role role = RoleOf(elements.kinds()[nodes[node].kind].tag);
    if (!IsInline(role)) ++line;
    if (role == Role::kPreformatted) preformatted += way;
  };
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    for (; !open.empty() && nodes[open.back()].end <= i; open.pop_back()) cross(open.back(), -1);
    if (nodes[i].kind == PageElements::kText) {
      lines.push_back(preformatted > 0 ? 0 : line);
    } else {
      cross(i, 1);
      open.push_back(i);
    }
  }
  return lines;
}

bool MayBeRubble(const ShownSpan& span) {
  return span.kept() && span.tokens == 0 && IsMarks(span.text);
}

// Whether there is a run of marks beside a struck text at all, in whatever line.
bool MayHaveRubble(const std::vector<ShownSpan>& spans) {
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    const ShownSpan &one = spans[i], &next = spans[i + 1];
    if (one.kept() != next.kept() && (one.kept() ? one : next).tokens == 0) return true;
  }
  return false;
}

}  // namespace

void StrikeRubble(const PageElements& elements, std::vector<ShownSpan>* spans) {
  if (!MayHaveRubble(*spans)) return;
  const std::vector<std::uint32_t> lines = LinesOf(elements);
  const auto line_of = [&](std::size_t i) {
    const std::size_t text = (*spans)[i].block.value;
    return text < lines.size() ? lines[text] : 0;
  };
  for (std::size_t i = 0; i < spans->size();) {
    const std::uint32_t line = line_of(i);
    std::size_t end = i;
    while (end < spans->size() && MayBeRubble((*spans)[end]) && line_of(end) == line) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const bool after_struck = i > 0 && !(*spans)[i - 1].kept();
    const bool before_struck = end < spans->size() && !(*spans)[end].kept();
    const bool is_rubble =
        line > 0 && ((after_struck && before_struck) || (after_struck && line_of(i - 1) == line) ||
                     (before_struck && line_of(end) == line));
    for (; i < end; ++i) {
      if (is_rubble) (*spans)[i].verdict = Verdict::kTemplate;
    }
  }
}

}  // namespace thresh
