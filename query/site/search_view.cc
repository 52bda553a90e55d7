#include <algorithm>
#include <array>

#include "common/cli/table.h"
#include "common/report/template_card.h"
#include "query/present/search_answer.h"
#include "query/site/facets.h"
#include "query/site/frame.h"
#include "query/site/hit_sections.h"
#include "query/site/links.h"
#include "query/site/query_help.h"
#include "query/site/request.h"
#include "query/site/typed_query.h"

namespace thresh {
namespace {

// ---- nothing was asked for

// The list stands beside the examples of queries, and a crawl may have thousands of sites.
constexpr std::size_t kSitesShown = 24;

std::vector<SiteRecord> LargestSites(const Store& store) {
  std::vector<SiteRecord> sites = store.sites();
  std::stable_sort(sites.begin(), sites.end(), [](const SiteRecord& a, const SiteRecord& b) {
    return a.statistics.docs > b.statistics.docs;
  });
  if (sites.size() > kSitesShown) sites.resize(kSitesShown);
  return sites;
}

Markup Sites(const Store& store) {
  Markup items;
  for (const SiteRecord& site : LargestSites(store)) {
    items.Add(El(
        "li", {},
        El("a", {{"href", LinkTo("/templates", {{"site", site.host}})}}, El("bdi", {}, site.host)),
        " ", El("span", {{"class", "count"}}, Counted(site.statistics.docs, "page"))));
  }
  const std::size_t all = store.sites().size();
  const std::string rest = all > kSitesShown ? "and " + Thousands(all - kSitesShown) + " more" : "";
  return El("section", {{"class", "sites"}}, El("h2", {}, all == 1 ? "The site" : "The sites"),
            El("ul", {}, items),
            rest.empty() ? Markup()
                         : El("p", {{"class", "note"}}, El("a", {{"href", "/templates"}}, rest)));
}

std::string Removed(const Statistics& all) {
  const auto seen = static_cast<double>(all.tokens_seen);
  return Percent(seen - static_cast<double>(all.tokens_indexed), seen);
}

Markup StartPage(const Store& store) {
  const Statistics& all = store.statistics();
  const auto& sites = store.sites();
  return El("div", {{"class", "start"}},
            El("h1", {}, "Search ", El("em", {}, Counted(all.docs, "page"))),
            El("p", {{"class", "lead"}},
               Thousands(all.tokens_seen) + " words were crawled. " + Removed(all) +
                   " of them were removed as template: the menus, headers and footers that the " +
                   "pages of a site repeat. You search the rest."),
            El("div", {{"class", "two"}},
               El("section", {}, El("h2", {}, "How to write a query"),
                  QueryHelp(sites.empty() ? "" : sites.front().host),
                  El("p", {{"class", "note"}}, "Press ", El("kbd", {}, "?"), " for the keys. ",
                     El("a", {{"href", "/about"}}, "More about this store"))),
               Sites(store)));
}

// ---- hits

constexpr std::size_t kSectionWidth = 60;  // columns of a heading

Markup Copies(const FoundPage& found) {
  if (found.same_text.empty()) return {};
  Markup links;
  for (const std::string& url : found.same_text)
    links.Add(
        El("li", {}, El("a", {{"href", LinkTo("/page", {{"url", url}})}, {"dir", "ltr"}}, url)));
  std::string summary = "and " + Thousands(found.copies) + " more with the same text";
  if (found.copies > found.same_text.size())
    summary += ", " + Thousands(found.same_text.size()) + " of them here";
  return El("details", {{"class", "copies"}}, El("summary", {}, summary), El("ul", {}, links));
}

// A page without a history has the date of its record only. One that was seen once, or changed when
// it was seen last, has one day.
Markup DatesOf(const FoundPage& found) {
  constexpr std::size_t kDay = 10;
  if (found.last_seen.empty()) return DateOf(found.page);
  if (found.last_changed.substr(0, kDay) == found.last_seen.substr(0, kDay))
    return DateOf("seen ", found.last_seen);
  return Join(DateOf("last changed ", found.last_changed), DateOf("last seen ", found.last_seen));
}

Markup Facts(const FoundPage& found) {
  const DocRecord& page = found.page;
  Markup facts = DatesOf(found);
  facts.Add(El("span", {}, Counted(page.body_tokens_indexed, "word")));
  const std::uint32_t removed = page.body_tokens_seen - page.body_tokens_indexed;
  const std::string part =
      Percent(static_cast<double>(removed), static_cast<double>(page.body_tokens_seen));
  facts.Add(El("a", {{"href", LinkTo("/page", {{"url", page.url}})}, {"class", "stored"}},
               removed > 0 ? part + " template removed" : "nothing removed"));
  return El("p", {{"class", "facts"}}, facts);
}

struct Asked {
  SearchAnswer answer;
  std::vector<std::vector<HitSection>> sections;  // of each page that is shown
};

Markup Sections(const FoundPage& found, const std::vector<HitSection>& sections) {
  if (sections.empty()) return {};
  Markup links;
  for (const HitSection& section : sections) {
    links.Add(El("li", {{"dir", "auto"}},
                 SectionLink(found.page.url, section.anchor,
                             CutToWidth(SafeText(section.heading), kSectionWidth))));
  }
  return El("ul", {{"class", "sections"}, {"aria-label", "Sections"}}, links);
}

Markup Hit(const FoundPage& found, const std::vector<HitSection>& sections) {
  return El("li", {}, El("h2", {}, OriginalLink(found.page)), UrlSteps(found.page.url),
            El("p", {{"class", "snippet"}, {"dir", "auto"}},
               Marked(found.snippet.text, found.snippet.highlights)),
            Sections(found, sections), Facts(found), Copies(found));
}

std::string Summary(const SearchAnswer& answer) {
  const bool one = answer.matches == 1 && !answer.more;
  return (answer.more ? "At least " : "") + Thousands(answer.matches) +
         (one ? " page matches, " : " pages match, ") + Decimal(answer.milliseconds, 1) + " ms";
}

Markup DidYouMean(const SearchAnswer& answer, SearchRequest request) {
  if (answer.did_you_mean.empty()) return {};
  // Another query has other results, so the link leads to their first page.
  request.query = answer.did_you_mean;
  request.typed = false;
  request.page = 1;
  return El("p", {{"id", "did-you-mean"}}, "Did you mean ",
            El("a", {{"href", request.Link()}, {"dir", "auto"}}, answer.did_you_mean), "?");
}

Markup Nothing(const SearchRequest& request, std::size_t hits) {
  // An address may name any page of results, so a later page without hits does not mean that
  // nothing was found.
  if (hits == 0) {
    return Join(El("p", {{"class", "nothing"}},
                   request.Conditions().empty() ? "No page has any of these words."
                                                : "No page there has any of these words."),
                El("p", {}, El("a", {{"href", "/about#query"}}, "How to write a query")));
  }
  SearchRequest last = request;
  last.page = (hits + kResultsAPage - 1) / kResultsAPage;
  return El("p", {{"class", "nothing"}}, "There is no such page of results. ",
            El("a", {{"href", last.Link()}}, "To the last, page " + Thousands(last.page)));
}

Markup Hits(const Asked& asked, const SearchRequest& request) {
  const SearchAnswer& answer = asked.answer;
  if (answer.pages.empty()) return Nothing(request, answer.different);
  Markup items;
  for (std::size_t i = 0; i < answer.pages.size(); ++i)
    items.Add(Hit(answer.pages[i], asked.sections[i]));
  return El("ol", {{"id", "results"}, {"start", std::to_string(answer.options.offset + 1)}}, items);
}

// All orders of the hits, and which one it is. Pages without dates have no order of dates.
Markup Orders(const SearchRequest& request, bool dated) {
  constexpr std::array<std::string_view, kHitOrderNames.size()> kShown = {
      "Relevance", "Newest change", "Newest date", "Last seen"};
  Markup items;
  for (std::size_t i = 0; i < kShown.size(); ++i) {
    SearchRequest other = request;
    other.order = static_cast<HitOrder>(i);
    if (other.order == HitOrder::kDate && !dated && request.order != HitOrder::kDate) continue;
    other.page = 1;
    const bool chosen = request.order == other.order;
    const auto current = chosen ? std::optional<std::string>("true") : std::nullopt;
    items.Add(
        El("li", {}, El("a", {{"href", other.Link()}, {"aria-current", current}}, kShown[i])));
  }
  return El("nav", {{"id", "orders"}, {"aria-label", "Order"}}, El("ul", {}, items));
}

Markup PagerOf(const SearchRequest& request, bool more) {
  SearchRequest previous = request, next = request;
  // Page 0 is never linked: the first page has no previous one.
  --previous.page;
  ++next.page;
  return Pager(request.page > 1 ? previous.Link() : "", more ? next.Link() : "", request.page,
               "Pages of results");
}

Frame FrameOf(const SearchRequest& request) {
  return {.title = request.query,
          .place = "/",
          .query = request.query,
          .live = true,
          // A new query stays within the site and the dates that were chosen, and in their order.
          .kept = {{"site", request.site},
                   {"from", request.from},
                   {"to", request.to},
                   {"changed", request.changed},
                   {"seen", request.seen},
                   {"sort", request.SortParameter()}},
          .main = {}};
}

// Asks for one hit more than it shows. That hit tells whether there is a next page, which the
// number of matches does not, because copies are collapsed.
Result<Asked> Ask(const Visit& visit, const SearchRequest& request, const Deadline& deadline,
                  std::size_t* mistake) {
  AnswerOptions options;
  options.search.weights.SetTemplateShare(visit.options.template_weight);
  options.within = request.Conditions();
  options.search.order = request.order;
  options.offset = (request.page - 1) * kResultsAPage;
  options.search.n = kResultsAPage + 1;
  options.search.deadline_ms = deadline.Left();
  Asked asked;
  THRESH_ASSIGN_OR_RETURN(
      asked.answer, AnswerQuery(visit.searcher, request.Searched(), options, mistake,
                                SectionFinder(visit.searcher, kResultsAPage, &asked.sections)));
  if (request.Searched() == request.query) return asked;
  // Nobody typed the pattern that a word stands for, and a word that is not finished is wrong only
  // if no other begins so.
  asked.answer.notes.clear();
  asked.answer.did_you_mean.clear();
  const Result<Query> whole = visit.searcher.Parse(request.query);
  if (asked.answer.matches == 0 && whole.ok()) {
    THRESH_ASSIGN_OR_RETURN(asked.answer.did_you_mean,
                            visit.searcher.Correct(request.query, whole.value()));
  }
  return asked;
}

Result<Markup> Answered(Searcher& searcher, const SearchRequest& request, Asked asked,
                        const Deadline& deadline) {
  SearchAnswer& answer = asked.answer;
  const bool more = answer.pages.size() > kResultsAPage;
  if (more) answer.pages.resize(kResultsAPage);
  THRESH_ASSIGN_OR_RETURN(const Facets facets, CountFacets(searcher, request, deadline));
  Markup notes;
  for (const std::string& note : answer.notes) notes.Add(El("p", {{"class", "note"}}, note));
  return El("div", {{"class", "found"}},
            El("h1", {{"class", "hidden"}}, "Results for " + request.query),
            ShowFacets(facets, request),
            El("div", {{"class", "hits"}}, DidYouMean(answer, request),
               El("p", {{"class", "summary"}, {"role", "status"}}, Summary(answer)),
               answer.pages.empty() ? Markup() : Orders(request, !facets.years.empty()), notes,
               Hits(asked, request), answer.pages.empty() ? Markup() : PagerOf(request, more)));
}

}  // namespace

Result<HttpResponse> SearchView(const Visit& visit) {
  SearchRequest request = SearchRequest::Of(visit.request);
  if (request.typed) {
    THRESH_ASSIGN_OR_RETURN(request.searched, AsTyped(visit.searcher, request.query));
  }
  Frame frame = FrameOf(request);
  if (request.blank() || request.Searched().empty()) {
    frame.title.clear();
    frame.main = StartPage(visit.searcher.store());
    return Dress(visit, frame);
  }
  std::size_t mistake = 0;
  const Deadline deadline(kSearchDeadlineMs);
  Result<Asked> asked = Ask(visit, request, deadline, &mistake);
  // A mistake in the query is an answer of this page. The API makes an error of it.
  if (!asked.ok() && asked.status().code() == Code::kUsage) {
    frame.main = Join(El("h1", {{"class", "hidden"}}, "Search"),
                      QueryMistake(asked.status(), request.query, mistake));
    return Dress(visit, frame);
  }
  if (!asked.ok()) return asked.status();
  THRESH_ASSIGN_OR_RETURN(frame.main,
                          Answered(visit.searcher, request, std::move(*asked), deadline));
  return Dress(visit, frame);
}

}  // namespace thresh
