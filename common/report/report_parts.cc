#include "common/report/report_parts.h"

#include "common/cli/table.h"

namespace thresh {

Markup Paragraph(const Markup& inside) { return Element("p", {}, inside); }

Markup Section(std::string_view title, const Markup& inside) {
  return Element("section", {}, Element("h2", {}, Words(title)) + inside);
}

Markup Note(std::string_view words) { return Element("p", {{"class", "note"}}, Words(words)); }

Markup Foreign(std::string_view words) { return Element("bdi", {}, Words(words)); }

Markup Number(std::uint64_t number) { return Words(Thousands(number)); }

std::string Share(std::uint64_t part, std::uint64_t whole) {
  return Percent(static_cast<double>(part), static_cast<double>(whole));
}

Markup Legend(std::string_view first_class, std::string_view first, std::string_view second_class,
              std::string_view second) {
  const auto entry = [](std::string_view name, std::string_view words) {
    return Element("span", {{"class", std::string(name)}}, Words("\u25A0 ")) + Words(words);
  };
  return Element("p", {{"class", "note"}},
                 entry(first_class, first) + Words(" \u00A0 ") + entry(second_class, second));
}

Markup Facts(const Pairs& pairs) {
  Markup rows;
  for (const auto& [name, value] : pairs) {
    rows += Element("div", {}, Element("dt", {}, Words(name)) + Element("dd", {}, Foreign(value)));
  }
  return Element("dl", {{"class", "facts"}}, rows);
}

Markup Cards(const Pairs& pairs) {
  Markup cards;
  for (const auto& [name, value] : pairs) {
    cards += Element("div", {}, Element("dt", {}, Words(name)) + Element("dd", {}, Words(value)));
  }
  return Element("dl", {{"class", "cards"}}, cards);
}

Markup Figure(const Markup& picture, std::string_view caption) {
  return Element("figure", {}, picture + Element("figcaption", {}, Words(caption)));
}

std::string Joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

double SecondsOf(const Manifest& manifest, std::string_view name) {
  for (const auto& [stage, seconds] : manifest.seconds) {
    if (stage == name) return seconds;
  }
  return 0;
}

}  // namespace thresh
