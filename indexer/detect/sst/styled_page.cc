#include "indexer/detect/sst/styled_page.h"

#include <algorithm>

#include "common/base/bytes.h"
#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// An element that is open: where it ends in the tree, and its number in the styled page.
struct OpenElement {
  std::uint32_t end = 0;
  std::uint32_t styled = 0;
};

}  // namespace

std::uint64_t PresentationStyle(const StyledPage& page, std::uint32_t node) {
  std::uint64_t hash = 0;
  for (std::uint32_t child = node + 1; child < page.nodes[node].end; child = page.nodes[child].end)
    // Mix64(0) is 0, so without the 1 a child of style 0 would be lost.
    hash = Mix64(hash * Seed64(0) + page.nodes[child].style + 1);
  return hash;
}

// Text nodes and features are numbered in document order, so their counts are enough.
std::string PackShape(const StyledPage& page) {
  std::string bytes;
  for (std::uint32_t i = 0; i < page.nodes.size(); ++i) {
    const StyledNode& node = page.nodes[i];
    PutVarint(&bytes, node.end - i);
    // The halves go apart: without display attributes the lower half is 0 and takes one byte.
    PutVarint(&bytes, node.style >> 32);
    PutVarint(&bytes, node.style & 0xffffffff);
    PutVarint(&bytes, node.texts);
  }
  // Pages wait packed until the sample is known, so spare capacity would add up.
  bytes.shrink_to_fit();
  return bytes;
}

bool UnpackShape(std::string_view bytes, StyledPage* page) {
  *page = {};
  ByteReader in(bytes);
  std::uint32_t texts = 0;
  while (in.ok() && !in.done()) {
    StyledNode node;
    const std::uint32_t size = in.Varint32();
    // A node takes at least four bytes, so no subtree has more nodes than there are bytes.
    if (size == 0 || size > bytes.size()) return false;
    node.end = static_cast<std::uint32_t>(page->nodes.size()) + size;
    node.style = std::uint64_t{in.Varint32()} << 32;
    node.style |= in.Varint32();
    node.first_text = texts;
    node.texts = in.Varint32();
    texts += node.texts;
    page->nodes.push_back(node);
  }
  const auto ends = [&](const StyledNode& node) { return node.end <= page->nodes.size(); };
  return in.ok() && !page->nodes.empty() && page->nodes[0].end == page->nodes.size() &&
         std::all_of(page->nodes.begin(), page->nodes.end(), ends);
}

std::string PackFeatures(const StyledPage& page) {
  std::string bytes;
  for (const StyledNode& node : page.nodes) PutVarint(&bytes, node.features);
  // Features are hashes, which varints would make longer.
  for (const std::uint64_t feature : page.features) PutBig64(&bytes, feature);
  bytes.shrink_to_fit();
  return bytes;
}

bool UnpackFeatures(std::string_view bytes, StyledPage* page) {
  ByteReader in(bytes);
  std::uint32_t features = 0;
  for (StyledNode& node : page->nodes) {
    node.first_feature = features;
    node.features = in.Varint32();
    features += node.features;
  }
  while (in.ok() && !in.done()) page->features.push_back(in.Big64());
  return in.ok() && page->features.size() == features;
}

bool StyledPageReader::IsContent(std::uint32_t node) const {
  const std::uint32_t tag = page_->tree.nodes[node].tag;
  return tag == kTextTag || tag == a_ || tag == img_;
}

bool StyledPageReader::HasElements(std::uint32_t node) const {
  const std::vector<PageNode>& nodes = page_->tree.nodes;
  for (std::uint32_t child = node + 1; child < nodes[node].end; child = nodes[child].end) {
    if (!IsContent(child)) return true;
  }
  return false;
}

std::uint32_t StyledPageReader::Open(std::uint32_t tag, std::uint32_t look) {
  const auto number = static_cast<std::uint32_t>(styled_.nodes.size());
  StyledNode& node = styled_.nodes.emplace_back();
  node.style = std::uint64_t{tag} << 32 | (attributes_ ? look : 0);
  node.end = number + 1;
  node.first_feature = static_cast<std::uint32_t>(styled_.features.size());
  return number;
}

// The content of tree nodes [begin, end).
void StyledPageReader::AddContent(std::uint32_t begin, std::uint32_t end, std::uint32_t to) {
  StyledNode& node = styled_.nodes[to];
  for (std::uint32_t i = begin; i < end; ++i) {
    const PageNode& from = page_->tree.nodes[i];
    if (from.tag == kTextTag) {
      if (node.texts++ == 0) node.first_text = from.first_text;
      for (const TermId word : words_.of(BlockNo(from.first_text)))
        styled_.features.push_back(page_->term_hashes[word.value]);
    } else if (targets_.Has(i)) {
      styled_.features.push_back(targets_.Of(i));
    } else if (const auto file = page_->tree.Find(from, AttributeName::kSource); !file.empty()) {
      styled_.features.push_back(FastHash64(file));
    }
  }
  node.features = static_cast<std::uint32_t>(styled_.features.size()) - node.first_feature;
}

// The run of content that begins here; where it ends.
std::uint32_t StyledPageReader::AddRun(std::uint32_t begin, std::uint32_t parent_end) {
  const std::vector<PageNode>& nodes = page_->tree.nodes;
  std::uint32_t end = begin;
  while (end < parent_end && IsContent(end)) end = nodes[end].end;
  AddContent(begin, end, Open(kTextTag, 0));
  return end;
}

const StyledPage& StyledPageReader::Read(const Page& page) {
  page_ = &page;
  words_.Read(page);
  targets_.Read(page);
  styled_.nodes.clear();
  styled_.features.clear();
  const std::vector<PageNode>& nodes = page.tree.nodes;
  std::vector<OpenElement> open;
  const auto close = [&](std::uint32_t before) {
    for (; !open.empty() && open.back().end <= before; open.pop_back())
      styled_.nodes[open.back().styled].end = static_cast<std::uint32_t>(styled_.nodes.size());
  };
  for (std::uint32_t i = 0; i < nodes.size();) {
    close(i);
    if (IsContent(i)) {
      // The body is the root and no content, so an element is open.
      i = AddRun(i, open.back().end);
      continue;
    }
    const std::uint32_t styled = Open(nodes[i].tag, nodes[i].look);
    if (HasElements(i)) {
      open.push_back({nodes[i].end, styled});
      ++i;
    } else {
      AddContent(i + 1, nodes[i].end, styled);
      i = nodes[i].end;
    }
  }
  close(static_cast<std::uint32_t>(nodes.size()));
  return styled_;
}

std::size_t StyledPageReader::bytes() const {
  return words_.bytes() + styled_.nodes.capacity() * sizeof(StyledNode) +
         styled_.features.capacity() * sizeof(std::uint64_t);
}

}  // namespace thresh
