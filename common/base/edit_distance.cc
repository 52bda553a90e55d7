#include "common/base/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace thresh {

// One row of the usual table. It is left as soon as the whole row is above the limit: no entry of a
// later row can be smaller than the least of this one.
std::size_t EditDistance(std::string_view a, std::string_view b, std::size_t limit) {
  // The row is as long as the shorter string.
  if (a.size() > b.size()) std::swap(a, b);
  // Each byte that one string lacks costs an insertion, so the difference in length is a lower
  // bound.
  if (b.size() - a.size() > limit) return b.size() - a.size();
  std::vector<std::size_t> row(a.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t j = 1; j <= b.size(); ++j) {
    std::size_t diagonal = std::exchange(row[0], j), least = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[i];
      row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
      least = std::min(least, row[i]);
    }
    if (least > limit) return least;
  }
  return row[a.size()];
}

}  // namespace thresh
