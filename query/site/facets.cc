#include "query/site/facets.h"

#include <algorithm>
#include <map>

#include "common/cli/table.h"
#include "query/retrieve/condition.h"

#include "query/site/views.h"

namespace thresh {
namespace {

constexpr std::size_t kYearDigits = 4;  // dates are ISO 8601

struct Tally {
  std::map<std::string, std::uint64_t> sites, years;
  bool all = true;
};

Result<Tally> TallyPages(Searcher& searcher, const Query& query) {
  SearchOptions options;
  // A fixed number of hits, because each one costs a record of the store: some milliseconds,
  // whatever the query.
  options.n = kFacetHits;
  options.deadline_ms = kSearchDeadlineMs;
  THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher.Search(query, options));
  Tally tally;
  // Exactly kFacetHits hits may be all or may not, so they do not count as all.
  tally.all = ranking.hits.size() < kFacetHits;
  const auto& sites = searcher.index().sites();
  for (const Hit& hit : ranking.hits) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher.Page(hit.doc));
    const std::string host = page.site.value < sites.size() ? sites[page.site.value].host : "";
    if (!host.empty()) ++tally.sites[host];
    const std::string year = page.date.substr(0, kYearDigits);
    const bool digits = year.find_first_not_of("0123456789") == std::string::npos;
    if (year.size() == kYearDigits && digits) ++tally.years[year];
  }
  return tally;
}

template <typename Less>
std::vector<FacetValue> Sorted(const std::map<std::string, std::uint64_t>& counts, Less less) {
  std::vector<FacetValue> values;
  values.reserve(counts.size());
  for (const auto& [name, pages] : counts) values.push_back({name, pages});
  // The map is sorted by name, so a stable sort leaves ties in the order of names.
  std::stable_sort(values.begin(), values.end(), less);
  if (values.size() > kFacetValues) values.resize(kFacetValues);
  return values;
}

struct Choice {
  std::string name;
  std::uint64_t pages;
  bool chosen;
  std::string link;  // chooses it; back from it where it is chosen
};

Markup ShowChoices(std::string_view title, const std::vector<Choice>& choices) {
  Markup items;
  for (const Choice& choice : choices) {
    const auto current = choice.chosen ? std::optional<std::string>("true") : std::nullopt;
    items.Add(
        El("li", {},
           El("a", {{"href", choice.link}, {"aria-current", current}}, El("bdi", {}, choice.name),
              " ", El("span", {{"class", "count"}}, Thousands(choice.pages)),
              choice.chosen ? El("span", {{"class", "hidden"}}, "chosen, take back") : Markup())));
  }
  return El("section", {}, El("h2", {}, title), El("ul", {}, items));
}

// The same search with one part changed. It begins at its first page, because the number of pages
// changes, too.
template <typename Change>
std::string Changed(SearchRequest request, Change change) {
  request.page = 1;
  change(&request);
  return request.Link();
}

std::vector<Choice> SiteChoices(const Facets& facets, const SearchRequest& request) {
  std::vector<Choice> choices;
  for (const auto& [name, pages] : facets.sites) {
    const bool chosen = request.site == name;
    choices.push_back({name, pages, chosen, Changed(request, [&, host = name](SearchRequest* r) {
                         r->site = chosen ? "" : host;
                       })});
  }
  return choices;
}

std::vector<Choice> YearChoices(const Facets& facets, const SearchRequest& request) {
  std::vector<Choice> choices;
  for (const auto& [name, pages] : facets.years) {
    // A year is chosen as the range from itself to itself: a bound is compared only in the fields
    // that it has.
    const bool chosen = request.from == name && request.to == name;
    choices.push_back({name, pages, chosen, Changed(request, [&, year = name](SearchRequest* r) {
                         r->from = r->to = chosen ? "" : year;
                       })});
  }
  return choices;
}

// Takes back everything that narrows the search. A condition may come from an address, and then no
// facet shows it.
Markup TakeBack(const SearchRequest& request) {
  if (request.Conditions().empty()) return {};
  std::string what = request.site.empty() ? "" : "on " + request.site;
  if (!request.from.empty()) what += (what.empty() ? "from " : ", from ") + request.from;
  if (!request.to.empty()) what += (what.empty() ? "up to " : " up to ") + request.to;
  const std::string link =
      Changed(request, [](SearchRequest* r) { r->site = r->from = r->to = ""; });
  return El("p", {{"class", "within"}}, El("bdi", {}, what), " ",
            El("a", {{"href", link}}, "everywhere"));
}

}  // namespace

Result<Facets> CountFacets(Searcher& searcher, const SearchRequest& request) {
  THRESH_ASSIGN_OR_RETURN(const Query query, searcher.Parse(request.query));
  THRESH_ASSIGN_OR_RETURN(Tally by_site,
                          TallyPages(searcher, Within(query, request.DateCondition())));
  Facets facets;
  facets.all = by_site.all;
  // Without a condition one search serves both facets.
  if (!request.Conditions().empty()) {
    // Each facet is counted without its own condition, so that its other values have counts.
    THRESH_ASSIGN_OR_RETURN(const Tally by_year,
                            TallyPages(searcher, Within(query, request.SiteCondition())));
    by_site.years = by_year.years;
    facets.all = facets.all && by_year.all;
  }
  facets.sites = Sorted(by_site.sites,
                        [](const FacetValue& a, const FacetValue& b) { return a.pages > b.pages; });
  facets.years = Sorted(by_site.years,
                        [](const FacetValue& a, const FacetValue& b) { return a.name > b.name; });
  return facets;
}

Markup ShowFacets(const Facets& facets, const SearchRequest& request) {
  Markup shown = TakeBack(request);
  // A single site narrows nothing, unless it was chosen and can be taken back.
  const bool several = facets.sites.size() > 1 || !request.site.empty();
  if (several && !facets.sites.empty())
    shown.Add(ShowChoices("Sites", SiteChoices(facets, request)));
  if (!facets.years.empty()) shown.Add(ShowChoices("Years", YearChoices(facets, request)));
  if (shown.empty()) return {};
  if (!facets.all) {
    shown.Add(
        El("p", {{"class", "note"}}, "counted on the best " + Thousands(kFacetHits) + " pages"));
  }
  return El("nav", {{"id", "facets"}, {"aria-label", "Narrow down"}}, shown);
}

}  // namespace thresh
