#include "indexer/detect/rtdm_td/label_tree.h"

#include <algorithm>

#include "common/base/bytes.h"
#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// Not symmetric: a node and an only child with the same label must not cancel out.
std::uint64_t Chain(std::uint64_t hash, std::uint64_t next) {
  return Mix64(hash * Seed64(1) + next);
}

}  // namespace

std::uint64_t TextLabel(std::string_view text) { return FastHash64(text) | 1; }

LabelTree MakeLabelTree(const Page& page) {
  LabelTree tree;
  tree.nodes.reserve(page.tree.nodes.size());
  for (const PageNode& node : page.tree.nodes) {
    std::uint64_t label = ElementLabel(node.tag);
    if (node.tag == kTextTag) {
      const Span& span = page.spans[node.first_text];
      label = TextLabel(
          std::string_view(page.text).substr(span.text_begin, span.text_end - span.text_begin));
    }
    tree.nodes.push_back({label, 0, node.end});
  }
  HashSubtrees(&tree);
  return tree;
}

bool HashSubtrees(LabelTree* tree) {
  std::vector<LabelNode>& nodes = tree->nodes;
  // From the end, because the hashes of the children go into the hash of the parent.
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].end <= i || nodes[i].end > nodes.size()) return false;
    std::uint64_t hash = Mix64(nodes[i].label);
    std::size_t child = i + 1;
    for (; child < nodes[i].end; child = nodes[child].end) hash = Chain(hash, nodes[child].subtree);
    if (child != nodes[i].end) return false;
    nodes[i].subtree = hash;
  }
  // There is one root, so nothing may follow its subtree.
  return nodes.empty() || nodes[0].end == nodes.size();
}

std::string PackTree(const LabelTree& tree) {
  std::string bytes;
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const std::uint64_t label = tree.nodes[i].label;
    // The lowest bit says which kind of label follows. Labels of text are hashes, which varints
    // would make longer.
    PutVarint(&bytes, std::uint64_t{tree.size(i)} << 1 | (IsTextLabel(label) ? 1U : 0U));
    if (IsTextLabel(label)) {
      PutBig64(&bytes, label);
    } else {
      PutVarint(&bytes, label >> 1);
    }
  }
  // Pages wait packed until the sample is known, so spare capacity would add up.
  bytes.shrink_to_fit();
  return bytes;
}

bool UnpackTree(std::string_view bytes, LabelTree* tree) {
  tree->nodes.clear();
  ByteReader in(bytes);
  while (in.ok() && !in.done()) {
    const std::uint64_t size = in.Varint();
    const std::uint64_t label = (size & 1) != 0 ? in.Big64() : in.Varint() << 1;
    // A node takes at least two bytes, so no subtree has more nodes than there are bytes.
    if (size >> 1 > bytes.size()) return false;
    const std::size_t end = tree->nodes.size() + (size >> 1);
    tree->nodes.push_back({label, 0, static_cast<std::uint32_t>(end)});
  }
  return in.ok() && HashSubtrees(tree);
}

LabelTree Restrict(const LabelTree& tree, const std::vector<bool>& kept) {
  std::vector<std::uint32_t> before(tree.nodes.size() + 1, 0);  // nodes that stay
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) before[i + 1] = before[i] + (kept[i] ? 1 : 0);
  LabelTree rest;
  rest.nodes.reserve(before.back());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    // The kept nodes before the old end are those before the new one.
    if (kept[i]) rest.nodes.push_back({tree.nodes[i].label, 0, before[tree.nodes[i].end]});
  }
  HashSubtrees(&rest);
  return rest;
}

std::vector<std::uint64_t> TagPaths(const LabelTree& tree) {
  struct Open {
    std::uint32_t end;
    std::uint64_t path;
  };
  std::vector<Open> open;
  std::vector<std::uint64_t> paths;
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const LabelNode& node = tree.nodes[i];
    while (!open.empty() && open.back().end <= i) open.pop_back();
    if (IsTextLabel(node.label)) continue;
    const std::uint64_t path = Chain(open.empty() ? 0 : open.back().path, node.label);
    paths.push_back(path);
    open.push_back({node.end, path});
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

double Jaccard(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    common += *i == *j ? 1U : 0U;
    const bool next_a = *i <= *j, next_b = *j <= *i;
    i += next_a ? 1 : 0;
    j += next_b ? 1 : 0;
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace thresh
