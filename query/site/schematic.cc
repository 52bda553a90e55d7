#include "query/site/schematic.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace thresh {
namespace {

constexpr double kPictureWidth = 48, kPictureHeight = 64, kStripWidth = 1000, kStripHeight = 12;

// One side of a band in a picture of the given length.
struct Place {
  std::string_view kind;
  double begin, length;
};

std::vector<Place> PlacesOf(const std::vector<Band>& bands, double length) {
  double whole = 0;
  for (const Band& band : bands) whole += std::sqrt(static_cast<double>(band.tokens));
  std::vector<Place> places;
  double at = 0;
  for (const Band& band : bands) {
    if (band.tokens == 0) continue;
    const double part = std::sqrt(static_cast<double>(band.tokens)) * length / whole;
    places.push_back({band.kind, at, part});
    at += part;
  }
  return places;
}

// Without the commas that people like.
std::string Plain(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.2f", number);
  return {text.data(), static_cast<std::size_t>(length)};
}

Html Picture(HtmlAttributes attributes, const std::string& label, const Html& bands) {
  attributes.push_back({"role", "img"});
  attributes.push_back({"aria-label", label});
  return Html::Element("svg", attributes, bands);
}

}  // namespace

Html PageStrip(const std::vector<Band>& bands, const std::string& label) {
  Html shapes;
  for (const auto& [kind, begin, length] : PlacesOf(bands, kStripWidth)) {
    shapes.Add(El("rect", {{"class", "band " + std::string(kind)},
                           {"x", Plain(begin)},
                           {"width", Plain(length)},
                           {"height", Plain(kStripHeight)}}));
  }
  return Picture({{"class", "strip"},
                  {"viewBox", "0 0 " + Plain(kStripWidth) + " " + Plain(kStripHeight)},
                  {"preserveAspectRatio", "none"}},
                 label, shapes);
}

Html PagePicture(const std::vector<Band>& bands, const std::string& label) {
  Html shapes;
  for (const auto& [kind, begin, length] : PlacesOf(bands, kPictureHeight)) {
    shapes.Add(El("rect", {{"class", "band " + std::string(kind)},
                           {"y", Plain(begin)},
                           {"width", Plain(kPictureWidth)},
                           {"height", Plain(length)}}));
  }
  return Picture({{"class", "picture"},
                  {"width", Plain(kPictureWidth)},
                  {"height", Plain(kPictureHeight)},
                  {"viewBox", "0 0 " + Plain(kPictureWidth) + " " + Plain(kPictureHeight)}},
                 label, shapes);
}

}  // namespace thresh
