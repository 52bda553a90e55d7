// Markup: HTML and SVG made of balanced elements and escaped words. Nothing else can get in, so a
// page of it is well-formed whatever the words are.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace thresh {

struct Attribute {
  std::string_view name;
  std::string value;  // is escaped
};

class Markup {
 public:
  Markup() = default;
  Markup& operator+=(const Markup& more);
  friend Markup operator+(Markup first, const Markup& second) { return first += second; }
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  friend Markup Words(std::string_view words);
  friend Markup Element(std::string_view name, std::initializer_list<Attribute> attributes,
                        const Markup& inside);
  explicit Markup(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Any text, escaped (common/report/html_text.h).
Markup Words(std::string_view words);
// <name attribute="value">inside</name>. `name` and the names of attributes are ours.
Markup Element(std::string_view name, std::initializer_list<Attribute> attributes,
               const Markup& inside = {});
// A link where the URL is one that a document may link to; else what is inside, alone.
Markup WebLink(std::string_view url, const Markup& inside);

}  // namespace thresh
