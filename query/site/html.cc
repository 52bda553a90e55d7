#include "query/site/html.h"

#include <algorithm>
#include <array>

#include "common/report/html_text.h"

namespace thresh {
namespace {

constexpr std::array<std::string_view, 6> kVoid = {"br", "hr", "img", "input", "link", "meta"};
constexpr std::array<std::string_view, 3> kAddresses = {"href", "src", "action"};

template <typename Table>
bool Contains(const Table& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

// Two slashes, or a slash and a backslash, begin the address of another host.
bool IsOwnAddress(std::string_view address) {
  if (address.starts_with('#')) return true;
  if (!address.starts_with('/')) return false;
  return address.size() == 1 || (address[1] != '/' && address[1] != '\\');
}

bool IsShown(const HtmlAttribute& attribute) {
  if (!attribute.value) return false;
  return !Contains(kAddresses, attribute.name.view()) || IsOwnAddress(*attribute.value) ||
         IsWebLink(*attribute.value);
}

void AppendEncoded(std::string_view value, std::string* out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos) {
      *out += c;
    } else {
      *out += '%';
      *out += kDigits[byte >> 4U];
      *out += kDigits[byte & 15U];
    }
  }
}

}  // namespace

std::optional<std::string> Flag(bool set) {
  return set ? std::optional<std::string>("") : std::nullopt;
}

void Html::Add(std::string_view text) { markup_ += EscapeHtml(text); }

Html Html::Element(HtmlName name, const HtmlAttributes& attributes, const Html& content) {
  Html html;
  std::string& out = html.markup_;
  out += '<';
  out += name.view();
  for (const HtmlAttribute& attribute : attributes) {
    if (!IsShown(attribute)) continue;
    out += ' ';
    out += attribute.name.view();
    out += "=\"" + EscapeHtml(*attribute.value) + '"';
  }
  out += '>';
  if (Contains(kVoid, name.view())) return html;
  out += content.markup_;
  out += "</";
  out += name.view();
  out += '>';
  return html;
}

std::string Html::Document() const { return "<!doctype html>\n" + markup_ + "\n"; }

std::string LinkTo(std::string_view path, UrlParameters parameters) {
  std::string link(path);
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    if (value.empty()) continue;
    link += separator;
    AppendEncoded(name, &link);
    link += '=';
    AppendEncoded(value, &link);
    separator = '&';
  }
  return link;
}

}  // namespace thresh
