#include <algorithm>

#include "common/cli/table.h"
#include "common/report/template_card.h"

namespace thresh {
namespace {

Markup Row(std::string_view name, const Markup& value) {
  return Join(El("dt", {}, name), El("dd", {}, value));
}

std::string WordsText(const TemplateRecord& r, std::uint64_t removed_in_all) {
  const std::string words = Counted(r.tokens, "word") + " on the representative page, " +
                            Thousands(r.tokens_removed) + " removed from all pages";
  if (removed_in_all == 0) return words;
  return words + ": " +
         Percent(static_cast<double>(r.tokens_removed), static_cast<double>(removed_in_all)) +
         " of all that was removed";
}

constexpr std::string_view kEllipsis = "\u2026";

}  // namespace

Markup CardFacts(const TemplateCard& card, std::uint64_t removed_in_all) {
  // A rule may quote text of a page, so its direction of writing is isolated.
  return Join(Row("rule", Foreign(RuleSentence(card.record.rule))),
              Row("pages", Counted(card.record.support, "page") + " of the site"),
              Row("words", WordsText(card.record, removed_in_all)),
              Row("varies", VariesText(card, "the marked words")));
}

Markup CardPages(const TemplateCard& card, Markup (*link)(const DocRecord& page)) {
  const TemplateRecord& r = card.record;
  Markup others;
  std::size_t shown = 1;  // the representative
  for (std::size_t i = 0; i < r.examples.size(); ++i) {
    // The representative has a row of its own.
    if (r.examples[i] == r.representative) continue;
    ++shown;
    others.Add(El("li", {}, link(card.examples[i])));
  }
  if (shown < r.support) others.Add(El("li", {}, "and " + Thousands(r.support - shown) + " more"));
  const Markup also = others.empty() ? Markup() : Row("also on", El("ul", {}, others));
  return Join(Row("on", link(card.representative)), also);
}

Markup CardQuote(const TemplateCard& card, std::size_t columns) {
  // The text is cut before its words are compared, so that no range reaches beyond the cut.
  const std::string text = CutToWidth(SafeText(card.record.text), columns);
  Ranges varying;
  if (card.compared()) varying = VaryingIn(text, card.common);
  // The ellipsis makes another word of the last one.
  if (text.ends_with(kEllipsis) && !varying.empty() && varying.back().second == text.size())
    varying.pop_back();
  return El("blockquote", {{"dir", "auto"}}, MarkVarying(text, varying));
}

Markup Marked(std::string_view text, const Ranges& ranges, const Attributes& attributes) {
  Markup marked;
  std::size_t at = 0;
  for (const auto& [begin, end] : ranges) {
    marked.Add(text.substr(at, begin - at));
    marked.Add(El("mark", attributes, text.substr(begin, end - begin)));
    at = end;
  }
  marked.Add(text.substr(at));
  return marked;
}

Markup MarkVarying(std::string_view text, const Ranges& varying) {
  return Marked(text, varying, {{"class", "varies"}});
}

}  // namespace thresh
