// Html: a document made of elements, each of which is closed, of text, which is escaped, and of
// nothing else. Names of elements and attributes are constants of the program; all other words may
// be foreign.
//
//   El("li", {{"class", "hit"}}, El("a", {{"href", url}}, title), " (", Thousands(n), ")")
//
// An address (href, src, action) that leads neither to a place of this site nor to http or https is
// left out, so that no link can run a script. Used by the views and by nothing else; values, any
// thread.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thresh {

// The name of an element or attribute: a constant, so that nothing foreign becomes markup.
class HtmlName {
 public:
  template <std::size_t kSize>
  consteval HtmlName(const char (&name)[kSize])
      : name_(name, kSize - 1) {}  // NOLINT: implicit on purpose
  std::string_view view() const { return name_; }

 private:
  std::string_view name_;
};

// No value: the attribute is left out. An empty one is written: `open=""`.
struct HtmlAttribute {
  HtmlName name;
  std::optional<std::string> value;
};
using HtmlAttributes = std::vector<HtmlAttribute>;

// The value of an attribute that is there or not: {"open", Flag(unfolded)}.
std::optional<std::string> Flag(bool set);

class Html {
 public:
  Html() = default;
  void Add(const Html& part) { markup_ += part.markup_; }
  void Add(std::string_view text);
  // An element; those that HTML closes by themselves (`input`, `br`, ...) have no content.
  static Html Element(HtmlName name, const HtmlAttributes& attributes, const Html& content);
  bool empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }
  // With <!doctype html>.
  std::string Document() const;

 private:
  std::string markup_;
};

// Parts, one after the other.
template <typename... Parts>
Html Join(const Parts&... parts) {
  Html html;
  (html.Add(parts), ...);
  return html;
}

template <typename... Parts>
Html El(HtmlName name, const HtmlAttributes& attributes, const Parts&... content) {
  return Html::Element(name, attributes, Join(content...));
}

using UrlParameters = std::initializer_list<std::pair<std::string_view, std::string_view>>;
// An address of this site: every value encoded, those without one left out.
std::string LinkTo(std::string_view path, UrlParameters parameters = {});

}  // namespace thresh
