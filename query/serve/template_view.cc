#include "common/table.h"
#include "query/present/templates.h"
#include "query/serve/frame.h"
#include "query/serve/pieces.h"
#include "query/serve/sightings.h"

namespace thresh {
namespace {

constexpr std::size_t kNoTemplate = ~std::size_t{0};

Html Seen(const Sighting& sighting, const CommonWords& common) {
  return El("li", {},
            El("div", {{"class", "look"}}, PagePicture(sighting.bands, "where it stands in the page")),
            El("div", {}, El("h3", {}, PageLink(sighting.page)), UrlSteps(sighting.page.url),
               El("p", {{"class", "text"}, {"dir", "auto"}}, MarkVarying(sighting.text, common))));
}

Html Facts(const TemplateRecord& record, const std::string& site) {
  return El("dl", {{"class", "why"}}, El("dt", {}, "site"),
            El("dd", {}, El("a", {{"href", LinkTo("/templates", {{"site", site}})}}, El("bdi", {}, site))),
            El("dt", {}, "support"), El("dd", {}, Count(record.support, "page")), El("dt", {}, "words"),
            El("dd", {},
               Thousands(record.tokens) + " on the representative page, " + Thousands(record.tokens_removed) +
                   " removed from all"),
            El("dt", {}, "score"), El("dd", {}, std::to_string(record.score) + " %"), El("dt", {}, "varies"),
            El("dd", {}, record.exact ? "no, the same on all pages" : "yes; words marked below do"),
            El("dt", {}, "rule"), El("dd", {{"class", "rule"}}, record.rule));
}

}  // namespace

Result<HttpResponse> TemplateView(const Visit& visit) {
  const Segment& segment = visit.searcher.store().segment();
  const std::size_t number = NumberOf(visit.request.Parameter("id"), 0, kNoTemplate, kNoTemplate);
  if (number >= segment.statistics().templates)
    return Status(Code::kMissing, "the store has no template of this number");
  const TemplateId id(static_cast<std::uint32_t>(number));
  ASSIGN_OR_RETURN(const TemplateRecord record, ReadTemplate(segment, id));
  ASSIGN_OR_RETURN(const std::vector<Sighting> sightings, ReadSightings(segment, id, record));
  ASSIGN_OR_RETURN(const Sighting representative, ReadSighting(segment, id, record.representative));
  const CommonWords common = CommonTo(sightings);
  Html items;
  for (const Sighting& sighting : sightings) items.Add(Seen(sighting, common));
  const auto& sites = segment.sites();
  const std::string site = record.site.value < sites.size() ? sites[record.site.value].host : "";
  const std::string title = "Template " + Thousands(number);
  return Dress(visit, {.title = title,
                       .place = "/templates",
                       .main = Join(El("h1", {}, title), Facts(record, site),
                                    El("h2", {}, "On its representative page"),
                                    El("ul", {{"class", "sightings"}}, Seen(representative, common)),
                                    El("h2", {}, "Seen on"), El("ul", {{"class", "sightings"}}, items))});
}

}  // namespace thresh
