// TreeBuilder: the list of active formatting elements (HTML standard, 13.2.4.3) and the adoption
// agency (13.2.6.4.7).
#include <algorithm>

#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {
namespace {

constexpr std::size_t kMaxFormatting = 128;

}  // namespace

TreeBuilder::Next TreeBuilder::FormattingStart() {
  const GumboTag tag = token_.tag;
  if (tag == GUMBO_TAG_A) {
    const auto open_a = [this] {
      for (std::size_t i = formatting_.size(); i-- > 0 && formatting_[i] != kMarker;) {
        if (tree_->nodes[formatting_[i]].tag == GUMBO_TAG_A) return formatting_[i];
      }
      return kNoNode;
    };
    if (open_a() != kNoNode) Adopt(GUMBO_TAG_A);
    if (const std::uint32_t a = open_a(); a != kNoNode) {
      std::erase(formatting_, a);
      if (open_.IsOpen(a)) open_.RemoveAt(open_.IndexOf(a));
    }
  }
  Reconstruct();
  if (tag == GUMBO_TAG_NOBR && open_.InScope(GUMBO_TAG_NOBR)) {
    Adopt(GUMBO_TAG_NOBR);
    Reconstruct();
  }
  AddFormatting(Insert());
  return Next::kDone;
}

// Bounds the time of a page, which grows with its bytes for all but repair.
void TreeBuilder::Repair(std::uint64_t steps) {
  repairs_ += steps;
  if (repairs_ > tree_->html().size() + 100'000) Fail(GiveUp::kEffort);
}

// Of equal elements the list keeps the last three.
void TreeBuilder::AddFormatting(std::uint32_t node) {
  std::size_t equal = 0, earliest = 0;
  for (std::size_t i = formatting_.size(); i-- > 0 && formatting_[i] != kMarker;) {
    if (!SameFormatting(formatting_[i], node)) continue;
    ++equal;
    earliest = i;
  }
  if (equal >= 3) formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(earliest));
  formatting_.push_back(node);
  if (formatting_.size() > kMaxFormatting) Fail(GiveUp::kEffort);
}

bool TreeBuilder::SameFormatting(std::uint32_t a, std::uint32_t b) {
  const HtmlNode& x = tree_->nodes[a];
  const HtmlNode& y = tree_->nodes[b];
  if (x.tag != y.tag) return false;
  const std::string_view first = tree_->html().substr(x.source, x.source_bytes);
  const std::string_view second = tree_->html().substr(y.source, y.source_bytes);
  if (first == second) return true;
  std::vector<std::pair<std::string, std::string>> of_first, of_second;
  // To read the attributes of both takes as long as several steps of other repair.
  Repair(8 + (first.size() + second.size()) / 16);
  if (!scanner_.AllAttributes(first.data(), first.data() + first.size(), &of_first) ||
      !scanner_.AllAttributes(second.data(), second.data() + second.size(), &of_second))
    Fail(GiveUp::kReference);
  return of_first == of_second;
}

void TreeBuilder::ClearFormatting() {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back() == kMarker;
    formatting_.pop_back();
    if (marker) return;
  }
}

std::uint32_t TreeBuilder::Clone(std::uint32_t node) {
  HtmlNode clone = tree_->nodes[node];
  clone.parent = clone.previous = clone.next = kNoNode;
  clone.first_child = clone.last_child = kNoNode;
  if (tree_->MemoryBytes() > memory_limit_) Fail(GiveUp::kEffort);
  return tree_->Add(clone);
}

// Opens again the formatting elements that others closed. The text under way is not ended by it.
void TreeBuilder::Reconstruct() {
  std::size_t i = formatting_.size();
  const auto stands = [this](std::uint32_t node) { return node == kMarker || open_.IsOpen(node); };
  while (i > 0 && !stands(formatting_[i - 1])) --i;
  for (; i < formatting_.size(); ++i) {
    const std::uint32_t clone = Clone(formatting_[i]);
    Place(clone);
    open_.Push(clone, static_cast<GumboTag>(tree_->nodes[clone].tag));
    formatting_[i] = clone;
    if (open_.size() > kMaxDepth) Fail(GiveUp::kEffort);
  }
}

std::size_t TreeBuilder::FormattingIndex(std::uint32_t node) const {
  return static_cast<std::size_t>(std::find(formatting_.begin(), formatting_.end(), node) -
                                  formatting_.begin());
}

void TreeBuilder::Adopt(GumboTag tag) {
  if (top() == tag && FormattingIndex(open_.top().node) == formatting_.size()) return Pop();
  for (int i = 0; i < 8 && give_up_ == GiveUp::kNone; ++i) {
    if (!AdoptOnce(tag)) return;
  }
}

// One round of the outer loop. False if there is no other.
bool TreeBuilder::AdoptOnce(GumboTag tag) {
  std::size_t i = formatting_.size();
  while (i > 0 && formatting_[i - 1] != kMarker && tree_->nodes[formatting_[i - 1]].tag != tag) --i;
  if (i == 0 || formatting_[i - 1] == kMarker) return false;
  const std::uint32_t formatting = formatting_[i - 1];
  const std::size_t at = open_.IndexOf(formatting);
  if (at == open_.size()) {
    std::erase(formatting_, formatting);
    return false;
  }
  if (!open_.InScope(tag)) return false;
  std::size_t block = at;
  while (block < open_.size() && !Has(open_[block].tag, kSpecial)) ++block;
  if (block < open_.size()) {
    MoveIntoClone(at, block);
    return true;
  }
  while (open_.size() > at) Pop();
  std::erase(formatting_, formatting);
  return false;
}

// Steps 12 to 20: a block stands in a formatting element that ends. The block moves out, and its
// children move into a clone of the formatting element inside it.
void TreeBuilder::MoveIntoClone(std::size_t formatting, std::size_t block) {
  const std::uint32_t ending = open_[formatting].node;
  const std::uint32_t furthest = open_[block].node;
  const std::uint32_t ancestor = open_[formatting - 1].node;
  std::size_t bookmark = FormattingIndex(ending) + 1;
  std::uint32_t last = furthest;
  // Between the two: formatting elements are cloned (three at most), others leave the stack.
  int inner = 0;
  for (std::size_t i = block - 1; i > formatting; --i) {
    ++inner;
    Repair(formatting_.size());
    const std::size_t index = FormattingIndex(open_[i].node);
    if (index == formatting_.size()) {
      open_.RemoveAt(i);
      continue;
    }
    if (inner > 3) {
      formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(index));
      if (index < bookmark) --bookmark;
      continue;
    }
    const std::uint32_t clone = Clone(open_[i].node);
    formatting_[index] = clone;
    open_.Replace(i, clone);
    if (last == furthest) bookmark = index + 1;
    tree_->Remove(last);
    tree_->Append(clone, last);
    last = clone;
  }
  tree_->Remove(last);
  PlaceAt(ancestor, last);
  const std::uint32_t clone = Clone(ending);
  tree_->MoveChildren(furthest, clone);
  tree_->Append(furthest, clone);
  const std::size_t index = FormattingIndex(ending);
  if (index < bookmark) --bookmark;
  formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(index));
  formatting_.insert(formatting_.begin() + static_cast<std::ptrdiff_t>(bookmark), clone);
  open_.RemoveAt(open_.IndexOf(ending));
  open_.InsertAt(open_.IndexOf(furthest) + 1, clone,
                 static_cast<GumboTag>(tree_->nodes[clone].tag));
  Repair(open_.size());
}

}  // namespace thresh::straight
