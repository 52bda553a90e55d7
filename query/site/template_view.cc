#include "common/cli/table.h"
#include "query/present/sightings.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/marks.h"
#include "query/site/pictures.h"
#include "query/site/request.h"

namespace thresh {
namespace {

constexpr std::size_t kNoTemplate = ~std::size_t{0};

Markup Seen(const Sighting& sighting, const CommonWords& common) {
  return El(
      "li", {},
      El("div", {{"class", "look"}}, PagePicture(sighting.bands, "where it stands in the page")),
      El("div", {}, El("h3", {}, PageLink(sighting.page)), UrlSteps(sighting.page.url),
         El("p", {{"class", "text"}, {"dir", "auto"}}, MarkVarying(sighting.text, common))));
}

Markup Facts(const SeenTemplate& seen) {
  const TemplateRecord& record = seen.shown.record;
  const std::string& site = seen.shown.site;
  return El("dl", {{"class", "why"}}, El("dt", {}, "site"),
            El("dd", {},
               El("a", {{"href", LinkTo("/templates", {{"site", site}})}}, El("bdi", {}, site))),
            El("dt", {}, "support"), El("dd", {}, Counted(record.support, "page")),
            El("dt", {}, "words"),
            El("dd", {},
               Thousands(record.tokens) + " on the representative page, " +
                   Thousands(record.tokens_removed) + " removed from all"),
            El("dt", {}, "score"), El("dd", {}, std::to_string(record.score) + " %"),
            El("dt", {}, "varies"), El("dd", {}, VariesNote(seen)), El("dt", {}, "rule"),
            El("dd", {{"class", "rule"}}, RuleSentence(record.rule)));
}

}  // namespace

Result<HttpResponse> TemplateView(const Visit& visit) {
  const Segment& segment = visit.searcher.store().segment();
  const std::size_t number = NumberOf(visit.request.Parameter("id"), 0, kNoTemplate, kNoTemplate);
  if (number >= segment.statistics().templates)
    return Status(Code::kMissing, "the store has no template of this number");
  const TemplateId id(static_cast<std::uint32_t>(number));
  THRESH_ASSIGN_OR_RETURN(ShownTemplate shown, ReadTemplate(segment, id));
  SeenTemplate seen{.shown = std::move(shown)};
  SeenTemplate* const one[] = {&seen};
  THRESH_RETURN_IF_ERROR(ReadSightings(segment, one));
  Markup items, more;
  for (std::size_t i = 1; i < seen.sightings.size(); ++i)
    items.Add(Seen(seen.sightings[i], seen.common));
  if (!items.empty())
    more = Join(El("h2", {}, "Also seen on"), El("ul", {{"class", "sightings"}}, items));
  const std::string title = "Template " + Thousands(number);
  return Dress(
      visit,
      {.title = title,
       .place = "/templates",
       .main = Join(El("h1", {}, title), Facts(seen), El("h2", {}, "On its representative page"),
                    El("ul", {{"class", "sightings"}}, Seen(seen.sightings.front(), seen.common)),
                    more)});
}

}  // namespace thresh
