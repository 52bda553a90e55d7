#include "indexer/detect/strike_builder.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace thresh {

TemplateId StrikeBuilder::Template(SiteId site, const Hash128& key, const std::string& rule) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [found, is_new] = known_.emplace(Key{site, key}, next);
  if (is_new) strikes_.templates.push_back({site, key, rule});
  return found->second;
}

Strikes StrikeBuilder::Take() {
  std::sort(strikes_.strikes.begin(), strikes_.strikes.end(), [](const Strike& a, const Strike& b) {
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  });
  known_.clear();
  return std::exchange(strikes_, {});
}

void StrikeBuilder::Decode(RecordReader* in) {
  Describe(*this, *in);
  for (const Strike& strike : strikes_.strikes) {
    if (strike.template_id.value >= strikes_.templates.size()) in->Fail();
  }
  known_.clear();
  for (const FoundTemplate& found : strikes_.templates) {
    known_.emplace(Key{found.site, found.key},
                   TemplateId(static_cast<std::uint32_t>(known_.size())));
  }
}

std::size_t StrikeBuilder::bytes() const {
  constexpr std::size_t kTreeNode = 64;  // of known_, with its links and what malloc adds
  constexpr std::size_t kRule = 128;
  return strikes_.strikes.capacity() * sizeof(Strike) +
         strikes_.templates.size() * (sizeof(FoundTemplate) + kRule + kTreeNode);
}

}  // namespace thresh
