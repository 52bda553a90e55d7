#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "common/report/chart/svg.h"
#include "query/evaluate/experiment.h"

namespace thresh {
namespace {

// The wide right margin holds the names of the curves.
constexpr double kWidth = 760, kHeight = 400, kLeft = 64, kRight = 220, kTop = 40, kBottom = 50;
constexpr std::array<std::string_view, 8> kColours = {"#d1495b", "#2e7dd1", "#2a9d5c", "#b8860b",
                                                      "#8e5bd0", "#00838f", "#c2571a", "#6b7a8f"};

using Line = std::vector<std::pair<double, double>>;

Markup Axes(const Scale& x, const Scale& y, const std::string& x_title,
            const std::string& y_title) {
  Markup out;
  for (const double tick : Ticks(y)) {
    out.Add(SvgRule(x.begin, y(tick), x.end, y(tick)));
    out.Add(SvgText(x.begin - 6, y(tick) + 4, Pixels(tick), "end", kGrey));
  }
  for (const double tick : Ticks(x)) {
    out.Add(SvgRule(x(tick), y.begin, x(tick), y.begin + 4));
    out.Add(SvgText(x(tick), y.begin + 18, Pixels(tick), "middle", kGrey));
  }
  return Join(out, SvgRule(x.begin, y.begin, x.end, y.begin),
              SvgText((x.begin + x.end) / 2, y.begin + 38, x_title, "middle", kGrey),
              SvgText(8, kTop - 16, y_title, "start", kGrey));
}

Markup Curve(const Line& line, const Scale& x, const Scale& y, const std::string& colour) {
  std::string points;
  Markup marks;
  for (const auto& [a, b] : line) {
    points += (points.empty() ? "" : " ") + Pixels(x(a)) + "," + Pixels(y(b));
    marks.Add(
        El("circle", {{"cx", Pixels(x(a))}, {"cy", Pixels(y(b))}, {"r", "3"}, {"fill", colour}}));
  }
  return Join(El("polyline",
                 {{"points", points}, {"fill", "none"}, {"stroke", colour}, {"stroke-width", "2"}}),
              marks);
}

std::string Draw(const std::map<std::string, Line>& lines, const std::string& x_title,
                 const std::string& y_title) {
  Line all;
  for (const auto& [name, line] : lines) all.insert(all.end(), line.begin(), line.end());
  const auto [left, right] = std::minmax_element(all.begin(), all.end());
  const auto [low, high] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const Scale x = RoomyScale(left->first, right->first, kLeft, kWidth - kRight);
  const Scale y = RoomyScale(low->second, high->second, kHeight - kBottom, kTop);
  Markup shapes = Axes(x, y, x_title, y_title);
  std::size_t number = 0;
  for (const auto& [name, line] : lines) {
    // A ninth curve has the colour of the first again.
    const std::string colour(kColours[number % kColours.size()]);
    shapes.Add(Curve(line, x, y, colour));
    shapes.Add(SvgText(kWidth - kRight + 12, kTop + 16 * static_cast<double>(number++), name,
                       "start", colour));
  }
  return SvgPicture(kWidth, kHeight, y_title + " over " + x_title, shapes).text() + "\n";
}

}  // namespace

Result<std::string> ExperimentPlot(const ExperimentPlan& plan, const ExperimentResult& result) {
  const auto over = std::find_if(plan.parameters.begin(), plan.parameters.end(),
                                 [](const auto& parameter) { return parameter.second.size() > 1; });
  if (over == plan.parameters.end())
    return Status(Code::kUsage, "--plot needs a parameter with several values in the plan");
  const auto place = static_cast<std::size_t>(over - plan.parameters.begin());
  std::map<std::string, Line> lines;
  for (const ExperimentPoint& point : result.points) {
    // The curve has the name of the system without the plotted parameter.
    std::string name = point.collection + " " + point.system.name;
    // The part is always there, because names contain every parameter with several values.
    const std::size_t part = name.find(" " + over->first + "=");
    name.erase(part, name.find(' ', part + 1) - part);
    lines[name].emplace_back(point.system.values[place], point.mean);
  }
  // A plan may list its values in any order, but a curve runs from left to right.
  for (auto& [name, line] : lines) std::sort(line.begin(), line.end());
  return Draw(lines, over->first, result.plotted);
}

}  // namespace thresh
