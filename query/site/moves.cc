#include "query/site/moves.h"

#include <map>

namespace thresh {
namespace {

// try_emplace keeps the first place of an address that stands twice.
std::map<std::string, std::size_t> PlacesOf(const std::vector<std::string>& list) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < list.size(); ++i) places.try_emplace(list[i], i);
  return places;
}

}  // namespace

std::vector<Move> FindMoves(const std::vector<std::string>& before,
                            const std::vector<std::string>& after) {
  const auto old_places = PlacesOf(before), new_places = PlacesOf(after);
  std::vector<Move> moves;
  for (std::size_t i = 0; i < after.size(); ++i) {
    // An address that stands twice would get two lines in the picture.
    if (new_places.at(after[i]) != i) continue;  // a second place
    const auto old = old_places.find(after[i]);
    moves.push_back({old == old_places.end() ? std::nullopt : std::optional(old->second), i});
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    // Pages that went out come last, in their old order: they have no new place.
    if (old_places.at(before[i]) == i && !new_places.contains(before[i]))
      moves.push_back({i, std::nullopt});
  }
  return moves;
}

}  // namespace thresh
