#include "common/base/nearest_name.h"

#include <algorithm>

#include "common/base/edit_distance.h"

namespace thresh {
namespace {

// Two neighbouring letters swapped: "hlep".
bool AreSwapped(std::string_view typed, std::string_view name) {
  if (typed.size() != name.size()) return false;
  const auto at = std::mismatch(typed.begin(), typed.end(), name.begin());
  if (typed.end() - at.first < 2) return false;
  return at.first[0] == at.second[1] && at.first[1] == at.second[0] &&
         std::equal(at.first + 2, typed.end(), at.second + 2);
}

}  // namespace

std::string_view NearestName(std::string_view typed, std::span<const std::string> names) {
  std::string_view nearest;
  // One more than is near, so that the first name that is near enough is taken.
  std::size_t least = std::max<std::size_t>((typed.size() + 1) / 3, 1) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = AreSwapped(typed, name) ? 1 : EditDistance(typed, name, least);
    // A name of two letters is near to any other one.
    if (distance >= least || distance >= name.size()) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string MeantName(std::string_view typed, std::span<const std::string> names) {
  const std::string_view nearest = NearestName(typed, names);
  return nearest.empty() ? "" : "; do you mean " + std::string(nearest) + "?";
}

}  // namespace thresh
