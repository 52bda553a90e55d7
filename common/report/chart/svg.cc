#include "common/report/chart/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace thresh {

Scale RoomyScale(double low, double high, double begin, double end) {
  // Equal values have no spread to take a margin of.
  const double margin = high > low ? 0.05 * (high - low) : std::max(0.1 * std::abs(low), 0.01);
  return {low - margin, high + margin, begin, end};
}

std::vector<double> Ticks(const Scale& scale, double smallest_step) {
  // The largest power of ten that cuts the scale in two or more, then 1, 2 or 5 times that, so that
  // there are at most eight steps.
  double step = std::pow(10, std::floor(std::log10((scale.high - scale.low) / 2)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if ((scale.high - scale.low) / (step * times) > 8) continue;
    step *= times;
    break;
  }
  step = std::max(step, smallest_step);
  std::vector<double> ticks;
  for (double k = std::ceil(scale.low / step); k * step <= scale.high; ++k)
    // Multiplied and not added up, so that rounding errors do not grow from tick to tick.
    ticks.push_back(k * step);
  return ticks;
}

std::string Pixels(double number) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.4g", number);
  return text.data();
}

Markup SvgText(double x, double y, std::string_view text, std::string_view anchor,
               std::string_view colour) {
  return El("text",
            {{"x", Pixels(x)},
             {"y", Pixels(y)},
             {"text-anchor", std::string(anchor)},
             {"font-size", "12"},
             {"fill", std::string(colour)}},
            text);
}

Markup SvgRule(double x1, double y1, double x2, double y2) {
  return El("line", {{"x1", Pixels(x1)},
                     {"y1", Pixels(y1)},
                     {"x2", Pixels(x2)},
                     {"y2", Pixels(y2)},
                     {"stroke", std::string(kGrey)},
                     {"stroke-opacity", "0.4"}});
}

Markup SvgBox(const Box& box, std::string_view colour, std::string_view note) {
  return El("rect",
            {{"x", Pixels(box.x)},
             {"y", Pixels(box.y)},
             {"width", Pixels(box.width)},
             {"height", Pixels(box.height)},
             {"fill", std::string(colour)}},
            note.empty() ? Markup() : El("title", {}, note));
}

Markup SvgPicture(double width, double height, std::string_view title, const Markup& shapes) {
  return El("svg",
            // The name space is needed only where the picture is a file of its own.
            {{"xmlns", "http://www.w3.org/2000/svg"},
             {"viewBox", "0 0 " + Pixels(width) + " " + Pixels(height)},
             {"font-family", "sans-serif"},
             {"role", "img"}},
            El("title", {}, title), shapes);
}

}  // namespace thresh
