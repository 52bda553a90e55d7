// TreeBuilder: the modes before and behind the body (HTML standard, 13.2.6.4.1 to 13.2.6.4.6,
// 13.2.6.4.19 and 13.2.6.4.22).
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {
namespace {

// The end tags that no mode before the body ignores.
bool OpensBody(GumboTag tag) {
  return tag == GUMBO_TAG_BODY || tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_BR;
}

}  // namespace

TreeBuilder::Next TreeBuilder::BeforeHtml() {
  if (IsEnd() && !OpensBody(token_.tag) && token_.tag != GUMBO_TAG_HEAD) return Next::kDone;
  const bool html = IsStart(GUMBO_TAG_HTML);
  html ? Insert() : InsertImplied(GUMBO_TAG_HTML);
  mode_ = Mode::kBeforeHead;
  return html ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::BeforeHead() {
  // gumbo keeps white space behind it that it ignores otherwise.
  if (IsStart(GUMBO_TAG_HTML)) return Fail(GiveUp::kRareTag);
  if (IsEnd() && !OpensBody(token_.tag) && token_.tag != GUMBO_TAG_HEAD) return Next::kDone;
  const bool head = IsStart(GUMBO_TAG_HEAD);
  head_ = head ? Insert() : InsertImplied(GUMBO_TAG_HEAD);
  mode_ = Mode::kInHead;
  return head ? Next::kDone : Next::kAgain;
}

// The rules of the head are used by other modes, too.
TreeBuilder::Next TreeBuilder::InHead() {
  if (token_.tag == GUMBO_TAG_TEMPLATE) return Fail(GiveUp::kTemplate);
  if (IsStart(GUMBO_TAG_HTML)) return InBodyStart();
  if (IsStart() && Has(token_.tag, kHeadTag)) {
    Has(token_.tag, kRawText) ? InsertRawText() : InsertVoid();
    return Next::kDone;
  }
  if (IsStart(GUMBO_TAG_NOSCRIPT)) {
    Insert();
    mode_ = Mode::kInHeadNoscript;
    return Next::kDone;
  }
  if (IsStart(GUMBO_TAG_HEAD)) return Next::kDone;
  if (IsEnd() && !OpensBody(token_.tag) && token_.tag != GUMBO_TAG_HEAD) return Next::kDone;
  Pop();
  mode_ = Mode::kAfterHead;
  return IsEnd(GUMBO_TAG_HEAD) ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::InHeadNoscript() {
  if (IsStart()) {
    switch (token_.tag) {
      case GUMBO_TAG_HTML:
        return InBodyStart();
      case GUMBO_TAG_BASEFONT:
      case GUMBO_TAG_BGSOUND:
      case GUMBO_TAG_LINK:
      case GUMBO_TAG_META:
      case GUMBO_TAG_NOFRAMES:
      case GUMBO_TAG_STYLE:
        return InHead();
      case GUMBO_TAG_HEAD:
      case GUMBO_TAG_NOSCRIPT:
        return Next::kDone;
      default:
        break;
    }
  } else if (token_.tag != GUMBO_TAG_NOSCRIPT && token_.tag != GUMBO_TAG_BR) {
    return Next::kDone;
  }
  Pop();
  mode_ = Mode::kInHead;
  return IsEnd(GUMBO_TAG_NOSCRIPT) ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::AfterHead() {
  if (token_.tag == GUMBO_TAG_TEMPLATE) return Fail(GiveUp::kTemplate);
  if (IsStart(GUMBO_TAG_HTML)) return InBodyStart();
  if (IsStart(GUMBO_TAG_FRAMESET)) return Fail(GiveUp::kFrames);
  if (IsStart(GUMBO_TAG_HEAD) || (IsEnd() && !OpensBody(token_.tag))) return Next::kDone;
  if (IsStart() && Has(token_.tag, kHeadTag) && token_.tag != GUMBO_TAG_MENUITEM) {
    // The head is opened again for this element alone.
    Flush();
    open_.Push(head_, GUMBO_TAG_HEAD);
    const Next next = InHead();
    if (open_.size() != 0) open_.RemoveAt(open_.IndexOf(head_));
    return next;
  }
  const bool body = IsStart(GUMBO_TAG_BODY);
  body ? Insert() : InsertImplied(GUMBO_TAG_BODY);
  mode_ = Mode::kInBody;
  return body ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::AfterBody() {
  if (IsStart(GUMBO_TAG_HTML)) return InBodyStart();
  if (mode_ == Mode::kAfterBody && IsEnd(GUMBO_TAG_HTML)) {
    mode_ = Mode::kAfterAfterBody;
    return Next::kDone;
  }
  mode_ = Mode::kInBody;
  return Next::kAgain;
}

}  // namespace thresh::straight
