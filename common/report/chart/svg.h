// Places on a picture, and the few shapes that charts are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/report/markup.h"

namespace thresh {

// Can be read on white and on black.
inline constexpr std::string_view kGrey = "#808080";

// Values to pixels.
struct Scale {
  double low = 0, high = 1, begin = 0, end = 1;
  double operator()(double value) const {
    return begin + (value - low) / (high - low) * (end - begin);
  }
};

// From the smallest to the largest value with a margin on both sides, also where they are the same.
Scale RoomyScale(double low, double high, double begin, double end);

// Four to ten round numbers within the scale, no closer than `smallest_step`.
std::vector<double> Ticks(const Scale& scale, double smallest_step = 0);

// Four digits are more than a screen can show.
std::string Pixels(double number);

Markup SvgText(double x, double y, std::string_view text, std::string_view anchor,
               std::string_view colour);
// A thin line of an axis or a grid.
Markup SvgRule(double x1, double y1, double x2, double y2);

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};
// `note` is what a pointer over it is told; may be empty.
Markup SvgBox(const Box& box, std::string_view colour, std::string_view note = {});

// A picture that can stand alone; `title` is for those who cannot see it.
Markup SvgPicture(double width, double height, std::string_view title, const Markup& shapes);

}  // namespace thresh
