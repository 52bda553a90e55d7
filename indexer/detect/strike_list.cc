#include "indexer/detect/strike_list.h"

#include <algorithm>
#include <tuple>

namespace thresh {

TemplateId StrikeList::Name(const FoundTemplate& found) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [id, is_new] = ids_.emplace(std::pair(found.site, found.key), next);
  if (is_new) {
    strikes_.templates.push_back(found);
    constexpr std::size_t kNodeBytes = 48;  // of the map, besides what it holds
    template_bytes_ +=
        sizeof(FoundTemplate) + found.rule.size() + sizeof(*ids_.begin()) + kNodeBytes;
  }
  return id->second;
}

Strikes StrikeList::Take() {
  Strikes taken = std::move(strikes_);
  *this = {};
  std::sort(taken.strikes.begin(), taken.strikes.end(), [](const Strike& a, const Strike& b) {
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  });
  return taken;
}

template <typename Coder, typename List>
void StrikeList::Describe(Coder& coder, List& strikes) {
  coder.List(strikes.templates, [&](auto& found) {
    coder.Number(found.site.value);
    coder.Hash(found.key);
    coder.String(found.rule);
  });
  coder.List(strikes.strikes, [&](auto& strike) {
    coder.Number(strike.doc.value);
    coder.Number(strike.block.value);
    coder.Number(strike.template_id.value);
  });
}

std::string StrikeList::Encode() const {
  return Encoded([&](RecordWriter& out) { Describe(out, strikes_); });
}

bool StrikeList::Decode(std::string_view state) {
  *this = {};
  Strikes strikes;
  if (!Decoded(state, [&](RecordReader& in) { Describe(in, strikes); })) return false;
  for (const FoundTemplate& found : strikes.templates) Name(found);
  for (const Strike& strike : strikes.strikes) {
    if (strike.template_id.value >= strikes_.templates.size()) return false;
    Add(strike.doc, strike.block, strike.template_id);
  }
  return true;
}

}  // namespace thresh
