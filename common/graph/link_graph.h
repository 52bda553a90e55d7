// LinkGraph: pages and the links between them, as numbers. The merge makes one for each site, to
// give every page its prior. A value; any thread may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

class LinkGraph {
 public:
  // Adds the next page, with the pages that it links to: each once, not itself, any order. A page
  // may be named before it is added, and must be added in the end.
  void AddPage(std::span<const std::uint32_t> targets) {
    targets_.insert(targets_.end(), targets.begin(), targets.end());
    ends_.push_back(targets_.size());
  }
  void Clear() {
    targets_.clear();
    ends_.clear();
  }
  std::size_t pages() const { return ends_.size(); }
  std::size_t edges() const { return targets_.size(); }
  std::span<const std::uint32_t> TargetsOf(std::size_t page) const {
    const std::size_t begin = page == 0 ? 0 : ends_[page - 1];
    return std::span(targets_).subspan(begin, ends_[page] - begin);
  }

 private:
  std::vector<std::uint32_t> targets_;
  std::vector<std::size_t> ends_;  // of each page, in targets_
};

// Page, Brin, Motwani and Winograd 1999, "The PageRank citation ranking": the share of time that a
// reader spends on each page who follows a link of the page with probability 0.85, and else goes to
// any page. From a page without links the reader goes to any page. The sum is 1. The result depends
// on the graph only, bit for bit.
std::vector<double> PageRanks(const LinkGraph& graph);

// What a score may add for a page: ln(pages x rank), between kLeastPrior and kMostPrior. The mean
// page has 0.
inline constexpr double kLeastPrior = -3, kMostPrior = 6;
double PriorOf(double rank, std::size_t pages);

}  // namespace thresh
