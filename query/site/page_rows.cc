#include "query/site/page_rows.h"

#include <array>
#include <vector>

#include "common/base/ascii.h"
#include "common/cli/table.h"
#include "query/site/links.h"
#include "query/site/page_blocks.h"

namespace thresh {
namespace {

constexpr std::size_t kSummaryWidth = 80;
// Of one block. A menu may be made of many small templates.
constexpr std::size_t kReasonsShown = 8;

// A point behind a number belongs to a heading: "2. Overview".
bool EndsSentence(std::string_view text) {
  // The last two are the full stop and the colon of Chinese and Japanese.
  constexpr std::array<std::string_view, 6> kEnds = {".", ":", "!", "?", "\u3002", "\uff1a"};
  for (const std::string_view end : kEnds) {
    if (!text.ends_with(end)) continue;
    // A text that is nothing but the mark is treated like a number with a point.
    const char before = text.size() > end.size() ? text[text.size() - end.size() - 1] : '0';
    return !IsAsciiDigit(before);
  }
  return false;
}

// Text nodes know nothing of lines, so a paragraph ends with a node that ends a sentence.
std::vector<std::string> Paragraphs(const ExplainedRow& row) {
  std::vector<std::string> paragraphs;
  for (const ExplainedBlock* block : row.blocks) {
    const bool fresh = paragraphs.empty() || (!block->glued && EndsSentence(paragraphs.back()));
    if (fresh) {
      paragraphs.push_back(block->text);
    } else {
      paragraphs.back() += (block->glued ? "" : " ") + block->text;
    }
  }
  return paragraphs;
}

Markup Reason(const TemplateCard& card) {
  const std::string id = std::to_string(card.id.value);
  return El("dl", {{"class", "why"}}, El("dt", {}, "template"),
            El("dd", {}, El("a", {{"href", LinkTo("/template", {{"id", id}})}}, "number " + id)),
            CardFacts(card), CardPages(card, &PageLink));
}

// Why the templates of a block are some.
Markup Reasons(std::span<const TemplateCard* const> cards, bool open) {
  if (cards.empty()) return {};
  Markup reasons;
  for (std::size_t i = 0; i < cards.size() && i < kReasonsShown; ++i)
    reasons.Add(Reason(*cards[i]));
  if (cards.size() > kReasonsShown)
    reasons.Add(El("p", {{"class", "note"}},
                   "and " + Counted(cards.size() - kReasonsShown, "template") + " more"));
  return El("details", {{"class", "reasons"}, {"open", Flag(open)}}, El("summary", {}, "Why"),
            reasons);
}

Markup RowInside(const ExplainedRow& row) {
  if (row.verdict == Verdict::kTemplate) {
    const RowText text = TextOf(row);
    return El("p", {{"class", "text"}, {"dir", "auto"}}, MarkVarying(text.text, text.varying));
  }
  Markup inside;
  for (const std::string& paragraph : Paragraphs(row))
    inside.Add(El("p", {{"class", "text"}, {"dir", "auto"}}, paragraph));
  return inside;
}

}  // namespace

Markup ShowBlock(const VerdictBlock& block, const Markup& inside, bool unfolded) {
  const std::string verdict(VerdictName(block.verdict));
  if (block.verdict != Verdict::kTemplate)
    return El("div", {{"class", "block"}, {"data-verdict", verdict}},
              El("p", {}, Badge(block.verdict)), inside, Reasons(block.cards, false));
  const std::string facts = Counted(block.words, "word") + ", on " + Counted(block.support, "page");
  return El("details", {{"class", "block"}, {"data-verdict", verdict}, {"open", Flag(unfolded)}},
            El("summary", {}, Badge(block.verdict), " ",
               El("bdi", {}, CutToWidth(SafeText(block.text), kSummaryWidth)), " ",
               El("span", {{"class", "count"}}, facts)),
            inside,
            // Whoever unfolds a block sees the reasons at once; in the whole page they stay out of
            // the way of the text.
            Reasons(block.cards, !unfolded));
}

Markup PageRows(const Explanation& page, bool unfolded) {
  Markup rows;
  for (const ExplainedRow& row : RowsOf(page)) {
    const Markup inside = RowInside(row);
    if (row.verdict == Verdict::kContent) {
      rows.Add(El("div", {{"class", "block"}, {"data-verdict", "content"}}, inside));
      continue;
    }
    const std::array<const TemplateCard*, 1> cards = {row.card};
    const std::span<const TemplateCard* const> shown(cards.data(), row.card == nullptr ? 0 : 1);
    rows.Add(ShowBlock({row.verdict, TextOf(row).text, row.tokens, row.support, shown}, inside,
                       unfolded));
  }
  return rows;
}

}  // namespace thresh
