#include "indexer/run/strikes.h"

#include <algorithm>
#include <tuple>

namespace thresh {

void Strikes::Append(const Strikes& other) {
  const auto renumber = static_cast<std::uint32_t>(templates.size());
  const auto mine = static_cast<std::ptrdiff_t>(strikes.size());
  templates.insert(templates.end(), other.templates.begin(), other.templates.end());
  for (Strike strike : other.strikes) {
    strike.template_id = TemplateId(strike.template_id.value + renumber);
    strikes.push_back(strike);
  }
  std::inplace_merge(
      strikes.begin(), strikes.begin() + mine, strikes.end(),
      [](const Strike& a, const Strike& b) { return std::tie(a.doc, a.block) < std::tie(b.doc, b.block); });
}

}  // namespace thresh
