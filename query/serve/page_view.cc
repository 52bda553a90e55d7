#include <array>
#include <map>
#include <set>

#include "common/table.h"
#include "query/present/explain.h"
#include "query/present/templates.h"
#include "query/serve/frame.h"
#include "query/serve/page_rows.h"
#include "query/serve/pieces.h"
#include "query/serve/sightings.h"

namespace thresh {
namespace {

constexpr std::size_t kTemplatesRead = 32;  // of a page, for what varies: five pages each
constexpr std::size_t kSummaryWidth = 80;

constexpr std::array<std::string_view, kVerdictNames.size()> kMeanings = {
    "indexed", "taken out, found on many pages of the site",
    "a template whose words are kept on this page, so that they can be found",
    "in a template, but kept: it says what the page is about"};

// What is known of a template of the page.
struct Known {
  TemplateRecord record;
  std::vector<Sighting> sightings;  // none where the page has too many templates
  CommonWords common;
};
using KnownTemplates = std::map<TemplateId, Known>;

Result<KnownTemplates> ReadKnown(const Segment& segment, const Explanation& explanation) {
  KnownTemplates known;
  for (const ExplainedBlock& block : explanation.blocks) {
    if (!block.template_id || known.contains(*block.template_id)) continue;
    Known& one = known[*block.template_id];
    ASSIGN_OR_RETURN(one.record, ReadTemplate(segment, *block.template_id));
    if (known.size() > kTemplatesRead) continue;
    ASSIGN_OR_RETURN(one.sightings, ReadSightings(segment, *block.template_id, one.record));
    one.common = CommonTo(one.sightings);
  }
  return known;
}

// ---- one row

// The template's words with those marked that other pages do not have.
Html TemplateText(const PageRow& row, const KnownTemplates& known) {
  Html text;
  for (const ExplainedBlock* block : row.blocks) {
    if (!text.empty() && !block->glued) text.Add(" ");
    const auto it = block->template_id ? known.find(*block->template_id) : known.end();
    const bool marks = it != known.end() && it->second.sightings.size() > 1;
    text.Add(marks ? MarkVarying(block->text, it->second.common) : Join(block->text));
  }
  return El("p", {{"class", "text"}, {"dir", "auto"}}, text);
}

Html SeenOn(const Known& known) {
  Html links;
  for (const Sighting& sighting : known.sightings) links.Add(El("li", {}, PageLink(sighting.page)));
  if (links.empty()) return {};
  return Join(El("dt", {}, "seen on"), El("dd", {}, El("ul", {}, links)));
}

Html Why(const ExplainedBlock& block, const Known& known) {
  const std::string id = std::to_string(block.template_id->value);
  return El("dl", {{"class", "why"}}, El("dt", {}, "template"),
            El("dd", {}, El("a", {{"href", LinkTo("/template", {{"id", id}})}}, "number " + id)),
            El("dt", {}, "support"), El("dd", {}, "on " + Count(block.support, "page") + " of the site"),
            El("dt", {}, "score"), El("dd", {}, std::to_string(block.score) + " %"), El("dt", {}, "rule"),
            El("dd", {{"class", "rule"}}, block.rule), El("dt", {}, "varies"),
            El("dd", {}, known.record.exact ? "no, the same on all pages" : "yes; words marked above do"),
            SeenOn(known));
}

// Why each of the templates of the row is one, each once.
Html Whys(const PageRow& row, const KnownTemplates& known, bool open) {
  Html whys;
  std::set<TemplateId> shown;
  for (const ExplainedBlock* block : row.blocks) {
    if (!block->template_id || !shown.insert(*block->template_id).second) continue;
    whys.Add(Why(*block, known.at(*block->template_id)));
  }
  return El("details", {{"class", "reasons"}, {"open", Flag(open)}}, El("summary", {}, "Why"), whys);
}

std::string RowText(const PageRow& row) {
  std::string text;
  for (const std::string& paragraph : Paragraphs(row)) text += (text.empty() ? "" : " ") + paragraph;
  return text;
}

Html Badge(const PageRow& row) {
  return El("span", {{"class", "badge"}}, std::string(VerdictName(row.verdict)));
}

std::uint32_t SupportOf(const PageRow& row) {
  std::uint32_t support = 0;
  for (const ExplainedBlock* block : row.blocks) support = std::max(support, block->support);
  return support;
}

Html FoldedRow(const PageRow& row, const KnownTemplates& known, bool open) {
  const std::string facts = Count(row.tokens, "word") + ", on " + Count(SupportOf(row), "page");
  return El(
      "details",
      {{"class", "block"}, {"data-verdict", std::string(VerdictName(row.verdict))}, {"open", Flag(open)}},
      El("summary", {}, Badge(row), " ", El("bdi", {}, CutToWidth(SafeText(RowText(row)), kSummaryWidth)),
         " ", El("span", {{"class", "count"}}, facts)),
      TemplateText(row, known), Whys(row, known, !open));
}

Html OpenRow(const PageRow& row, const KnownTemplates& known) {
  Html content;
  if (row.verdict != Verdict::kContent) content.Add(El("p", {}, Badge(row)));
  for (const std::string& paragraph : Paragraphs(row)) content.Add(Foreign("p", "text", paragraph));
  if (row.verdict != Verdict::kContent) content.Add(Whys(row, known, false));
  return El("div", {{"class", "block"}, {"data-verdict", std::string(VerdictName(row.verdict))}}, content);
}

// ---- the page

Html Legend(const Explanation& e) {
  Html items;
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    if (e.blocks_by_verdict[v] == 0) continue;
    items.Add(El("li", {{"data-verdict", std::string(kVerdictNames[v])}},
                 El("span", {{"class", "badge"}}, std::string(kVerdictNames[v])), " ",
                 El("span", {{"class", "count"}},
                    Count(e.blocks_by_verdict[v], "block") + ", " + Count(e.tokens_by_verdict[v], "word")),
                 El("span", {{"class", "meaning"}}, std::string(kMeanings[v]))));
  }
  return El("ul", {{"class", "legend"}}, items);
}

Result<Html> Facts(const Segment& segment, const Explanation& e) {
  const DocRecord& page = e.page.record;
  Html facts = Join(
      El("span", {}, El("a", {{"href", LinkTo("/templates", {{"site", e.site}})}}, El("bdi", {}, e.site))),
      DateOf(page),
      El("span", {},
         Thousands(page.body_tokens_indexed) + " of " + Count(page.body_tokens_seen, "word") + " indexed"));
  if (page.degraded) facts.Add(El("span", {}, "over a parse budget: read as plain text"));
  if (page.duplicate) {
    ASSIGN_OR_RETURN(const DocRecord first, ReadPage(segment, page.duplicate_of));
    facts.Add(El("span", {}, "same words as ", PageLink(first)));
  }
  return El("p", {{"class", "facts"}}, facts);
}

Html Switch(const std::string& url, bool removal) {
  const std::string link = LinkTo("/page", {{"url", url}, {"removal", removal ? "off" : ""}});
  return El("p", {{"class", "switch"}}, El("span", {}, removal ? "Removal is on." : "Removal is off."), " ",
            El("a", {{"id", "removal"}, {"href", link}},
               removal ? "Show the page as it was crawled" : "Show the page as it is indexed"));
}

}  // namespace

