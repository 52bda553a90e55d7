#include "common/report/markup.h"

#include <algorithm>
#include <array>

#include "common/base/ascii.h"
#include "common/cli/table.h"

namespace thresh {
namespace {

// HTML closes these by itself. A parser would read `</br>` as a second element.
constexpr std::array<std::string_view, 6> kVoid = {"br", "hr", "img", "input", "link", "meta"};
// A browser follows the values of these.
constexpr std::array<std::string_view, 3> kAddresses = {"href", "src", "action"};

bool Contains(const auto& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

// Quotes need a reference in attributes only. One function for both cannot be called in the wrong
// place.
std::string_view Reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

// Two slashes, or a slash and a backslash, begin the address of another host.
bool IsOwnAddress(std::string_view address) {
  if (address.starts_with('#')) return true;
  if (!address.starts_with('/')) return false;
  return address.size() == 1 || (address[1] != '/' && address[1] != '\\');
}

// An address with another scheme, such as javascript:, could run a script.
bool IsShown(const Attribute& attribute) {
  if (!attribute.value) return false;
  return !Contains(kAddresses, attribute.name.view()) || IsOwnAddress(*attribute.value) ||
         IsWebLink(*attribute.value);
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string out;
  // SafeText also takes out marks that would turn the text around them.
  for (const char c : SafeText(text)) {
    const std::string_view reference = Reference(c);
    if (reference.empty()) {
      out += c;
    } else {
      out += reference;
    }
  }
  return out;
}

// Schemes have no letter case (RFC 3986, section 3.1).
bool IsWebLink(std::string_view url) {
  return EqualsLower(url.substr(0, 7), "http://") || EqualsLower(url.substr(0, 8), "https://");
}

std::optional<std::string> Flag(bool set) {
  return set ? std::optional<std::string>("") : std::nullopt;
}

Markup Markup::Element(MarkupName name, const Attributes& attributes, const Markup& content) {
  Markup markup;
  std::string& out = markup.text_;
  out += '<';
  out += name.view();
  for (const Attribute& attribute : attributes) {
    if (!IsShown(attribute)) continue;
    out += ' ';
    out += attribute.name.view();
    // Values are always quoted, or a blank in one would begin another attribute.
    out += "=\"" + EscapeHtml(*attribute.value) + '"';
  }
  out += '>';
  if (Contains(kVoid, name.view())) return markup;
  out += content.text_;
  out += "</";
  out += name.view();
  out += '>';
  return markup;
}

Markup Markup::Style(MarkupName sheet) {
  Markup markup;
  markup.text_ = "<style>" + std::string(sheet.view()) + "</style>";
  return markup;
}

// Line by line, because EscapeHtml makes blanks of line ends.
Markup Markup::Preformatted(std::string_view text) {
  Markup markup;
  for (;;) {
    const std::size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    for (std::size_t tab = 0; (tab = line.find('\t', tab)) != std::string::npos;)
      line.replace(tab, 1, 4, ' ');
    markup.text_ += EscapeHtml(line);
    if (end == std::string_view::npos) return markup;
    markup.text_ += '\n';
    text.remove_prefix(end + 1);
  }
}

// <bdi> isolates the direction of writing, so that a right-to-left title does not reorder its
// line.
Markup Foreign(std::string_view text) { return El("bdi", {}, text); }

Markup WebLink(std::string_view url, const Markup& inside) {
  if (!IsWebLink(url)) return inside;
  // The linked site must not learn which search or report led to it.
  return El("a", {{"href", std::string(url)}, {"rel", "noreferrer"}}, inside);
}

}  // namespace thresh
