#include "common/report/markup.h"

#include "common/report/html_text.h"

namespace thresh {

Markup& Markup::operator+=(const Markup& more) {
  text_ += more.text_;
  return *this;
}

Markup Words(std::string_view words) { return Markup(EscapeHtml(words)); }

Markup Element(std::string_view name, std::initializer_list<Attribute> attributes,
               const Markup& inside) {
  std::string text = "<" + std::string(name);
  for (const Attribute& attribute : attributes)
    text += " " + std::string(attribute.name) + "=\"" + EscapeHtml(attribute.value) + "\"";
  return Markup(text + ">" + inside.text() + "</" + std::string(name) + ">");
}

Markup WebLink(std::string_view url, const Markup& inside) {
  if (!IsWebLink(url)) return inside;
  return Element("a", {{"href", std::string(url)}, {"rel", "noreferrer"}}, inside);
}

}  // namespace thresh
