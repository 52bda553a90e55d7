#include "indexer/detect/rtdm_td/tree_match.h"

#include <algorithm>
#include <utility>

namespace thresh {
namespace {

struct Pair {
  std::uint32_t s = 0, page = 0;
};

// The children of one node by label, to find the next one with a label after a place.
class ChildrenByLabel {
 public:
  void Read(const LabelTree& tree, std::uint32_t node) {
    children_.clear();
    for (std::uint32_t child = node + 1; child < tree.nodes[node].end;
         child = tree.nodes[child].end)
      children_.emplace_back(tree.nodes[child].label, child);
    std::sort(children_.begin(), children_.end());
  }
  // 0: there is none. Roots are nobody's children.
  std::uint32_t Next(std::uint64_t label, std::uint32_t from) const {
    const auto found = std::lower_bound(children_.begin(), children_.end(), std::pair(label, from));
    return found != children_.end() && found->first == label ? found->second : 0;
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> children_;
};

}  // namespace

// The first child of the page that matches is the best one to take, so no pair is looked at twice.
bool Matches(const LabelTree& s, const LabelTree& page) {
  if (s.nodes[0].label != page.nodes[0].label) return false;
  struct Open {
    Pair pair;   // being matched
    Pair child;  // the next of each
  };
  // A stack instead of a recursion, because pages may be deep.
  std::vector<Open> open{{{0, 0}, {1, 1}}};
  for (;;) {
    Open& top = open.back();
    const bool matched = top.child.s == s.nodes[top.pair.s].end;
    const bool failed = !matched && top.child.page == page.nodes[top.pair.page].end;
    if (!matched && !failed) {
      const Pair next = top.child;
      top.child.page = page.nodes[next.page].end;
      // Equal subtrees match without a look at their nodes.
      if (s.nodes[next.s].subtree == page.nodes[next.page].subtree) {
        top.child.s = s.nodes[next.s].end;
      } else if (s.nodes[next.s].label == page.nodes[next.page].label) {
        open.push_back({next, {next.s + 1, next.page + 1}});
      }
      continue;
    }
    const std::uint32_t done = top.pair.s;
    open.pop_back();
    if (open.empty()) return matched;
    if (matched) open.back().child.s = s.nodes[done].end;
  }
}

std::vector<std::uint32_t> EmbedInPart(const LabelTree& s, const LabelTree& page) {
  std::vector<std::uint32_t> taken;
  if (s.nodes[0].label != page.nodes[0].label) return taken;
  ChildrenByLabel children;
  std::vector<Pair> below{{0, 0}};
  while (!below.empty()) {
    const Pair pair = below.back();
    below.pop_back();
    taken.push_back(pair.page);
    children.Read(page, pair.page);
    std::uint32_t from = pair.page + 1;
    for (std::uint32_t child = pair.s + 1; child < s.nodes[pair.s].end;
         child = s.nodes[child].end) {
      const std::uint32_t partner = children.Next(s.nodes[child].label, from);
      if (partner == 0) continue;
      below.push_back({child, partner});
      // Children keep their order, so the next search starts behind this partner.
      from = page.nodes[partner].end;
    }
  }
  // The stack takes nodes out of document order.
  std::sort(taken.begin(), taken.end());
  return taken;
}

}  // namespace thresh
