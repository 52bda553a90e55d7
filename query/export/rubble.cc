#include "query/export/rubble.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/store/tag_names.h"
#include "common/text/marks.h"
#include "query/export/tag_roles.h"

namespace thresh {
namespace {

class Rubble {
 public:
  Rubble(const PageElements& elements, std::vector<ShownSpan>* spans)
      : elements_(elements), nodes_(elements.nodes()), spans_(*spans) {
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
      if (nodes_[i].kind == PageElements::kText) texts_.push_back(i);
    }
  }

  void Erase() {
    std::size_t left = 0;
    for (std::size_t i = 0; i < spans_.size(); ++i) {
      const bool is_permalink = IsPermalink(i, left);
      if (!is_permalink) spans_[left++] = spans_[i];
    }
    spans_.resize(left);
  }

  void Strike() {
    for (std::size_t begin = 0, end = 0; begin < spans_.size(); begin = std::max(end, begin + 1)) {
      for (end = begin; end < spans_.size() && IsMark(end); ++end) {
        if (end > begin && !InOneLine(end - 1, end)) break;
      }
      const bool after = begin > 0 && !spans_[begin - 1].kept();
      const bool before = end < spans_.size() && !spans_[end].kept();
      if (end == begin || !(after || before) || IsPreformatted(begin)) continue;
      const bool is_rubble = (after && before) || (after && InOneLine(begin - 1, begin)) ||
                             (before && InOneLine(end - 1, end));
      for (std::size_t i = begin; i < end && is_rubble; ++i) spans_[i].verdict = Verdict::kTemplate;
    }
  }

 private:
  // 0 for a text that is not of the page.
  std::uint32_t NodeOf(const ShownSpan& span) const {
    return span.block.value < texts_.size() ? texts_[span.block.value] : 0;
  }
  std::uint32_t TagOf(std::uint32_t node) const { return elements_.kinds()[nodes_[node].kind].tag; }
  bool IsMark(std::size_t i) const {
    return spans_[i].kept() && spans_[i].tokens == 0 && IsMarks(spans_[i].text);
  }
  bool IsPreformatted(std::size_t i) const {
    for (std::uint32_t at = nodes_[NodeOf(spans_[i])].parent; at > 0; at = nodes_[at].parent) {
      if (RoleOf(TagOf(at)) == Role::kPreformatted) return true;
    }
    return false;
  }
  bool IsLink(std::size_t i) const {
    const std::uint32_t parent = nodes_[NodeOf(spans_[i])].parent;
    const std::uint32_t tag = parent > 0 ? TagOf(parent) : kTagNames.size();
    return tag < kTagNames.size() && kTagNames[tag] == "a";
  }
  // Whether no line ends between two texts, the one before the other.
  bool InOneLine(std::size_t one, std::size_t other) const {
    const std::uint32_t begin = NodeOf(spans_[one]), end = NodeOf(spans_[other]);
    if (begin == 0 || end == 0) return false;
    for (std::uint32_t i = begin + 1; i < end; ++i) {
      if (nodes_[i].kind != PageElements::kText && !IsInline(RoleOf(TagOf(i)))) return false;
    }
    for (std::uint32_t at = nodes_[begin].parent; at > 0 && nodes_[at].end <= end;
         at = nodes_[at].parent) {
      if (!IsInline(RoleOf(TagOf(at)))) return false;
    }
    return true;
  }
  // `left` spans are left of those before it.
  bool IsPermalink(std::size_t i, std::size_t left) const {
    const ShownSpan& span = spans_[i];
    if (span.tokens > 0 || !span.kept()) return false;
    if (span.text != "#" && !IsPermalinkSign(span.text)) return false;
    if (!IsLink(i) || IsPreformatted(i)) return false;
    return (left > 0 && InOneLine(left - 1, i)) || (i + 1 < spans_.size() && InOneLine(i, i + 1));
  }

  const PageElements& elements_;
  const std::vector<PageElements::Node>& nodes_;
  std::vector<ShownSpan>& spans_;
  std::vector<std::uint32_t> texts_;  // nodes, by the number of the text
};

}  // namespace

void ClearRubble(const PageElements& elements, std::vector<ShownSpan>* spans) {
  const auto is_mark = [](const ShownSpan& span) { return span.kept() && span.tokens == 0; };
  if (std::ranges::none_of(*spans, is_mark)) return;
  Rubble rubble(elements, spans);
  rubble.Erase();
  rubble.Strike();
}

}  // namespace thresh
