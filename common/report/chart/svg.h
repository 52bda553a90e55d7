// Scales, ticks and the few shapes that charts are made of. Charts of the report and the plot of an
// experiment use them. Only functions of their arguments: any thread may call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/report/markup.h"

namespace thresh {

// Can be read on white and on black.
inline constexpr std::string_view kGrey = "#808080";

// Maps values from [low, high] to pixels from `begin` to `end`. `begin` may be the larger one.
struct Scale {
  double low = 0, high = 1, begin = 0, end = 1;
  double operator()(double value) const {
    return begin + (value - low) / (high - low) * (end - begin);
  }
};

// A scale with a margin on both sides. `low` and `high` may be equal.
Scale RoomyScale(double low, double high, double begin, double end);

// Four to ten round numbers within the scale, at least `smallest_step` apart.
std::vector<double> Ticks(const Scale& scale, double smallest_step = 0);

// With four significant digits, more than a screen can show.
std::string Pixels(double number);

Markup SvgText(double x, double y, std::string_view text, std::string_view anchor,
               std::string_view colour);
// A thin line of an axis or a grid.
Markup SvgRule(double x1, double y1, double x2, double y2);

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};
// `note` is the tooltip. It may be empty.
Markup SvgBox(const Box& box, std::string_view colour, std::string_view note = {});

// A picture that can stand alone. Screen readers read `title`.
Markup SvgPicture(double width, double height, std::string_view title, const Markup& shapes);

}  // namespace thresh
