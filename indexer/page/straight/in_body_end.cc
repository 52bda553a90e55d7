// TreeBuilder: end tags in the body (HTML standard, 13.2.6.4.7).
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {

TreeBuilder::Next TreeBuilder::InBodyEnd() {
  const GumboTag tag = token_.tag;
  if (Has(tag, kFormatting)) {
    Adopt(tag);
    return Next::kDone;
  }
  if (Has(tag, kHeading)) {
    HeadingEnd();
    return Next::kDone;
  }
  switch (tag) {
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_HTML:
      return BodyEnd();
    case GUMBO_TAG_P:
      return PEnd();
    case GUMBO_TAG_FORM:
      FormEnd();
      return Next::kDone;
    case GUMBO_TAG_LI:
      if (open_.InScope(tag, Scope::kListItem)) CloseUpTo(tag);
      return Next::kDone;
    case GUMBO_TAG_APPLET:
    case GUMBO_TAG_MARQUEE:
    case GUMBO_TAG_OBJECT:
      if (!open_.InScope(tag, Scope::kTable)) return Next::kDone;
      CloseUpTo(tag);
      ClearFormatting();
      return Next::kDone;
    case GUMBO_TAG_BR:
      Reconstruct();
      InsertImplied(GUMBO_TAG_BR);
      Pop();
      return Next::kDone;
    case GUMBO_TAG_TEMPLATE:
      return Fail(GiveUp::kTemplate);
    default:
      break;
  }
  if (Has(tag, kBlockEnd) || tag == GUMBO_TAG_DD || tag == GUMBO_TAG_DT) {
    if (open_.InScope(tag)) CloseUpTo(tag);
  } else {
    OtherEnd();
  }
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::BodyEnd() {
  if (!open_.InScope(GUMBO_TAG_BODY)) return Next::kDone;
  mode_ = Mode::kAfterBody;
  return token_.tag == GUMBO_TAG_HTML ? Next::kAgain : Next::kDone;
}

// A </p> without <p> makes an empty one.
TreeBuilder::Next TreeBuilder::PEnd() {
  if (!open_.PInButtonScope()) {
    InsertImplied(GUMBO_TAG_P);
    return Next::kAgain;
  }
  CloseUpTo(GUMBO_TAG_P);
  return Next::kDone;
}

// The form alone is taken off the stack, without an end to the text under way: what stands last in
// a form lands behind it.
void TreeBuilder::FormEnd() {
  const std::uint32_t form = form_;
  form_ = kNoNode;
  if (form == kNoNode || !open_.NodeInScope(form)) return;
  CloseImplied();
  open_.RemoveAt(open_.IndexOf(form));
}

// The end tag of any heading closes the one that is open.
void TreeBuilder::HeadingEnd() {
  if (!open_.TraitInScope(kHeading)) return;
  CloseImplied();
  while (!Has(top(), kHeading)) Pop();
  Pop();
}

void TreeBuilder::OtherEnd() {
  const GumboTag tag = token_.tag;
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].tag == tag) {
      CloseImplied(tag);
      while (open_.size() > i) Pop();
      return;
    }
    if (Has(open_[i].tag, kSpecial)) return;
  }
}

}  // namespace thresh::straight
