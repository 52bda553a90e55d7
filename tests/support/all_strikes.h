// Strikes of several runs as one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "indexer/strikes.h"

namespace thresh {

inline void AppendStrikes(const Strikes& more, Strikes* all) {
  const auto before = static_cast<std::uint32_t>(all->templates.size());
  const auto sorted = static_cast<std::ptrdiff_t>(all->strikes.size());
  all->templates.insert(all->templates.end(), more.templates.begin(), more.templates.end());
  for (Strike strike : more.strikes) {
    strike.template_id = TemplateId(strike.template_id.value + before);
    all->strikes.push_back(strike);
  }
  std::inplace_merge(all->strikes.begin(), all->strikes.begin() + sorted, all->strikes.end(),
                     [](const Strike& a, const Strike& b) {
                       return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
                     });
}

}  // namespace thresh
