#include "indexer/detect/strike_list.h"

namespace thresh {

TemplateId StrikeList::Name(const FoundTemplate& found) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [id, is_new] = ids_.emplace(std::pair(found.site, found.key), next);
  if (is_new) {
    strikes_.templates.push_back(found);
    rule_bytes_ += found.rule.bytes();
  }
  return id->second;
}

Strikes StrikeList::Take() {
  Strikes taken = std::move(strikes_);
  // The names go, too: a template that is found again gets a new number. The merge joins templates
  // of several runs by their key.
  *this = {};
  SortStrikes(&taken.strikes);
  return taken;
}

std::size_t StrikeList::bytes() const {
  constexpr std::size_t kNode = sizeof(*ids_.begin()) + 48;  // of ids_, with what malloc adds
  return strikes_.strikes.capacity() * sizeof(Strike) +
         strikes_.templates.size() * (sizeof(FoundTemplate) + kNode) + rule_bytes_;
}

}  // namespace thresh
