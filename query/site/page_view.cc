#include <array>
#include <map>
#include <set>

#include "common/cli/table.h"
#include "common/store/page_text.h"
#include "query/present/explain.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/marks.h"
#include "query/site/page_rows.h"
#include "query/site/pictures.h"

namespace thresh {
namespace {

constexpr std::size_t kSummaryWidth = 80;

constexpr std::array<std::string_view, kVerdictNames.size()> kMeanings = {
    "indexed", "taken out, found on many pages of the site",
    "a template whose words are kept on this page, so that they can be found",
    "in a template, but kept: it says what the page is about"};

using Templates = std::map<TemplateId, SeenTemplate>;

// ---- one row

// The template's words with those marked that other pages do not have.
Markup TemplateText(const PageRow& row, const Templates& templates) {
  Markup text;
  for (const ExplainedBlock* block : row.blocks) {
    if (!text.empty() && !block->glued) text.Add(" ");
    const auto it = block->template_id ? templates.find(*block->template_id) : templates.end();
    const bool marks = it != templates.end() && it->second.compared();
    text.Add(marks ? MarkVarying(block->text, it->second.common) : Join(block->text));
  }
  return El("p", {{"class", "text"}, {"dir", "auto"}}, text);
}

Markup SeenOn(const ShownTemplate& shown) {
  Markup links;
  for (const DocRecord& page : shown.examples) links.Add(El("li", {}, PageLink(page)));
  if (links.empty()) return {};
  return Join(El("dt", {}, "seen on"), El("dd", {}, El("ul", {}, links)));
}

Markup Why(const ExplainedBlock& block, const SeenTemplate& seen) {
  const std::string id = std::to_string(block.template_id->value);
  return El("dl", {{"class", "why"}}, El("dt", {}, "template"),
            El("dd", {}, El("a", {{"href", LinkTo("/template", {{"id", id}})}}, "number " + id)),
            El("dt", {}, "support"),
            El("dd", {}, "on " + Counted(block.support, "page") + " of the site"),
            El("dt", {}, "score"), El("dd", {}, std::to_string(block.score) + " %"),
            El("dt", {}, "rule"), El("dd", {{"class", "rule"}}, block.rule), El("dt", {}, "varies"),
            El("dd", {}, VariesNote(seen)), SeenOn(seen.shown));
}

// Why each of the templates of the row is one, each once.
Markup Whys(const PageRow& row, const Templates& templates, bool open) {
  Markup whys;
  std::set<TemplateId> shown;
  for (const ExplainedBlock* block : row.blocks) {
    if (!block->template_id || !shown.insert(*block->template_id).second) continue;
    whys.Add(Why(*block, templates.at(*block->template_id)));
  }
  return El("details", {{"class", "reasons"}, {"open", Flag(open)}}, El("summary", {}, "Why"),
            whys);
}

std::string RowText(const PageRow& row) {
  std::string text;
  for (const std::string& paragraph : Paragraphs(row))
    text += (text.empty() ? "" : " ") + paragraph;
  return text;
}

Markup Badge(const PageRow& row) {
  return El("span", {{"class", "badge"}}, std::string(VerdictName(row.verdict)));
}

std::uint32_t SupportOf(const PageRow& row) {
  std::uint32_t support = 0;
  for (const ExplainedBlock* block : row.blocks) support = std::max(support, block->support);
  return support;
}

Markup FoldedRow(const PageRow& row, const Templates& templates, bool open) {
  const std::string facts = Counted(row.tokens, "word") + ", on " + Counted(SupportOf(row), "page");
  return El("details",
            {{"class", "block"},
             {"data-verdict", std::string(VerdictName(row.verdict))},
             {"open", Flag(open)}},
            El("summary", {}, Badge(row), " ",
               El("bdi", {}, CutToWidth(SafeText(RowText(row)), kSummaryWidth)), " ",
               El("span", {{"class", "count"}}, facts)),
            TemplateText(row, templates), Whys(row, templates, !open));
}

Markup OpenRow(const PageRow& row, const Templates& templates) {
  Markup content;
  if (row.verdict != Verdict::kContent) content.Add(El("p", {}, Badge(row)));
  for (const std::string& paragraph : Paragraphs(row))
    content.Add(El("p", {{"class", "text"}, {"dir", "auto"}}, paragraph));
  if (row.verdict != Verdict::kContent) content.Add(Whys(row, templates, false));
  return El("div", {{"class", "block"}, {"data-verdict", std::string(VerdictName(row.verdict))}},
            content);
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

Result<Markup> Facts(const Segment& segment, const Explanation& e) {
  const DocRecord& page = e.page.record;
  Markup facts =
      Join(El("span", {},
              El("a", {{"href", LinkTo("/templates", {{"site", e.site}})}}, El("bdi", {}, e.site))),
           DateOf(page),
           El("span", {},
              Thousands(page.body_tokens_indexed) + " of " +
                  Counted(page.body_tokens_seen, "word") + " indexed"));
  if (page.degraded) facts.Add(El("span", {}, "over a parse budget: read as plain text"));
  if (page.duplicate) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord first, ReadPage(segment, page.duplicate_of));
    facts.Add(El("span", {}, "same words as ", PageLink(first)));
  }
  return El("p", {{"class", "facts"}}, facts);
}

Markup Switch(const std::string& url, bool removal) {
  const std::string link = LinkTo("/page", {{"url", url}, {"removal", removal ? "off" : ""}});
  return El("p", {{"class", "switch"}},
            El("span", {}, removal ? "Removal is on." : "Removal is off."), " ",
            El("a", {{"id", "removal"}, {"href", link}},
               removal ? "Show the page as it was crawled" : "Show the page as it is indexed"));
}

}  // namespace

Result<HttpResponse> PageView(const Visit& visit) {
  const Segment& segment = visit.searcher.store().segment();
  const std::string url(visit.request.Parameter("url"));
  const bool removal = visit.request.Parameter("removal") != "off";
  if (url.empty()) return Status(Code::kUsage, "the address of the page is missing: /page?url=...");
  THRESH_ASSIGN_OR_RETURN(StoredPage page, FindPage(segment, url));
  THRESH_ASSIGN_OR_RETURN(const Explanation e, ExplainPage(segment, std::move(page)));
  const std::vector<PageRow> rows = PageRows(e);
  Markup blocks;
  for (const PageRow& row : rows) {
    const bool folds = row.verdict == Verdict::kTemplate;
    blocks.Add(folds ? FoldedRow(row, e.templates, !removal) : OpenRow(row, e.templates));
  }
  THRESH_ASSIGN_OR_RETURN(const Markup facts, Facts(segment, e));
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
