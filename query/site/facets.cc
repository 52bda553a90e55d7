#include "query/site/facets.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>

#include "common/cli/table.h"
#include "query/retrieve/condition.h"
#include "query/retrieve/page_facets.h"
#include "query/retrieve/presets.h"
#include "query/site/date_form.h"
#include "query/site/views.h"

namespace thresh {
namespace {

struct Span {
  std::string_view name;
  int days;
};
// Days with the newest one, so that of a site that is crawled each week the past week is one crawl.
constexpr std::array<Span, 3> kSpans = {{{"past week", 7}, {"past month", 30}, {"past year", 365}}};

struct Tally {
  std::map<std::string, std::uint64_t> sites, years;
  std::array<std::vector<RecentFacet>, 2> recent;  // by CrawlTime
  std::uint64_t pages = 0;
  bool all = true;
};
// The part of a request that asks for pages since a time, by CrawlTime, and what it is called.
constexpr std::array<std::string SearchRequest::*, 2> kSince = {&SearchRequest::changed,
                                                                &SearchRequest::seen};
constexpr std::array<std::string_view, 2> kSinceNames = {"changed since ", "seen since "};
constexpr std::array<std::string_view, 2> kSinceTitles = {"Content changed", "Last seen"};

// The day that lies `days` days before an ISO 8601 time. Empty if the time is no date.
std::string DayBefore(std::string_view time, int days) {
  const std::string_view day = time.substr(0, 10);
  if (day.size() < 10 || !IsDateBound(day)) return {};
  const auto number = [day](std::size_t at, std::size_t digits) {
    int value = 0;
    for (const char c : day.substr(at, digits)) value = 10 * value + (c - '0');
    return value;
  };
  const std::chrono::year_month_day date(std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2))));
  const std::chrono::year_month_day before(std::chrono::sys_days(date) - std::chrono::days(days));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(before.year()),
                static_cast<unsigned>(before.month()), static_cast<unsigned>(before.day()));
  return text.data();
}

std::vector<RecentFacet> RecentSpans(const TimeColumn& times) {
  std::vector<RecentFacet> spans;
  for (const auto& [name, days] : kSpans) {
    std::string since = DayBefore(times.last_seen, days - 1);
    if (!since.empty()) spans.push_back({std::string(name), std::move(since)});
  }
  return spans;
}

std::string YearText(unsigned year) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%04u", year % 10000);
  return text.data();
}

Result<Tally> TallyPages(Searcher& searcher, const Query& query, const Deadline& deadline) {
  SearchOptions options;
  // A fixed number of hits, because the year of each stands in a record of the store, which is read
  // once: some milliseconds, whatever the query.
  options.n = kFacetHits;
  options.deadline_ms = deadline.Left();
  THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher.Search(query, options));
  PageFacets& facets = searcher.facets();
  Tally tally;
  std::array<const TimeColumn*, 2> times = {};
  for (std::size_t t = 0; t < times.size(); ++t) {
    THRESH_ASSIGN_OR_RETURN(times[t], searcher.index().Times(static_cast<CrawlTime>(t)));
    tally.recent[t] = RecentSpans(*times[t]);
  }
  tally.pages = ranking.hits.size();
  // Exactly kFacetHits hits may be all or may not, so they do not count as all.
  tally.all = ranking.hits.size() < kFacetHits;
  std::map<SiteId, std::uint64_t> sites;
  std::map<unsigned, std::uint64_t> years;
  for (const Hit& hit : ranking.hits) {
    THRESH_RETURN_IF_ERROR(deadline.Check());
    ++sites[facets.SiteOf(hit.doc)];
    THRESH_ASSIGN_OR_RETURN(const std::optional<unsigned> year, facets.YearOf(hit.doc));
    if (year) ++years[*year];
    for (std::size_t t = 0; t < times.size(); ++t) {
      for (RecentFacet& span : tally.recent[t])
        span.pages += IsDateWithin(times[t]->At(hit.doc), span.since, "") ? 1U : 0U;
    }
  }
  for (const auto& [site, pages] : sites)
    tally.sites[searcher.index().sites()[site.value].host] = pages;
  for (const auto& [year, pages] : years) tally.years[YearText(year)] = pages;
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

