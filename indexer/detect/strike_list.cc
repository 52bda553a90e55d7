#include "indexer/detect/strike_list.h"

#include <algorithm>
#include <tuple>

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

// Many detectors find strikes in page order, and a check costs less than a sort.
Strikes StrikeList::Take() {
  const auto before = [](const Strike& a, const Strike& b) {
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  };
  Strikes taken = std::move(strikes_);
  // The names go, too: a template that is found again gets a new number. The merge joins templates
  // of several runs by their key.
  *this = {};
  if (!std::is_sorted(taken.strikes.begin(), taken.strikes.end(), before))
    std::sort(taken.strikes.begin(), taken.strikes.end(), before);
  return taken;
}

std::size_t StrikeList::bytes() const {
  constexpr std::size_t kNode = sizeof(*ids_.begin()) + 48;  // of ids_, with what malloc adds
  return strikes_.strikes.capacity() * sizeof(Strike) +
         strikes_.templates.size() * (sizeof(FoundTemplate) + kNode) + rule_bytes_;
}

}  // namespace thresh
