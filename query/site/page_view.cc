#include <array>

#include "common/cli/table.h"
#include "common/store/page_text.h"
#include "query/present/explain.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/page_blocks.h"
#include "query/site/pictures.h"

namespace thresh {
namespace {

constexpr std::array<std::string_view, kVerdictNames.size()> kMeanings = {
    "indexed", "removed, because many pages of the site have it",
    "a template whose words are kept on this page, so that they can be found",
    "part of a template, but kept because it says what the page is about"};

// The words that are left out stand at the end of the page.
std::vector<Band> BandsOf(const Explanation& page) {
  std::vector<Band> bands;
  for (const ExplainedRow& row : RowsOf(page)) {
    const std::string_view verdict = VerdictName(row.verdict);
    if (bands.empty() || bands.back().kind != verdict) bands.push_back({verdict, 0});
    bands.back().tokens += row.tokens;
  }
  if (page.words_left_out > 0) bands.push_back({"left-out", page.words_left_out});
  return bands;
}

// A page of megabytes ends early here.
Markup GoesOn(const Explanation& e) {
  if (e.words_left_out == 0) return {};
  return El("p", {{"class", "note"}},
            "The page goes on with " + Counted(e.words_left_out, "word") + " more.");
}

Markup Legend(const Explanation& e) {
  Markup items;
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    if (e.blocks_by_verdict[v] == 0) continue;
    items.Add(El("li", {{"data-verdict", std::string(kVerdictNames[v])}},
                 Badge(static_cast<Verdict>(v)), " ",
                 El("span", {{"class", "count"}},
                    Counted(e.tokens_by_verdict[v], "word") + ", " +
                        Percent(static_cast<double>(e.tokens_by_verdict[v]),
                                static_cast<double>(e.page.record.body_tokens_seen))),
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
    const bool same = first.token_hash == page.token_hash;
    facts.Add(El("span", {}, same ? "same words as " : "a copy of ", PageLink(first)));
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
  THRESH_ASSIGN_OR_RETURN(const Explanation e,
                          ExplainPage(store, std::move(page), kMostBytesShown));
  THRESH_ASSIGN_OR_RETURN(const Markup blocks, PageBlocks(store, e, !removal));
  THRESH_ASSIGN_OR_RETURN(const Markup facts, Facts(store, e));
  const DocRecord& record = e.page.record;
  return Dress(
      visit,
      {.title = TitleOf(record),
       .place = "/",
       .main = El("article", {{"class", "page"}}, El("h1", {{"dir", "auto"}}, TitleOf(record)),
                  UrlSteps(record.url), facts,
                  PageStrip(BandsOf(e), "the blocks of the page from its first to its last"),
                  Legend(e), Switch(record.url, removal),
                  El("div", {{"class", removal ? "blocks" : "blocks whole"}}, blocks), GoesOn(e))});
}

}  // namespace thresh
