#include "query/site/marks.h"

namespace thresh {
namespace {

Markup Mark(std::string_view text, const Ranges& ranges, const Attributes& attributes) {
  Markup html;
  std::size_t at = 0;
  for (const auto& [begin, end] : ranges) {
    html.Add(text.substr(at, begin - at));
    html.Add(El("mark", attributes, text.substr(begin, end - begin)));
    at = end;
  }
  html.Add(text.substr(at));
  return html;
}

}  // namespace

Markup Marked(const Snippet& snippet) { return Mark(snippet.text, snippet.highlights, {}); }

Markup MarkVarying(std::string_view text, const CommonWords& common) {
  return Mark(text, VaryingIn(text, common), {{"class", "varies"}});
}

std::string_view VariesNote(const SeenTemplate& seen) {
  if (seen.shown.record.exact) return "no, the same on all pages";
  return seen.compared() ? "yes; the words that are marked do" : "yes; its pages were not compared";
}

}  // namespace thresh
