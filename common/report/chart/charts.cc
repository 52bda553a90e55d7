#include "common/report/chart/charts.h"

#include <algorithm>
#include <cmath>

#include "common/base/check.h"
#include "common/cli/table.h"
#include "common/report/chart/svg.h"

namespace thresh {
namespace {

// A picture that is saved alone has no style sheet, so every colour has a fallback.
constexpr std::string_view kKept = "var(--kept, #2a9d5c)";
constexpr std::string_view kGone = "var(--gone, #d1495b)";
constexpr std::string_view kPale = "var(--pale, #8fb7a3)";
constexpr std::string_view kMuted = "var(--muted, #808080)";

// Narrow enough for a telephone.
constexpr double kWidth = 360;
constexpr double kLetter = 7;  // of 12 px type, on the wide side

// Labels are short, because they have little room to the left of the axis.
std::string TickLabel(double tick) {
  if (tick >= 1e6) return Decimal(tick / 1e6, 1) + "M";
  if (tick >= 1e4) return Decimal(tick / 1e3, 0) + "k";
  return tick >= 1e3 ? Decimal(tick, 0) : Pixels(tick);
}

// One edge in how many gets a name, so that names do not touch. Steps are those that people count
// by.
std::size_t LabelStep(const std::vector<std::string>& edges, double column) {
  std::size_t longest = 0;
  for (const std::string& edge : edges) longest = std::max(longest, DisplayWidth(edge));
  const double room = (static_cast<double>(longest) + 1) * kLetter;
  for (const std::size_t step : {1U, 2U, 4U, 5U, 10U}) {
    if (static_cast<double>(step) * column >= room) return step;
  }
  // Where no step leaves room, only the first edge and the last one get a name.
  return std::max<std::size_t>(edges.size() - 1, 1);
}

// A bar of less than a pixel would look like none.
double Length(double length) { return length > 0 ? std::max(length, 1.0) : 0; }

// Without preserveAspectRatio=none a bar would not stretch to the width of its cell.
Markup CellPicture(const std::string& note, const Markup& shapes) {
  return El("svg",
            {{"viewBox", "0 0 100 10"},
             {"preserveAspectRatio", "none"},
             {"class", "bar"},
             {"role", "img"}},
            El("title", {}, note), shapes);
}

// The numbers come from a file, so a part may claim to be larger than its whole.
double Part(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) * 100 : 0;
}

}  // namespace

Markup HistogramChart(const Histogram& h) {
  THRESH_CHECK(h.edges.size() == h.counts.size() + 1);
  constexpr double kHeight = 200, kLeft = 40, kRight = 340, kTop = 20, kBottom = 160;
  const std::uint64_t most =
      h.counts.empty() ? 0 : *std::max_element(h.counts.begin(), h.counts.end());
  // A scale from 0 to 0 would divide by 0.
  const Scale y{0, std::max(static_cast<double>(most), 1.0), kBottom, kTop};
  const double column =
      (kRight - kLeft) / static_cast<double>(std::max<std::size_t>(h.counts.size(), 1));
  const auto edge = [&](std::size_t i) { return kLeft + column * static_cast<double>(i); };
  Markup out;
  // Counts are whole numbers, so a step is at least 1.
  for (const double tick : Ticks(y, 1)) {
    out.Add(SvgRule(kLeft, y(tick), kRight, y(tick)));
    out.Add(SvgText(kLeft - 6, y(tick) + 4, TickLabel(tick), "end", kMuted));
  }
  for (std::size_t i = 0; i < h.counts.size(); ++i) {
    const double height = Length(kBottom - y(static_cast<double>(h.counts[i])));
    // Two units between columns keep them apart.
    out.Add(SvgBox({edge(i) + 1, kBottom - height, column - 2, height}, kKept,
                   h.edges[i] + " \u2013 " + h.edges[i + 1] + ": " + Thousands(h.counts[i])));
  }
  const std::size_t step = LabelStep(h.edges, column);
  for (std::size_t i = 0; i < h.edges.size(); i += step) {
    out.Add(SvgRule(edge(i), kBottom, edge(i), kBottom + 4));
    out.Add(SvgText(edge(i), kBottom + 17, h.edges[i], "middle", kMuted));
  }
  out.Add(SvgText((kLeft + kRight) / 2, kBottom + 34, h.x_title, "middle", kMuted));
  // Above the axis and not above its labels: that of the highest line stands there.
  out.Add(SvgText(kLeft, 12, h.y_title, "start", kMuted));
  return SvgPicture(kWidth, kHeight, h.title, out);
}

Markup TimelineChart(const Timeline& timeline) {
  // Names stand to the left of 90. The seconds stand behind the longest bar, to the right of 300.
  constexpr double kLeft = 90, kRight = 300, kTop = 4, kRow = 18;
  double end = 0;
  for (const Timeline::Row& row : timeline.rows) end = std::max(end, row.begin_s + row.length_s);
  const Scale x{0, end > 0 ? end : 1, kLeft, kRight};
  const double bottom = kTop + kRow * static_cast<double>(timeline.rows.size());
  Markup out;
  for (const double tick : Ticks(x)) {
    out.Add(SvgRule(x(tick), kTop, x(tick), bottom + 4));
    out.Add(SvgText(x(tick), bottom + 17, TickLabel(tick), "middle", kMuted));
  }
  double top = kTop;
  for (const Timeline::Row& row : timeline.rows) {
    const double width = Length(x(row.length_s) - kLeft);
    const std::string seconds = Decimal(row.length_s, 2) + " s";
    out.Add(SvgText(row.part ? 14 : 2, top + 13, row.name, "start", kMuted));
    out.Add(SvgBox({x(row.begin_s), top + 3, width, kRow - 6}, row.part ? kPale : kKept,
                   row.name + ": " + seconds));
    out.Add(SvgText(x(row.begin_s) + width + 5, top + 13, seconds, "start", kMuted));
    top += kRow;
  }
  out.Add(SvgText((kLeft + kRight) / 2, bottom + 34, timeline.x_title, "middle", kMuted));
  return SvgPicture(kWidth, bottom + 40, timeline.title, out);
}

Markup ShareBar(double part, double whole, const std::string& note) {
  const double gone = Part(part, whole);
  return CellPicture(
      note, Join(SvgBox({0, 0, 100 - gone, 10}, kKept), SvgBox({100 - gone, 0, gone, 10}, kGone)));
}

Markup PairBar(double before, double after, double longest, const std::string& note) {
  return CellPicture(note, Join(SvgBox({0, 0, Part(before, longest), 4.5}, kPale),
                                SvgBox({0, 5.5, Part(after, longest), 4.5}, kKept)));
}

}  // namespace thresh
