#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "common/html_text.h"
#include "query/evaluate/experiment.h"

namespace thresh {
namespace {

constexpr double kWidth = 760, kHeight = 400, kLeft = 64, kRight = 220, kTop = 40, kBottom = 50;
// Read on white and on black.
constexpr std::string_view kGrey = "#808080";
constexpr std::array<std::string_view, 8> kColours = {"#d1495b", "#2e7dd1", "#2a9d5c", "#b8860b",
                                                      "#8e5bd0", "#00838f", "#c2571a", "#6b7a8f"};

using Line = std::vector<std::pair<double, double>>;

std::string Number(double number) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.4g", number);
  return text.data();
}

// Values to pixels.
struct Scale {
  double low = 0, high = 1, begin = 0, end = 1;
  double operator()(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

Scale MakeScale(double low, double high, double begin, double end) {
  const double margin = high > low ? 0.05 * (high - low) : std::max(0.1 * std::abs(low), 0.01);
  return {low - margin, high + margin, begin, end};
}

// Four to ten round numbers within the scale.
std::vector<double> Ticks(const Scale& scale) {
  double step = std::pow(10, std::floor(std::log10((scale.high - scale.low) / 2)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if ((scale.high - scale.low) / (step * times) > 8) continue;
    step *= times;
    break;
  }
  std::vector<double> ticks;
  for (double k = std::ceil(scale.low / step); k * step <= scale.high; ++k) ticks.push_back(k * step);
  return ticks;
}

std::string Text(double x, double y, std::string_view text, std::string_view anchor,
                 std::string_view colour) {
  return "<text x=\"" + Number(x) + "\" y=\"" + Number(y) + "\" text-anchor=\"" + std::string(anchor) +
         "\" font-size=\"12\" fill=\"" + std::string(colour) + "\">" + EscapeHtml(text) + "</text>\n";
}

std::string Rule(double x1, double y1, double x2, double y2) {
  return "<line x1=\"" + Number(x1) + "\" y1=\"" + Number(y1) + "\" x2=\"" + Number(x2) + "\" y2=\"" +
         Number(y2) + "\" stroke=\"" + std::string(kGrey) + "\" stroke-opacity=\"0.4\"/>\n";
}

std::string Axes(const Scale& x, const Scale& y, const std::string& x_title, const std::string& y_title) {
  std::string out;
  for (const double tick : Ticks(y))
    out +=
        Rule(x.begin, y(tick), x.end, y(tick)) + Text(x.begin - 6, y(tick) + 4, Number(tick), "end", kGrey);
  for (const double tick : Ticks(x))
    out += Rule(x(tick), y.begin, x(tick), y.begin + 4) +
           Text(x(tick), y.begin + 18, Number(tick), "middle", kGrey);
  return out + Rule(x.begin, y.begin, x.end, y.begin) +
         Text((x.begin + x.end) / 2, y.begin + 38, x_title, "middle", kGrey) +
         Text(8, kTop - 16, y_title, "start", kGrey);
}

std::string Curve(const Line& line, const Scale& x, const Scale& y, std::string_view colour) {
  std::string points, marks;
  for (const auto& [a, b] : line) {
    points += (points.empty() ? "" : " ") + Number(x(a)) + "," + Number(y(b));
    marks += "<circle cx=\"" + Number(x(a)) + "\" cy=\"" + Number(y(b)) + "\" r=\"3\" fill=\"" +
             std::string(colour) + "\"/>\n";
  }
  return "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"" + std::string(colour) +
         "\" stroke-width=\"2\"/>\n" + marks;
}

std::string Draw(const std::map<std::string, Line>& lines, const std::string& x_title,
                 const std::string& y_title) {
  Line all;
  for (const auto& [name, line] : lines) all.insert(all.end(), line.begin(), line.end());
  const auto [left, right] = std::minmax_element(all.begin(), all.end());
  const auto [low, high] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const Scale x = MakeScale(left->first, right->first, kLeft, kWidth - kRight);
  const Scale y = MakeScale(low->second, high->second, kHeight - kBottom, kTop);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Number(kWidth) + " " +
                    Number(kHeight) + "\" font-family=\"sans-serif\" role=\"img\">\n<title>" +
                    EscapeHtml(y_title + " over " + x_title) + "</title>\n" + Axes(x, y, x_title, y_title);
  std::size_t number = 0;
  for (const auto& [name, line] : lines) {
    const std::string_view colour = kColours[number % kColours.size()];
    out += Curve(line, x, y, colour) +
           Text(kWidth - kRight + 12, kTop + 16 * static_cast<double>(number++), name, "start", colour);
  }
  return out + "</svg>\n";
}

}  // namespace

Result<std::string> ExperimentPlot(const ExperimentPlan& plan, const ExperimentResult& result) {
  const auto over = std::find_if(plan.parameters.begin(), plan.parameters.end(),
                                 [](const auto& parameter) { return parameter.second.size() > 1; });
  if (over == plan.parameters.end())
    return Status(Code::kUsage, "--plot needs a parameter of several values in the plan");
  const auto place = static_cast<std::size_t>(over - plan.parameters.begin());
  std::map<std::string, Line> lines;
  for (const ExperimentPoint& point : result.points) {
    std::string name = point.collection + " " + point.system.name;
    const std::size_t part = name.find(" " + over->first + "=");
    name.erase(part, name.find(' ', part + 1) - part);
    lines[name].emplace_back(point.system.values[place], point.mean);
  }
  for (auto& [name, line] : lines) std::sort(line.begin(), line.end());
  return Draw(lines, over->first, result.plotted);
}

}  // namespace thresh
