#include "common/page_graph/page_graph.h"

#include <algorithm>

namespace thresh {

std::uint32_t PageGraph::OutsideNumber(std::string_view url) {
  const auto number = pages() + static_cast<std::uint32_t>(outside_.size());
  const auto [known, fresh] = outside_numbers_.try_emplace(std::string(url), number);
  if (fresh) outside_.emplace_back(url);
  return known->second;
}

void PageGraph::AddPagelet(const Pagelet& pagelet, std::span<const std::uint32_t> targets) {
  if (targets.empty()) return;
  pagelets_.push_back(pagelet);
  targets_.insert(targets_.end(), targets.begin(), targets.end());
  ends_.push_back(targets_.size());
}

LinkGraph PageGraph::Edges(LinkKind kind) const {
  LinkGraph graph;
  std::vector<std::uint32_t> targets;
  std::size_t at = 0;
  for (std::uint32_t page = 0; page < pages(); ++page) {
    targets.clear();
    for (; at < pagelets_.size() && pagelets_[at].page.value == page; ++at) {
      if (kind == LinkKind::kFree && pagelets_[at].of_template) continue;
      for (const std::uint32_t target : TargetsOf(at)) {
        if (target < pages() && target != page) targets.push_back(target);
      }
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    graph.AddPage(targets);
  }
  return graph;
}

}  // namespace thresh
