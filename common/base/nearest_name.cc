#include "common/base/nearest_name.h"

#include <algorithm>

#include "common/base/edit_distance.h"

namespace thresh {

std::string_view NearestName(std::string_view typed, std::span<const std::string> names) {
  std::string_view nearest;
  // One more than is near, so that the first name that is near enough is taken.
  std::size_t least = std::max<std::size_t>((typed.size() + 1) / 3, 1) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = EditDistance(typed, name, least);
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
