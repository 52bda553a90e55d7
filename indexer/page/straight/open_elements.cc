#include "indexer/page/straight/open_elements.h"

namespace thresh::straight {
namespace {

bool Ends(GumboTag tag, Scope scope) {
  switch (scope) {
    case Scope::kTable:
      return Has(tag, kTableScope);
    case Scope::kSelect:
      return tag != GUMBO_TAG_OPTGROUP && tag != GUMBO_TAG_OPTION;
    case Scope::kButton:
      return Has(tag, kScope) || tag == GUMBO_TAG_BUTTON;
    case Scope::kListItem:
      return Has(tag, kScope | kListScope);
    case Scope::kAny:
      break;
  }
  return Has(tag, kScope);
}

}  // namespace

std::uint8_t OpenElements::BelowOf(std::size_t i) const {
  const GumboTag tag = elements_[i].tag;
  unsigned below = i == 0 ? 0 : elements_[i - 1].below;
  if (Ends(tag, Scope::kButton)) below &= ~unsigned{kP};
  if (tag == GUMBO_TAG_P) below |= kP;
  const bool seen_through = tag == GUMBO_TAG_ADDRESS || tag == GUMBO_TAG_DIV || tag == GUMBO_TAG_P;
  if (Has(tag, kSpecial) && !seen_through) below &= ~unsigned{kLi | kDd};
  if (tag == GUMBO_TAG_LI) below |= kLi;
  if (tag == GUMBO_TAG_DD || tag == GUMBO_TAG_DT) below |= kDd;
  return static_cast<std::uint8_t>(below);
}

void OpenElements::Renew(std::size_t from) {
  for (std::size_t i = from; i < elements_.size(); ++i) elements_[i].below = BelowOf(i);
}

void OpenElements::Push(std::uint32_t node, GumboTag tag) {
  elements_.push_back({node, tag, 0});
  Renew(elements_.size() - 1);
}

void OpenElements::RemoveAt(std::size_t i) {
  elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i));
  Renew(i);
}

void OpenElements::InsertAt(std::size_t i, std::uint32_t node, GumboTag tag) {
  elements_.insert(elements_.begin() + static_cast<std::ptrdiff_t>(i), {node, tag, 0});
  Renew(i);
}

std::size_t OpenElements::IndexOf(std::uint32_t node) const {
  for (std::size_t i = elements_.size(); i-- > 0;) {
    if (elements_[i].node == node) return i;
  }
  return elements_.size();
}

bool OpenElements::InScope(GumboTag tag, Scope scope) const {
  for (std::size_t i = elements_.size(); i-- > 0;) {
    if (elements_[i].tag == tag) return true;
    if (Ends(elements_[i].tag, scope)) return false;
  }
  return false;
}

bool OpenElements::NodeInScope(std::uint32_t node) const {
  for (std::size_t i = elements_.size(); i-- > 0;) {
    if (elements_[i].node == node) return true;
    if (Ends(elements_[i].tag, Scope::kAny)) return false;
  }
  return false;
}

bool OpenElements::TraitInScope(TagTrait trait) const {
  for (std::size_t i = elements_.size(); i-- > 0;) {
    if (Has(elements_[i].tag, trait)) return true;
    if (Ends(elements_[i].tag, Scope::kAny)) return false;
  }
  return false;
}

}  // namespace thresh::straight
