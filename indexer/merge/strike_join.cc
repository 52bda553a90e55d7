#include "indexer/merge/strike_join.h"

#include <algorithm>
#include <tuple>

#include "common/base/check.h"

namespace thresh {

TemplateId StrikeJoin::Join(const FoundTemplate& found) {
  const TemplateId next(static_cast<std::uint32_t>(templates_.size()));
  const auto [it, added] = ids_.emplace(std::pair(found.site, found.key), next);
  if (added) {
    templates_.push_back(found);
  } else {
    TemplateRule& rule = templates_[it->second.value].rule;
    rule = std::min(rule, found.rule);  // whichever run came first must not matter
  }
  return it->second;
}

void StrikeJoin::Add(const Strikes& strikes, DocId first) {
  std::vector<TemplateId> ids;
  ids.reserve(strikes.templates.size());
  for (const FoundTemplate& found : strikes.templates) ids.push_back(Join(found));
  for (Strike strike : strikes.strikes) {
    THRESH_CHECK(strike.template_id.value < ids.size());
    strike.template_id = ids[strike.template_id.value];
    strike.doc.value -= first.value;
    strikes_.push_back(strike);
  }
}

bool StrikeJoin::Before(const Strike& a, const Strike& b) const {
  if (a.doc != b.doc || a.block != b.block)
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  if (a.score != b.score) return a.score > b.score;
  // Ties go by (site, key), because the numbers of templates depend on the order of the runs.
  const FoundTemplate& x = templates_[a.template_id.value];
  const FoundTemplate& y = templates_[b.template_id.value];
  return std::tie(x.site, x.key) < std::tie(y.site, y.key);
}

void StrikeJoin::Sort() {
  const auto before = [this](const Strike& a, const Strike& b) { return Before(a, b); };
  // Strikes of runs without later ones are sorted as they come.
  if (!std::is_sorted(strikes_.begin(), strikes_.end(), before))
    std::sort(strikes_.begin(), strikes_.end(), before);
  const auto same_block = [](const Strike& a, const Strike& b) {
    return a.doc == b.doc && a.block == b.block;
  };
  // `unique` keeps the first strike of a block, which is the best one in this order.
  strikes_.erase(std::unique(strikes_.begin(), strikes_.end(), same_block), strikes_.end());
  at_ = 0;
}

std::span<const Strike> StrikeJoin::Of(DocId doc) {
  THRESH_CHECK(at_ == strikes_.size() || strikes_[at_].doc >= doc);
  const std::size_t first = at_;
  while (at_ < strikes_.size() && strikes_[at_].doc == doc) ++at_;
  return std::span(strikes_).subspan(first, at_ - first);
}

std::size_t StrikeJoin::bytes() const {
  constexpr std::size_t kRuleBytes = 512;  // of a rule with as many fields as spine's
  return strikes_.capacity() * sizeof(Strike) +
         templates_.size() * (sizeof(FoundTemplate) + kRuleBytes);
}

}  // namespace thresh