// Spans that would narrow nothing are left out: a store that was built once changed as a whole.
std::vector<Choice> RecentChoices(const Facets& facets, std::size_t time,
                                  const SearchRequest& request) {
  std::vector<Choice> choices;
  for (const auto& [name, since, pages] : facets.recent[time]) {
    const bool chosen = request.*kSince[time] == since;
    if (!chosen && (pages == 0 || pages == facets.pages[time])) continue;
    choices.push_back({name, pages, chosen, Changed(request, [&, day = since](SearchRequest* r) {
                         r->*kSince[time] = chosen ? "" : day;
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
  for (std::size_t t = 0; t < kSince.size(); ++t) {
    const std::string& since = request.*kSince[t];
    if (!since.empty()) what.append(what.empty() ? "" : ", ").append(kSinceNames[t]).append(since);
  }
  const std::string link = Changed(
      request, [](SearchRequest* r) { r->site = r->from = r->to = r->changed = r->seen = ""; });
  const bool only_time = request.site.empty() && request.from.empty() && request.to.empty();
  return El("p", {{"class", "within"}}, El("bdi", {}, what), " ",
            El("a", {{"href", link}}, only_time ? "at any time" : "everywhere"));
}

}  // namespace

Result<Facets> CountFacets(Searcher& searcher, const SearchRequest& request,
                           const Deadline& deadline) {
  THRESH_ASSIGN_OR_RETURN(Query query, searcher.Parse(request.Searched()));
  THRESH_ASSIGN_OR_RETURN(query, searcher.Vary(std::move(query), DefaultSearch()));
  // The pages that meet all conditions but those of one facet.
  const auto count = [&](std::string SearchRequest::*first, std::string SearchRequest::*second) {
    SearchRequest others = request;
    others.*first = others.*second = "";
    return TallyPages(searcher, Within(query, others.Conditions()), deadline);
  };
  THRESH_ASSIGN_OR_RETURN(Tally tally, count(&SearchRequest::site, &SearchRequest::site));
  Facets facets;
  facets.all = tally.all;
  // Without a condition one search serves all facets.
  if (!request.Conditions().empty()) {
    THRESH_ASSIGN_OR_RETURN(Tally by_year, count(&SearchRequest::from, &SearchRequest::to));
    tally.years = std::move(by_year.years);
    facets.all = facets.all && by_year.all;
  }
  for (std::size_t t = 0; t < kSince.size(); ++t) {
    facets.recent[t] = std::move(tally.recent[t]);
    facets.pages[t] = tally.pages;
    if (request.Conditions().empty()) continue;
    THRESH_ASSIGN_OR_RETURN(Tally by_time, count(kSince[t], kSince[t]));
    facets.recent[t] = std::move(by_time.recent[t]);
    facets.pages[t] = by_time.pages;
    facets.all = facets.all && by_time.all;
  }
  facets.sites = Sorted(tally.sites,
                        [](const FacetValue& a, const FacetValue& b) { return a.pages > b.pages; });
  // The chosen site stands in the list, wherever it is, so that it can be taken back there.
  const auto chosen = tally.sites.find(request.site);
  if (chosen != tally.sites.end()) {
    const FacetValue value{chosen->first, chosen->second};
    if (std::find(facets.sites.begin(), facets.sites.end(), value) == facets.sites.end())
      facets.sites.back() = value;
  }
  facets.years =
      Sorted(tally.years, [](const FacetValue& a, const FacetValue& b) { return a.name > b.name; });
  return facets;
}

Markup ShowFacets(const Facets& facets, const SearchRequest& request) {
  Markup shown = TakeBack(request);
  // A single site narrows nothing, unless it was chosen and can be taken back.
  const bool several = facets.sites.size() > 1 || !request.site.empty();
  if (several && !facets.sites.empty())
    shown.Add(ShowChoices("Sites", SiteChoices(facets, request)));
  for (std::size_t t = 0; t < kSince.size(); ++t) {
    const std::vector<Choice> recent = RecentChoices(facets, t, request);
    if (!recent.empty()) shown.Add(ShowChoices(kSinceTitles[t], recent));
  }
  if (!facets.years.empty()) shown.Add(ShowChoices("Years", YearChoices(facets, request)));
  if (!facets.years.empty() || !request.DateCondition().empty()) shown.Add(DateForm(request));
  if (shown.empty()) return {};
  if (!facets.all) {
    shown.Add(
        El("p", {{"class", "note"}}, "counted on the best " + Thousands(kFacetHits) + " pages"));
  }
  return El("nav", {{"id", "facets"}, {"aria-label", "Narrow down"}}, shown);
}

}  // namespace thresh
