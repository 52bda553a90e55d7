#include <algorithm>
#include <optional>

#include "common/base/numbers.h"
#include "common/cli/table.h"
#include "common/report/template_card.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/pictures.h"
#include "query/site/request.h"

namespace thresh {
namespace {

// Each entry of the list reads its representative page, so the list has few entries.
constexpr std::size_t kTemplatesAPage = 20;
constexpr std::size_t kMostPages = 10000;  // a larger number in an address would overflow
constexpr std::size_t kSitesAPage = 20;    // the templates stand below them

// A damaged store may say that more was indexed than seen. The difference must not wrap around.
std::uint64_t RemovedFrom(const Statistics& statistics) {
  return statistics.tokens_seen - std::min(statistics.tokens_seen, statistics.tokens_indexed);
}

// ---- sites

Markup SiteRow(const SiteRecord& site) {
  const Statistics& s = site.statistics;
  const double share = Ratio(RemovedFrom(s), s.tokens_seen);
  const std::string percent =
      Percent(static_cast<double>(RemovedFrom(s)), static_cast<double>(s.tokens_seen));
  return El("tr", {},
            El("th", {{"scope", "row"}},
               El("a", {{"href", LinkTo("/templates", {{"site", site.host}})}},
                  El("bdi", {}, site.host))),
            El("td", {}, Thousands(s.docs)), El("td", {}, Thousands(s.templates)),
            El("td", {}, Thousands(s.tokens_seen)), El("td", {}, percent),
            El("td", {{"class", "bars"}}, PartBar(share, percent + " of the words removed")));
}

// The list of all sites and that of templates go over pages of their own.
struct Wanted {
  std::string site;       // empty: all
  std::size_t page = 1;   // of the templates
  std::size_t sites = 1;  // page of the sites
  Statistics statistics;  // of the site, or of all