Result<HttpResponse> PageView(const Visit& visit) {
  const Segment& segment = visit.searcher.store().segment();
  const std::string url(visit.request.Parameter("url"));
  const bool removal = visit.request.Parameter("removal") != "off";
  if (url.empty()) return Status(Code::kUsage, "the address of the page is missing: /page?url=...");
  ASSIGN_OR_RETURN(StoredPage page, FindPage(segment, url));
  ASSIGN_OR_RETURN(const Explanation e, ExplainPage(segment, std::move(page)));
  ASSIGN_OR_RETURN(const KnownTemplates known, ReadKnown(segment, e));
  const std::vector<PageRow> rows = PageRows(e);
  Html blocks;
  for (const PageRow& row : rows) {
    const bool folds = row.verdict == Verdict::kTemplate;
    blocks.Add(folds ? FoldedRow(row, known, !removal) : OpenRow(row, known));
  }
  ASSIGN_OR_RETURN(const Html facts, Facts(segment, e));
  const DocRecord& record = e.page.record;
  return Dress(
      visit,
      {.title = TitleOf(record),
       .place = "/",
       .main = El("article", {{"class", "page"}}, Foreign("h1", "", TitleOf(record)), UrlSteps(record.url),
                  facts, PageStrip(BandsOf(rows), "the blocks of the page from its first to its last"),
                  Legend(e), Switch(record.url, removal),
                  El("div", {{"class", removal ? "blocks" : "blocks whole"}}, blocks))});
}

}  // namespace thresh
