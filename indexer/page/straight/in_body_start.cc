// TreeBuilder: start tags in the body (HTML standard, 13.2.6.4.7).
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {

TreeBuilder::Next TreeBuilder::InBodyStart() {
  const GumboTag tag = token_.tag;
  const std::uint32_t traits = kTraits[tag];
  if ((traits & kFormatting) != 0) return FormattingStart();
  if ((traits & kBlockStart) != 0) {
    CloseP();
    Insert();
    return Next::kDone;
  }
  if ((traits & kHeadTag) != 0) return InHead();
  if ((traits & kVoid) != 0) return VoidStart();
  if ((traits & kTablePart) != 0) return Next::kDone;
  if ((traits & kHeading) != 0) {
    CloseP();
    if (Has(top(), kHeading)) Pop();
    Insert();
    return Next::kDone;
  }
  if ((traits & kObject) != 0) {
    Reconstruct();
    Insert();
    AddMarker();
    return Next::kDone;
  }
  return OtherStart();
}

TreeBuilder::Next TreeBuilder::VoidStart() {
  const GumboTag tag = token_.tag;
  if (tag == GUMBO_TAG_HR) {
    CloseP();
  } else if (tag != GUMBO_TAG_PARAM && tag != GUMBO_TAG_SOURCE && tag != GUMBO_TAG_TRACK) {
    Reconstruct();
  }
  InsertVoid();
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::OtherStart() {
  switch (token_.tag) {
    case GUMBO_TAG_HTML:
      MergeAttributes(open_[0].node);
      return Next::kDone;
    case GUMBO_TAG_BODY:
      if (open_.size() > 1 && open_[1].tag == GUMBO_TAG_BODY) MergeAttributes(open_[1].node);
      return Next::kDone;
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DT:
      ListItemStart();
      return Next::kDone;
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
      CloseP();
      Insert();
      skip_line_feed_ = true;
      return Next::kDone;
    case GUMBO_TAG_FORM:
      if (form_ != kNoNode) return Next::kDone;
      CloseP();
      form_ = Insert();
      return Next::kDone;
    case GUMBO_TAG_BUTTON:
      return ButtonStart();
    case GUMBO_TAG_TABLE:
      return TableStart();
    case GUMBO_TAG_SELECT:
      return SelectStart();
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_OPTGROUP:
      if (top() == GUMBO_TAG_OPTION) Pop();
      break;
    case GUMBO_TAG_RB:
    case GUMBO_TAG_RP:
    case GUMBO_TAG_RT:
    case GUMBO_TAG_RTC:
      RubyStart();
      return Next::kDone;
    default:
      return LastStart();
  }
  Reconstruct();
  Insert();
  return Next::kDone;
}

// Raw text, what has no rule, and all other tags.
TreeBuilder::Next TreeBuilder::LastStart() {
  switch (token_.tag) {
    case GUMBO_TAG_XMP:
      CloseP();
      Reconstruct();
      InsertRawText();
      return Next::kDone;
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOEMBED:
      InsertRawText();
      return Next::kDone;
    case GUMBO_TAG_SVG:
      return SvgStart();
    case GUMBO_TAG_MATH:
      return Fail(GiveUp::kForeign);
    case GUMBO_TAG_TEMPLATE:
      return Fail(GiveUp::kTemplate);
    case GUMBO_TAG_FRAMESET:
      return Fail(GiveUp::kFrames);
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_ISINDEX:
    case GUMBO_TAG_IMAGE:
      return Fail(GiveUp::kRareTag);
    default:
      break;
  }
  Reconstruct();
  Insert();
  return Next::kDone;
}

void TreeBuilder::ListItemStart() {
  const bool li = token_.tag == GUMBO_TAG_LI;
  if (open_.Closes(li ? OpenElements::kLi : OpenElements::kDd)) {
    std::size_t i = open_.size() - 1;
    const auto is_item = [li](GumboTag tag) {
      return li ? tag == GUMBO_TAG_LI : tag == GUMBO_TAG_DD || tag == GUMBO_TAG_DT;
    };
    while (!is_item(open_[i].tag)) --i;
    CloseUpTo(open_[i].tag);
  }
  CloseP();
  Insert();
}

TreeBuilder::Next TreeBuilder::ButtonStart() {
  if (open_.InScope(GUMBO_TAG_BUTTON)) {
    CloseUpTo(GUMBO_TAG_BUTTON);
    return Next::kAgain;
  }
  Reconstruct();
  Insert();
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::TableStart() {
  if (open_.PInButtonScope()) {
    if (quirks_ == Quirks::kUnknown) return Fail(GiveUp::kQuirks);
    if (quirks_ == Quirks::kNo) CloseP();
  }
  Insert();
  mode_ = Mode::kInTable;
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::SelectStart() {
  Reconstruct();
  Insert();
  const bool in_table =
      mode_ >= Mode::kInTable && mode_ <= Mode::kInCell && mode_ != Mode::kInColumnGroup;
  mode_ = in_table ? Mode::kInSelectInTable : Mode::kInSelect;
  return Next::kDone;
}

void TreeBuilder::RubyStart() {
  const bool base = token_.tag == GUMBO_TAG_RB || token_.tag == GUMBO_TAG_RTC;
  if (open_.InScope(GUMBO_TAG_RUBY)) CloseImplied(base ? GUMBO_TAG_LAST : GUMBO_TAG_RTC);
  Insert();
}

TreeBuilder::Next TreeBuilder::SvgStart() {
  const bool closed = token_.self_closing;
  Reconstruct();
  tree_->nodes[Insert()].foreign = true;
  if (token_.begin != token_.text) return Fail(GiveUp::kForeign);
  if (!closed && !scanner_.SkipDrawing()) return Fail(GiveUp::kForeign);
  Pop();
  return Next::kDone;
}

}  // namespace thresh::straight