  std::string Link(std::size_t other_page, std::size_t other_sites) const {
    const auto number = [](std::size_t n) { return n > 1 ? std::to_string(n) : ""; };
    return LinkTo("/templates",
                  {{"site", site}, {"sites", number(other_sites)}, {"page", number(other_page)}});
  }
};

Markup SiteTable(const std::vector<SiteRecord>& sites, const Wanted& wanted) {
  std::vector<SiteRecord> rows = sites;
  std::stable_sort(rows.begin(), rows.end(), [](const SiteRecord& a, const SiteRecord& b) {
    return RemovedFrom(a.statistics) > RemovedFrom(b.statistics);
  });
  const std::size_t last = std::max<std::size_t>((rows.size() + kSitesAPage - 1) / kSitesAPage, 1);
  const std::size_t page = std::min(wanted.sites, last);
  Markup body;
  for (std::size_t i = (page - 1) * kSitesAPage; i < std::min(page * kSitesAPage, rows.size()); ++i)
    body.Add(SiteRow(rows[i]));
  const auto title = [](std::string_view text) { return El("th", {{"scope", "col"}}, text); };
  const auto link = [&](std::size_t to) {
    return to < 1 || to > last ? std::string() : wanted.Link(wanted.page, to);
  };
  return Join(
      El("div",
         // The table scrolls sideways on a narrow screen, and only an element with the focus
         // can be scrolled by keys.
         {{"class", "wide"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Sites"}},
         El("table", {{"id", "sites"}},
            El("thead", {},
               El("tr", {}, title("site"), title("pages"), title("templates"), title("words"),
                  title("removed"), El("td", {}))),
            El("tbody", {}, body))),
      Pager(link(page - 1), link(page + 1), page, "Pages of sites"));
}

// ---- templates

struct Item {
  TemplateCard card;
  Sighting representative;
  DocRecord first;
};

Result<Item> ReadItem(const Store& store, TemplateCard card) {
  THRESH_ASSIGN_OR_RETURN(Sighting representative,
                          ReadSighting(store, card.id, card.record.representative));
  THRESH_ASSIGN_OR_RETURN(DocRecord first, ReadPage(store, card.record.first));
  return Item{std::move(card), std::move(representative), std::move(first)};
}

Markup ShowItem(const Item& item, std::uint64_t removed) {
  const TemplateRecord& record = item.card.record;
  const std::string id = std::to_string(item.card.id.value);
  const std::string link = LinkTo("/template", {{"id", id}});
  const std::string weight = Thousands(record.tokens_removed) + " words removed";
  const bool one = record.first == record.representative;
  return El(
      "li", {{"id", "t" + id}},
      // The picture leads where the heading leads. Keyboards and screen readers meet one link
      // only.
      El("a", {{"class", "look"}, {"href", link}, {"tabindex", "-1"}, {"aria-hidden", "true"}},
         PagePicture(item.representative.bands, "where it stands in its page")),
      El("div", {}, El("h2", {}, El("a", {{"class", "title"}, {"href", link}}, weight)),
         PartBar(Ratio(record.tokens_removed, removed), "its share of all words removed"),
         El("p", {{"class", "text"}, {"dir", "auto"}}, record.text),
         El("p", {{"class", "facts"}}, El("span", {}, "on " + Counted(record.support, "page")),
            El("span", {}, Counted(record.tokens, "word") + " here"),
            El("span", {}, record.exact ? "the same on all" : "varies"),
            El("span", {}, El("bdi", {}, item.card.site))),
         El("p", {{"class", "facts"}},
            El("span", {}, one ? "First and representative: " : "Representative: ",
               PageLink(item.representative.page)),
            one ? Markup() : El("span", {}, "First: ", PageLink(item.first)))));
}

// What pages of the site look like. The examples of its heaviest template stand for the others.
Result<Markup> Glance(const Store& store, const TemplateCard& heaviest) {
  Markup pictures;
  for (const DocId doc : heaviest.record.examples) {
    THRESH_ASSIGN_OR_RETURN(Sighting sighting, ReadSighting(store, heaviest.id, doc));
    for (Band& band : sighting.bands)
      // These pictures are about pages and not about one template, so it has no colour of its own.
      if (band.kind == "this") band.kind = "template";
    pictures.Add(
        El("li", {},
           El("a", {{"href", LinkTo("/page", {{"url", sighting.page.url}})}, {"dir", "auto"}},
              PagePicture(sighting.bands, "blocks of"), El("span", {}, TitleOf(sighting.page)))));
  }
  return El("section", {{"class", "glance"}}, El("h2", {}, "Pages at a glance"),
            El("ul", {{"class", "pictures"}}, pictures));
}

Result<Markup> ShowList(const Store& store, const Wanted& wanted) {
  const std::size_t from = (wanted.page - 1) * kTemplatesAPage;
  THRESH_ASSIGN_OR_RETURN(TemplateCards list,
                          ReadCards(store, wanted.site, from + kTemplatesAPage));
  if (list.found == 0) return El("p", {{"class", "nothing"}}, "This list has no template.");
  if (list.shown.size() <= from) {
    const std::size_t last = (list.found + kTemplatesAPage - 1) / kTemplatesAPage;
    return El("p", {{"class", "nothing"}},
              "There is no page " + Thousands(wanted.page) + " of this list. ",
              El("a", {{"href", wanted.Link(last, wanted.sites)}},
                 "To the last, page " + Thousands(last)));
  }
  Markup html;
  // The heaviest template of a crawl is on one site and says nothing about the other sites.
  const bool one_site = !wanted.site.empty() || store.sites().size() == 1;
  if (one_site && wanted.page == 1) {
    THRESH_ASSIGN_OR_RETURN(const Markup glance, Glance(store, list.shown.front()));
    html.Add(glance);
  }
  Markup items;
  for (std::size_t i = from; i < list.shown.size(); ++i) {
    THRESH_ASSIGN_OR_RETURN(const Item item, ReadItem(store, std::move(list.shown[i])));
    items.Add(ShowItem(item, RemovedFrom(wanted.statistics)));
  }
  html.Add(El("ol", {{"id", "templates"}, {"start", std::to_string(from + 1)}}, items));
  const bool more = list.found > from + kTemplatesAPage;
  html.Add(Pager(wanted.page > 1 ? wanted.Link(wanted.page - 1, wanted.sites) : "",
                 more ? wanted.Link(wanted.page + 1, wanted.sites) : "", wanted.page,
                 "Pages of templates"));
  return html;
}

// An unknown host gets the figures of all sites, which nobody sees: ReadCards refuses the host.
Statistics StatisticsOf(const Store& store, const std::string& site) {
  for (const SiteRecord& each : store.sites())
    if (each.host == site) return each.statistics;
  return store.statistics();
}

std::string Lead(const Statistics& s) {
  return Counted(s.templates, "template") + " on " + Counted(s.docs, "page") + ": " +
         Thousands(RemovedFrom(s)) + " of " + Counted(s.tokens_seen, "word") + " removed (" +
         Percent(static_cast<double>(RemovedFrom(s)), static_cast<double>(s.tokens_seen)) +
         "). Heaviest first, by words times pages.";
}

// ---- one template

// Larger than any number of templates, so an `id` that is no number ends in a 404.
constexpr std::size_t kNoTemplate = 0xffffffff;

Markup ShowSighting(const Sighting& sighting, const CommonWords& common) {
  return El(
      "li", {},
      El("div", {{"class", "look"}}, PagePicture(sighting.bands, "where it stands in the page")),
      El("div", {}, El("h3", {}, PageLink(sighting.page)), UrlSteps(sighting.page.url),
         El("p", {{"class", "text"}, {"dir", "auto"}},
            MarkVarying(sighting.text, VaryingIn(sighting.text, common)))));
}

Markup Facts(const TemplateCard& card) {
  const std::string& site = card.site;
  return El("dl", {{"class", "why"}}, El("dt", {}, "site"),
            El("dd", {},
               El("a", {{"href", LinkTo("/templates", {{"site", site}})}}, El("bdi", {}, site))),
            CardFacts(card));
}

}  // namespace

Result<HttpResponse> TemplatesView(const Visit& visit) {
  const Store& store = visit.searcher.store();
  Wanted wanted{.site = std::string(visit.request.Parameter("site")),
                .page = NumberOf(visit.request.Parameter("page"), 1, kMostPages, 1),
                .sites = NumberOf(visit.request.Parameter("sites"), 1, kMostPages, 1),
                .statistics = {}};
  wanted.statistics = StatisticsOf(store, wanted.site);
  THRESH_ASSIGN_OR_RETURN(const Markup list, ShowList(store, wanted));
  const bool all = wanted.site.empty() && store.sites().size() > 1;
  const std::string title = wanted.site.empty() ? "Templates" : "Templates of " + wanted.site;
  return Dress(visit, {.title = title,
                       .place = "/templates",
                       .main = Join(El("h1", {{"dir", "auto"}}, title),
                                    El("p", {{"class", "lead"}}, Lead(wanted.statistics)),
                                    all ? SiteTable(store.sites(), wanted) : Markup(), list)});
}

Result<HttpResponse> TemplateView(const Visit& visit) {
  const Store& store = visit.searcher.store();
  const std::size_t number = NumberOf(visit.request.Parameter("id"), 0, kNoTemplate, kNoTemplate);
  const TemplateId id(static_cast<std::uint32_t>(number));
  THRESH_ASSIGN_OR_RETURN(const std::optional<TemplateRecord> known, ReadTemplate(store, id));
  if (!known) return Status(Code::kMissing, "the store has no template of this number");
  THRESH_ASSIGN_OR_RETURN(TemplateCard card, ReadCard(store, id));
  TemplateCard* const one[] = {&card};
  THRESH_RETURN_IF_ERROR(ReadSightings(store, one));
  Markup items, more;
  // The first sighting is that of the representative page, which has a heading of its own.
  for (std::size_t i = 1; i < card.sightings.size(); ++i)
    items.Add(ShowSighting(card.sightings[i], card.common));
  if (!items.empty())
    more = Join(El("h2", {}, "Also seen on"), El("ul", {{"class", "sightings"}}, items));
  const std::string title = "Template " + Thousands(number);
  return Dress(visit, {.title = title,
                       .place = "/templates",
                       .main = Join(El("h1", {}, title), Facts(card),
                                    El("h2", {}, "On its representative page"),
                                    El("ul", {{"class", "sightings"}},
                                       ShowSighting(card.sightings.front(), card.common)),
                                    more)});
}

}  // namespace thresh
