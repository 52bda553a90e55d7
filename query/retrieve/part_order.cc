#include "query/retrieve/part_order.h"

#include <algorithm>
#include <span>

#include "query/retrieve/leader.h"

namespace thresh {
namespace {

// What a page of a part can have of a unit.
struct UnitBound {
  double score = 0;
  double tf = 0;      // 0: no page has the unit
  double length = 0;  // of a page that has it, at least
};

UnitBound BoundOfUnit(const ScoredPartUnit& unit, std::uint32_t part) {
  const TfBounds bounds = unit.unit.Bounds(part);
  UnitBound most{.score = BoundOf(unit.scorer, bounds)};
  if (!bounds.known) most.tf = NearBounds::kAny;
  if (bounds.count > 0) most.length = bounds.pairs[0].length;
  for (const TfBounds::Pair& pair : bounds.span()) most.tf = std::max(most.tf, pair.tf);
  return most;
}

// What the near words of a page of the part and its prior add, at most.
double BoundOfBonus(std::span<const UnitBound> units, const PageBonus& bonus) {
  constexpr double kSlack = 1e-9;
  double bound = bonus.most_prior() * (1 + kSlack) + kSlack;
  for (const NearBounds::Pair& pair : bonus.near().pairs) {
    const UnitBound &first = units[pair.first], &second = units[pair.second];
    if (first.tf > 0 && second.tf > 0)
      bound += bonus.near().Of(pair, first.tf, second.tf, std::max(first.length, second.length));
  }
  return bound;
}

void FindBounds(const std::vector<ScoredPartUnit>& units, const PageBonus* bonus,
                std::vector<BoundedPart>* parts) {
  std::vector<UnitBound> of_part(units.size());
  for (BoundedPart& part : *parts) {
    for (std::size_t u = 0; u < units.size(); ++u) {
      of_part[u] = BoundOfUnit(units[u], part.number);
      part.bound += of_part[u].score;
    }
    if (bonus != nullptr) part.bound += BoundOfBonus(of_part, *bonus);
  }
}

// Whether no page of the part matches, as the words of the query tell.
bool HasNoMatch(std::uint32_t part, const Query& query, const std::vector<ScoredPartUnit>& units) {
  bool all = !query.filter, required = false;
  for (const ScoredPartUnit& unit : units) {
    const bool lacks = unit.unit.Lacks(part);
    all = all && lacks;
    required = required || (lacks && unit.required);
  }
  return all || required;
}

}  // namespace

std::vector<BoundedPart> OrderParts(const Query& query, const std::vector<ScoredPartUnit>& units,
                                    const PageBonus* bonus, std::size_t parts, bool bounded) {
  std::vector<BoundedPart> order;
  order.reserve(parts);
  for (std::uint32_t s = 0; s < parts; ++s) {
    if (HasNoMatch(s, query, units)) continue;
    order.push_back({.number = s});
    for (const ScoredPartUnit& unit : units) unit.unit.FetchRow(s);
  }
  if (!bounded || order.size() < 2) return order;
  FindBounds(units, bonus, &order);
  std::sort(order.begin(), order.end(), [](const BoundedPart& a, const BoundedPart& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
  });
  return order;
}

// With a filter a page may match without any unit. Its units score 0 or less, and while the floor
// is 0 it may get in by its smaller number.
bool IsTooWeak(const BoundedPart& part, const Query& query, const TopHits& top) {
  return part.bound <= top.floor() && (!query.filter || top.floor() > 0);
}

}  // namespace thresh
