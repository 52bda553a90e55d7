#include "indexer/detect/sandwich/near_names.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "common/base/edit_distance.h"

namespace thresh {
namespace {

constexpr std::size_t kNeighbours = 16;  // on each side, in large directories

struct Candidate {
  std::size_t distance;
  std::uint32_t name;
};

// The best `count` so far, nearest first. Candidates come in byte order, so that of equals the
// first stays.
class Nearest {
 public:
  explicit Nearest(std::size_t count) : count_(count) {}
  // Farther ones are of no use.
  // Equal names are no candidates, so no distance is 0 and the subtraction cannot wrap.
  std::size_t limit() const {
    return best_.size() < count_ ? std::numeric_limits<std::size_t>::max()
                                 : best_.back().distance - 1;
  }
  void Add(const Candidate& candidate) {
    const auto at = std::partition_point(best_.begin(), best_.end(), [&](const Candidate& better) {
      return better.distance <= candidate.distance;
    });
    best_.insert(at, candidate);
    if (best_.size() > count_) best_.pop_back();
  }
  const std::vector<Candidate>& best() const { return best_; }

 private:
  std::size_t count_;
  std::vector<Candidate> best_;
};

}  // namespace

std::string_view DirectoryOf(std::string_view url) {
  url = url.substr(0, url.find('?'));
  // Without a slash npos + 1 is 0, and the directory is empty.
  return url.substr(0, url.rfind('/') + 1);
}

std::string_view NameOf(std::string_view url) { return url.substr(DirectoryOf(url).size()); }

std::vector<std::vector<std::uint32_t>> NearestNames(const std::vector<std::string>& names,
                                                     std::size_t count) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
  std::vector<std::vector<std::uint32_t>> peers(names.size());
  // All pairs are quadratic. Names that differ little mostly begin alike and are near in byte
  // order.
  const std::size_t reach = names.size() <= kExactNames ? names.size() : kNeighbours;
  for (std::size_t at = 0; at < order.size(); ++at) {
    Nearest nearest(count);
    const std::size_t end = std::min(order.size(), at + reach + 1);
    for (std::size_t i = at - std::min(at, reach); i < end; ++i) {
      if (names[order[i]] == names[order[at]]) continue;
      const std::size_t distance = EditDistance(names[order[at]], names[order[i]], nearest.limit());
      if (distance <= nearest.limit()) nearest.Add({distance, order[i]});
    }
    for (const Candidate& each : nearest.best()) peers[order[at]].push_back(each.name);
  }
  return peers;
}

}  // namespace thresh
