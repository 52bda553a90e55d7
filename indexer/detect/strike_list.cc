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

template <typename Self, typename Coder>
void StrikeList::Describe(Self& self, Coder& coder) {
  coder.List(self.strikes_.templates, [&](auto& found) {
    coder.Number(found.site.value);
    coder.Hash(found.key);
    CodeRule(coder, found.rule);
  });
  coder.List(self.strikes_.strikes, [&](auto& strike) {
    coder.Number(strike.doc.value);
    coder.Number(strike.block.value);
    coder.Number(strike.template_id.value);
    coder.Byte(strike.score);
  });
}

void StrikeList::Encode(RecordWriter* out) const { Describe(*this, *out); }

void StrikeList::Decode(RecordReader* in) {
  StrikeList read;
  Describe(read, *in);
  *this = {};
  for (const FoundTemplate& found : read.strikes_.templates) Name(found);
  // A template that stands twice would shift the numbers of those after it.
  if (strikes_.templates.size() != read.strikes_.templates.size()) in->Fail();
  for (const Strike& strike : read.strikes_.strikes) {
    if (strike.template_id.value >= strikes_.templates.size()) return in->Fail();
    strikes_.strikes.push_back(strike);
  }
}

}  // namespace thresh
