#include "indexer/page/straight/doctype.h"

#include <optional>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh::straight {
namespace {

// Takes the quoted string at the front of *rest. No value if there is none, or if it never ends.
std::optional<std::string_view> TakeQuoted(std::string_view* rest) {
  *rest = TrimHtmlSpace(*rest);
  if (!rest->starts_with('"') && !rest->starts_with('\'')) return std::nullopt;
  const std::size_t end = rest->find(rest->front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view quoted = rest->substr(1, end - 1);
  rest->remove_prefix(end + 1);
  return quoted;
}

// HTML standard, 13.2.6.4.1, as gumbo reads it: the standard's list holds beginnings of public
// identifiers, and gumbo compares whole ones with it. So no identifier that was ever in use asks
// for quirks ("-//W3C//DTD HTML 3.2 Final//EN" begins as one of the list does), and the beginnings
// alone, which end in "//", are left to gumbo. Where the standard compares whole identifiers, in
// any letter case, gumbo wants the case of the standard's list.
Quirks OfPublic(std::string_view id) {
  if (id == "HTML" || id == "-/W3C/DTD HTML 4.0 Transitional/EN") return Quirks::kYes;
  return id.ends_with("//") ? Quirks::kUnknown : Quirks::kNo;
}

Quirks OfContent(std::string_view rest) {
  rest = TrimHtmlSpace(rest);
  const std::string_view name = rest.substr(0, rest.find_first_of(kHtmlSpace));
  if (!EqualsLower(name, "html")) return Quirks::kYes;
  rest = TrimHtmlSpace(rest.substr(name.size()));
  if (rest.empty()) return Quirks::kNo;
  const bool is_public = StartsWithLower(rest, "public");
  if (!is_public && !StartsWithLower(rest, "system")) return Quirks::kYes;
  rest.remove_prefix(std::string_view("public").size());
  Quirks quirks = Quirks::kNo;
  if (is_public) {
    const std::optional<std::string_view> id = TakeQuoted(&rest);
    if (!id.has_value()) return Quirks::kYes;
    quirks = OfPublic(*id);
    if (TrimHtmlSpace(rest).empty()) return quirks;
  }
  const std::optional<std::string_view> system = TakeQuoted(&rest);
  if (!system.has_value() ||
      *system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
    return Quirks::kYes;
  return quirks;
}

}  // namespace

Quirks QuirksOf(std::string_view doctype) {
  if (!doctype.ends_with('>')) return Quirks::kUnknown;
  constexpr std::size_t kBegin = std::string_view("<!doctype").size();
  return OfContent(doctype.substr(kBegin, doctype.size() - kBegin - 1));
}

}  // namespace thresh::straight
