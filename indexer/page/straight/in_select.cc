// TreeBuilder: <select> (HTML standard, 13.2.6.4.16 and 13.2.6.4.17).
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {

void TreeBuilder::CloseSelect() {
  PopUntil(GUMBO_TAG_SELECT);
  ResetMode();
}

TreeBuilder::Next TreeBuilder::InSelect() {
  const GumboTag tag = token_.tag;
  switch (tag) {
    case GUMBO_TAG_TEMPLATE:
      return Fail(GiveUp::kTemplate);
    case GUMBO_TAG_HTML:
      return IsStart() ? InBodyStart() : Next::kDone;
    case GUMBO_TAG_OPTION:
      if (top() == GUMBO_TAG_OPTION) Pop();
      if (IsStart()) Insert();
      return Next::kDone;
    case GUMBO_TAG_OPTGROUP:
      if (top() == GUMBO_TAG_OPTION &&
          (IsStart() || open_[open_.size() - 2].tag == GUMBO_TAG_OPTGROUP))
        Pop();
      if (top() == GUMBO_TAG_OPTGROUP) Pop();
      if (IsStart()) Insert();
      return Next::kDone;
    case GUMBO_TAG_SELECT:
      if (open_.InScope(tag, Scope::kSelect)) CloseSelect();
      return Next::kDone;
    case GUMBO_TAG_INPUT:
    case GUMBO_TAG_KEYGEN:
    case GUMBO_TAG_TEXTAREA:
      if (IsEnd() || !open_.InScope(GUMBO_TAG_SELECT, Scope::kSelect)) return Next::kDone;
      CloseSelect();
      return Next::kAgain;
    case GUMBO_TAG_SCRIPT:
      return IsStart() ? InHead() : Next::kDone;
    default:
      return Next::kDone;
  }
}

TreeBuilder::Next TreeBuilder::InSelectInTable() {
  switch (token_.tag) {
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      break;
    default:
      return InSelect();
  }
  if (IsEnd() && !open_.InScope(token_.tag, Scope::kTable)) return Next::kDone;
  CloseSelect();
  return Next::kAgain;
}

}  // namespace thresh::straight
