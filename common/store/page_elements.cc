#include "common/store/page_elements.h"

#include <algorithm>

#include "common/base/ascii.h"

namespace thresh {

bool PageElements::Decode(RecordReader* in) {
  nodes_.clear();
  texts_ = 0;
  if (!ReadKinds(in)) return false;
  std::uint32_t nodes = 0;
  in->Number(nodes);
  // A node takes one or two bytes.
  if (!in->ok() || nodes > in->bytes()->left()) return false;
  nodes_.reserve(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (!ReadNode(in)) return false;
  }
  // The elements that are open behind the last node.
  for (std::uint32_t at = nodes; at > 1;) at = Leave(at - 1) + 1;
  if (nodes > 0) nodes_[0].end = nodes;
  return ReadSpaces(in);
}

bool PageElements::ReadKinds(RecordReader* in) {
  attributes_.clear();
  ends_.clear();
  in->List(kinds_, [&](Kind& kind) {
    in->Number(kind.tag);
    in->Number(kind.look);
    if (kind.tag == kText) in->Fail();
    std::uint32_t attributes = 0;
    in->Number(attributes);
    for (; attributes > 0 && in->ok(); --attributes) {
      auto& [name, value] = attributes_.emplace_back();
      in->Byte(name);
      if (name < kLinkedHref) value = in->bytes()->String();
      if (name > kLinkedHref) in->Fail();
    }
    ends_.push_back(attributes_.size());
  });
  // The attributes stand still now.
  std::size_t begin = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    kinds_[k].attributes = std::span(attributes_).subspan(begin, ends_[k] - begin);
    begin = ends_[k];
  }
  return in->ok();
}

// A node says how many elements end in front of it, and its kind.
bool PageElements::ReadNode(RecordReader* in) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  std::uint32_t up = 0;
  bool is_text = false;
  Node node{kText, 0, number + 1};
  in->NumberAndFlag(up, is_text);
  if (!is_text) in->Number(node.kind);
  if (!in->ok() || (!is_text && node.kind >= kinds_.size())) return false;
  texts_ += is_text ? 1 : 0;
  if (number == 0) {
    nodes_.push_back(node);
    return up == 0 && !is_text;
  }
  node.parent = number - 1;
  for (; up > 0 && node.parent != 0; --up) {
    nodes_[node.parent].end = number;
    node.parent = nodes_[node.parent].parent;
  }
  // A text node has no children.
  if (up != 0 || nodes_[node.parent].kind == kText) return false;
  nodes_.push_back(node);
  return true;
}

std::uint32_t PageElements::Leave(std::uint32_t node) {
  nodes_[node].end = static_cast<std::uint32_t>(nodes_.size());
  return nodes_[node].parent;
}

bool PageElements::ReadSpaces(RecordReader* in) {
  std::uint32_t text = 0;
  in->List(spaces_, [&](Space& space) {
    in->Ascending(space.text, &text);
    in->Number(space.at);
    space.white = in->bytes()->String();
    // Else a damaged row would write text into an export.
    if (!std::all_of(space.white.begin(), space.white.end(), IsHtmlSpace)) in->Fail();
  });
  return in->ok() && (spaces_.empty() || text < texts_);
}

}  // namespace thresh
