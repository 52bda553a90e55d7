#include "query/export/rubble.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/store/tag_names.h"
#include "common/text/marks.h"
#include "query/export/tag_roles.h"

namespace thresh {
namespace {

// Where a text node stands.
struct Place {
  std::uint32_t line = 0;  // 0: it is preformatted
  bool is_link = false;    // it is a child of a link
};

std::vector<Place> PlacesOf(const PageElements& elements) {
  const std::vector<PageElements::Node>& nodes = elements.nodes();
  const auto tag_of = [&](std::uint32_t node) { return elements.kinds()[nodes[node].kind].tag; };
  std::vector<Place> places;
  std::vector<std::uint32_t> open;
  std::uint32_t line = 1;
  int preformatted = 0;
  const auto cross = [&](std::uint32_t node, int way) {
    const Role role = RoleOf(tag_of(node));
    if (!IsInline(role)) ++line;
    if (role == Role::kPreformatted) preformatted += way;
  };
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    for (; !open.empty() && nodes[open.back()].end <= i; open.pop_back()) cross(open.back(), -1);
    if (nodes[i].kind != PageElements::kText) {
      cross(i, 1);
      open.push_back(i);
      continue;
    }
    const std::uint32_t tag = open.empty() ? kTagNames.size() : tag_of(open.back());
    places.push_back(
        {preformatted > 0 ? 0 : line, tag < kTagNames.size() && kTagNames[tag] == "a"});
  }
  return places;
}

class Rubble {
 public:
  Rubble(const PageElements& elements, std::vector<ShownSpan>* spans)
      : places_(PlacesOf(elements)), spans_(*spans) {}

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
      const std::uint32_t line = LineOf(begin);
      for (end = begin; end < spans_.size() && IsMark(end) && LineOf(end) == line;) ++end;
      const bool after = begin > 0 && !spans_[begin - 1].kept();
      const bool before = end < spans_.size() && !spans_[end].kept();
      const bool is_rubble =
          line > 0 && ((after && before) || (after && LineOf(begin - 1) == line) ||
                       (before && LineOf(end) == line));
      for (std::size_t i = begin; i < end && is_rubble; ++i) spans_[i].verdict = Verdict::kTemplate;
    }
  }

 private:
  Place PlaceOf(std::size_t span) const {
    const std::size_t text = spans_[span].block.value;
    return text < places_.size() ? places_[text] : Place();
  }
  std::uint32_t LineOf(std::size_t span) const { return PlaceOf(span).line; }
  bool IsMark(std::size_t i) const {
    return spans_[i].kept() && spans_[i].tokens == 0 && IsMarks(spans_[i].text);
  }
  // `before` spans are left of those before it.
  bool IsPermalink(std::size_t i, std::size_t before) const {
    if (spans_[i].tokens > 0 || !spans_[i].kept()) return false;
    const Place place = PlaceOf(i);
    if (!place.is_link || place.line == 0) return false;
    if (spans_[i].text != "#" && !IsPermalinkSign(spans_[i].text)) return false;
    return (before > 0 && LineOf(before - 1) == place.line) ||
           (i + 1 < spans_.size() && LineOf(i + 1) == place.line);
  }

  const std::vector<Place> places_;
  std::vector<ShownSpan>& spans_;
};

}  // namespace

void StrikeRubble(const PageElements& elements, std::vector<ShownSpan>* spans) {
  const auto is_mark = [](const ShownSpan& span) { return span.kept() && span.tokens == 0; };
  if (std::ranges::none_of(*spans, is_mark)) return;
  Rubble rubble(elements, spans);
  rubble.Erase();
  rubble.Strike();
}

}  // namespace thresh
