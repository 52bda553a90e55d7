#include "query/site/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace thresh {
namespace {

// Sizes are attributes, because the content security policy allows no inline style. A strip
// stretches to the width of its page, so its 1000 units are no pixels.
constexpr double kPictureWidth = 48, kPictureHeight = 64, kStripWidth = 1000, kStripHeight = 12;

// One side of a band in a picture of the given length.
struct Place {
  std::string_view kind;
  double begin, length;
};

double WordsOf(const Band& band) { return static_cast<double>(band.tokens); }
double RootOfWords(const Band& band) { return std::sqrt(WordsOf(band)); }

std::vector<Place> PlacesOf(const std::vector<Band>& bands, double length,
                            double (*weight)(const Band& band)) {
  double whole = 0;
  for (const Band& band : bands) whole += weight(band);
  std::vector<Place> places;
  double at = 0;
  for (const Band& band : bands) {
    // A page without words has no place at all, so nothing is divided by a sum of 0.
    if (band.tokens == 0) continue;
    const double part = weight(band) * length / whole;
    places.push_back({band.kind, at, part});
    at += part;
  }
  return places;
}

// SVG does not allow the commas that Decimal puts between thousands.
std::string Plain(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.2f", number);
  return {text.data(), static_cast<std::size_t>(length)};
}

Markup Picture(Attributes attributes, const std::string& label, const Markup& bands) {
  // With this role a screen reader reads the label and not the shapes.
  attributes.push_back({"role", "img"});
  attributes.push_back({"aria-label", label});
  return Markup::Element("svg", attributes, bands);
}

}  // namespace

Markup PageStrip(const std::vector<Band>& bands, const std::string& label) {
  Markup shapes;
  for (const auto& [kind, begin, length] : PlacesOf(bands, kStripWidth, &WordsOf)) {
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

Markup PagePicture(const std::vector<Band>& bands, const std::string& label) {
  Markup shapes;
  for (const auto& [kind, begin, length] : PlacesOf(bands, kPictureHeight, &RootOfWords)) {
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

Markup PartBar(double share, std::string_view label) {
  // SVG has no number for `nan` or `inf`.
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
  return El("svg",
            {{"class", "bar"},
             {"role", "img"},
             {"aria-label", std::string(label)},
             {"viewBox", "0 0 100 6"},
             {"preserveAspectRatio", "none"}},
            El("rect", {{"class", "bar-all"}, {"width", "100"}, {"height", "6"}}),
            El("rect", {{"class", "bar-part"}, {"width", Plain(100 * clamped)}, {"height", "6"}}));
}

}  // namespace thresh
