#include "indexer/strikes.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace thresh {
namespace {

bool Before(const Strike& a, const Strike& b) {
  return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
}

}  // namespace

// Most strikes are found in page order, and a look costs less than a sort.
void SortStrikes(std::vector<Strike>* strikes) {
  if (!std::is_sorted(strikes->begin(), strikes->end(), Before))
    std::sort(strikes->begin(), strikes->end(), Before);
}

void AppendStrikes(const Strikes& more, Strikes* all) {
  const auto before = static_cast<std::uint32_t>(all->templates.size());
  const auto sorted = static_cast<std::ptrdiff_t>(all->strikes.size());
  all->templates.insert(all->templates.end(), more.templates.begin(), more.templates.end());
  for (Strike strike : more.strikes) {
    strike.template_id = TemplateId(strike.template_id.value + before);
    all->strikes.push_back(strike);
  }
  std::inplace_merge(all->strikes.begin(), all->strikes.begin() + sorted, all->strikes.end(),
                     Before);
}

std::map<SiteId, Strikes> BySite(const Strikes& strikes) {
  std::map<SiteId, Strikes> sites;
  std::vector<TemplateId> ids;  // within the site
  for (const FoundTemplate& found : strikes.templates) {
    std::vector<FoundTemplate>& templates = sites[found.site].templates;
    ids.emplace_back(static_cast<std::uint32_t>(templates.size()));
    templates.push_back(found);
  }
  for (Strike strike : strikes.strikes) {
    const std::uint32_t found = strike.template_id.value;
    strike.template_id = ids[found];
    sites[strikes.templates[found].site].strikes.push_back(strike);
  }
  return sites;
}

}  // namespace thresh
