// Markup: HTML and SVG made of closed elements and escaped text only. The report, the charts and
// the search page are written with it, so a page is well-formed whatever a crawled page says.
// Values; any thread.
//
//   El("li", {{"class", "hit"}}, El("a", {{"href", url}}, title), " (", Thousands(n), ")")
//
// Names of elements and attributes are constants of the program. Text and the values of attributes
// may be foreign: they are escaped. An address (href, src, action) that leads neither to a place of
// the same site nor to http or https is left out, so no link can run a script.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

// Text between tags, or the value of a quoted attribute. Takes out what SafeText
// (common/cli/table.h) takes out, such as control characters and marks that turn the direction of
// what follows, and writes & < > " ' as references.
std::string EscapeHtml(std::string_view text);

// True if a document may link there: an absolute address of http or https.
bool IsWebLink(std::string_view url);

// The name of an element or attribute, or a style sheet: a constant, so that no foreign text
// becomes markup.
class MarkupName {
 public:
  template <std::size_t kSize>
  consteval MarkupName(const char (&name)[kSize])  // NOLINT: implicit on purpose
      : name_(name, kSize - 1) {}
  std::string_view view() const { return name_; }

 private:
  std::string_view name_;
};

// An attribute without a value is left out. One with an empty value is written: `open=""`.
struct Attribute {
  MarkupName name;
  std::optional<std::string> value;
};
using Attributes = std::vector<Attribute>;

// The value of an attribute that is either there or not: {"open", Flag(unfolded)}.
std::optional<std::string> Flag(bool set);

class Markup {
 public:
  Markup() = default;
  // Text becomes markup by being escaped.
  template <std::convertible_to<std::string_view> Text>
  Markup(const Text& text)  // NOLINT: implicit on purpose
      : text_(EscapeHtml(text)) {}
  // `content` is left out of an element that HTML closes by itself (`input`, `br`, ...).
  static Markup Element(MarkupName name, const Attributes& attributes, const Markup& content);
  // A <style> element. Its text stands as it is, because references mean nothing there.
  static Markup Style(MarkupName sheet);

  // Preformatted text: escaped, with its line ends. Tabs become four blanks.
  static Markup Preformatted(std::string_view text);

  void Add(const Markup& part) { text_ += part.text_; }
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }
  // With <!doctype html>.
  std::string Document() const { return "<!doctype html>\n" + text_ + "\n"; }

 private:
  std::string text_;
};

// Parts, one after the other: markup, or text.
template <typename... Parts>
Markup Join(const Parts&... parts) {
  Markup markup;
  (markup.Add(parts), ...);
  return markup;
}

template <typename... Parts>
Markup El(MarkupName name, const Attributes& attributes, const Parts&... content) {
  return Markup::Element(name, attributes, Join(content...));
}

// Foreign text whose direction of writing does not touch the text around it.
Markup Foreign(std::string_view text);
// A link to `url` if IsWebLink allows it. Otherwise `inside` alone.
Markup WebLink(std::string_view url, const Markup& inside);

}  // namespace thresh
