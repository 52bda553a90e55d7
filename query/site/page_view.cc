#include <array>

#include "common/base/ascii.h"
#include "common/cli/table.h"
#include "common/store/page_text.h"
#include "query/present/explain.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/pictures.h"

namespace thresh {
namespace {

constexpr std::size_t kSummaryWidth = 80;

constexpr std::array<std::string_view, kVerdictNames.size()> kMeanings = {
    "indexed", "removed, because many pages of the site have it",
    "a template whose words are kept on this page, so that they can be found",
    "part of a template, but kept because it says what the page is about"};

// ---- one row

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

// Why the template of the row is one.
Markup Why(const TemplateCard& card, bool open) {
  const std::string id = std::to_string(card.id.value);
  return El("details", {{"class", "reasons"}, {"open", Flag(open)}}, El("summary", {}, "Why"),
            El("dl", {{"class", "why"}}, El("dt", {}, "template"),
               El("dd", {}, El("a", {{"href", LinkTo("/template", {{"id", id}})}}, "number " + id)),
               CardFacts(card), CardPages(card, &PageLink)));
}

Markup Badge(const ExplainedRow& row) {
  return El("span", {{"class", "badge"}}, std::string(VerdictName(row.verdict)));
}

// <details> folds without a script.
Markup FoldedRow(const ExplainedRow& row, bool open) {
  const RowText text = TextOf(row);
  const std::string facts = Counted(row.tokens, "word") + ", on " + Counted(row.support, "page");
  return El("details",
            {{"class", "block"},
             {"data-verdict", std::string(VerdictName(row.verdict))},
             {"open", Flag(open)}},
            El("summary", {}, Badge(row), " ",
               El("bdi", {}, CutToWidth(SafeText(text.text), kSummaryWidth)), " ",
               El("span", {{"class", "count"}}, facts)),
            El("p", {{"class", "text"}, {"dir", "auto"}}, MarkVarying(text.text, text.varying)),
            // A struck row always has a card, because its verdict is stored with a template.
            // Whoever unfolds a row sees the reasons at once; in the whole page they stay out of
            // the way of the text.
            Why(*row.card, !open));
}

Markup OpenRow(const ExplainedRow& row) {
  Markup content;
  if (row.verdict != Verdict::kContent) content.Add(El("p", {}, Badge(row)));
  for (const std::string& paragraph : Paragraphs(row))
    content.Add(El("p", {{"class", "text"}, {"dir", "auto"}}, paragraph));
  if (row.card != nullptr) content.Add(Why(*row.card, false));
  return El("div", {{"class", "block"}, {"data-verdict", std::string(VerdictName(row.verdict))}},
            content);
}

std::vector<Band> BandsOf(const std::vector<ExplainedRow>& rows) {
  std::vector<Band> bands;
  bands.reserve(rows.size());
  for (const ExplainedRow& row : rows) bands.push_back({VerdictName(row.verdict), row.tokens});
  return bands;
}

// ---- the page

Markup Legend(const Explanation& e) {
  Markup items;
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    if (e.blocks_by_verdict[v] == 0) continue;
    items.Add(El("li", {{"data-verdict", std::string(kVerdictNames[v])}},
                 El("span", {{"class", "badge"}}, std::string(kVerdictNames[v])), " ",
                 El("span", {{"class", "count"}},
                    Counted(e.blocks_by_verdict[v], "block") + ", " +
                        Counted(e.tokens_by_verdict[v], "word")),
                 El("span", {{"class", "meaning"}}, std::string(kMeanings[v]))));
  }
  return El("ul", {{"class", "legend"}}, items);
}

Result<Markup> Facts(const Store& store, const Explanation& e) {
  const DocRecord& page = e.page.record;
  Markup facts =
      Join(El("span", {},
              El("a", {{"href", LinkTo("/templates", {{"site", e.site}})}}, El("bdi", {}, e.site))),
           DateOf(page),
           El("span", {},
              Thousands(page.body_tokens_indexed) + " of " +
                  Counted(page.body_tokens_seen, "word") + " indexed"));
  if (page.degraded)
    facts.Add(El("span", {}, "too large or too slow to parse, so read as plain text"));
  if (page.duplicate) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord first, ReadPage(store, page.duplicate_of));
    facts.Add(El("span", {}, "same words as ", PageLink(first)));
  }
  return El("p", {{"class", "facts"}}, facts);
}

// The switch is a link, so that it works without a script.
Markup Switch(const std::string& url, bool removal) {
  const std::string link = LinkTo("/page", {{"url", url}, {"removal", removal ? "off" : ""}});
  return El("p", {{"class", "switch"}},
            El("span", {}, removal ? "Removal is on." : "Removal is off."), " ",
            El("a", {{"id", "removal"}, {"href", link}},
               removal ? "Show the page as it was crawled" : "Show the page as it is indexed"));
}

}  // namespace

Result<HttpResponse> PageView(const Visit& visit) {
  const Store& store = visit.searcher.store();
  const std::string url(visit.request.Parameter("url"));
  const bool removal = visit.request.Parameter("removal") != "off";
  if (visit.request.markdown && !url.empty()) return MarkdownView(visit);
  if (url.empty()) return Status(Code::kUsage, "the address of the page is missing: /page?url=...");
  THRESH_ASSIGN_OR_RETURN(StoredPage page, FindPage(store, url));
  THRESH_ASSIGN_OR_RETURN(const Explanation e, ExplainPage(store, std::move(page)));
  const std::vector<ExplainedRow> rows = RowsOf(e);
  Markup blocks;
  for (const ExplainedRow& row : rows) {
    blocks.Add(row.verdict == Verdict::kTemplate ? FoldedRow(row, !removal) : OpenRow(row));
  }
  THRESH_ASSIGN_OR_RETURN(const Markup facts, Facts(store, e));
  const DocRecord& record = e.page.record;
  return Dress(
      visit,
      {.title = TitleOf(record),
       .place = "/",
       .main = El("article", {{"class", "page"}}, El("h1", {{"dir", "auto"}}, TitleOf(record)),
                  UrlSteps(record.url), facts,
                  PageStrip(BandsOf(rows), "the blocks of the page from its first to its last"),
                  Legend(e), Switch(record.url, removal),
                  El("div", {{"class", removal ? "blocks" : "blocks whole"}}, blocks))});
}

}  // namespace thresh
