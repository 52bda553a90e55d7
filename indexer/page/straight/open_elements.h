// OpenElements: the stack of open elements (HTML standard, 13.2.4.2). A TreeBuilder owns one. Not
// thread-safe. REQUIRES of all but Push and size: the stack is not empty; <html> lies at its bottom
// and is in every scope.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/page/straight/tag_traits.h"

namespace thresh::straight {

// What ends the search for an element on the way down the stack.
enum class Scope : std::uint8_t { kAny, kButton, kListItem, kTable, kSelect };

class OpenElements {
 public:
  struct Element {
    std::uint32_t node;
    GumboTag tag;
    std::uint8_t below;  // Below: of this element and of those that it stands in
  };
  // What the most frequent questions ask, kept for each element of the stack.
  enum Below : std::uint8_t { kP = 1, kLi = 2, kDd = 4 };

  void Clear() { elements_.clear(); }
  std::size_t size() const { return elements_.size(); }
  const Element& operator[](std::size_t i) const { return elements_[i]; }
  const Element& top() const { return elements_.back(); }

  void Push(std::uint32_t node, GumboTag tag);
  void Pop() { elements_.pop_back(); }
  void RemoveAt(std::size_t i);
  void InsertAt(std::size_t i, std::uint32_t node, GumboTag tag);
  void Replace(std::size_t i, std::uint32_t node) { elements_[i].node = node; }

  // The place of a node, or size() if it is not open.
  std::size_t IndexOf(std::uint32_t node) const;
  bool IsOpen(std::uint32_t node) const { return IndexOf(node) != size(); }
  bool InScope(GumboTag tag, Scope scope = Scope::kAny) const;
  bool NodeInScope(std::uint32_t node) const;
  // Whether any of the tags with this trait is in scope.
  bool TraitInScope(TagTrait trait) const;

  bool PInButtonScope() const { return (top().below & kP) != 0; }
  // Whether the start tag of an <li> (kLi) or of a <dd> or <dt> (kDd) closes one that is open.
  bool Closes(Below item) const { return (top().below & item) != 0; }

 private:
  std::uint8_t BelowOf(std::size_t i) const;
  void Renew(std::size_t from);

  std::vector<Element> elements_;
};

}  // namespace thresh::straight
