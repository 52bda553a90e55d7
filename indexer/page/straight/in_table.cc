// TreeBuilder: tables (HTML standard, 13.2.6.4.9 to 13.2.6.4.15).
#include "common/base/ascii.h"
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {
namespace {

bool IsSection(GumboTag tag) {
  return tag == GUMBO_TAG_TBODY || tag == GUMBO_TAG_THEAD || tag == GUMBO_TAG_TFOOT;
}

bool IsCell(GumboTag tag) { return tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH; }

// Start tags that close an open caption, section, row or cell.
bool IsPart(GumboTag tag) {
  return Has(tag, kTablePart) && tag != GUMBO_TAG_FRAME && tag != GUMBO_TAG_HEAD;
}

bool IsRoot(GumboTag tag) { return tag == GUMBO_TAG_BODY || tag == GUMBO_TAG_HTML; }

}  // namespace

void TreeBuilder::ClearBackTo(GumboTag a, GumboTag b, GumboTag c) {
  while (top() != a && top() != b && top() != c && top() != GUMBO_TAG_HTML) Pop();
}

// In-body rules, with what they insert before the table.
TreeBuilder::Next TreeBuilder::Foster() {
  foster_ = true;
  const Next next = IsStart() ? InBodyStart() : InBodyEnd();
  foster_ = false;
  return next;
}

TreeBuilder::Next TreeBuilder::InTable() {
  const GumboTag tag = token_.tag;
  if (tag == GUMBO_TAG_TEMPLATE) return Fail(GiveUp::kTemplate);
  if (tag == GUMBO_TAG_TABLE) return CloseTable();
  if (IsEnd()) {
    const bool ignored = IsPart(tag) || IsRoot(tag);
    return ignored ? Next::kDone : Foster();
  }
  if (IsPart(tag)) return TableTag();
  switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
      return InHead();
    case GUMBO_TAG_INPUT: {
      std::vector<std::pair<std::string, std::string>> attributes;
      if (!scanner_.AllAttributes(token_.begin, token_.end, &attributes))
        return Fail(GiveUp::kReference);
      for (const auto& [name, value] : attributes) {
        if (name != "type" || !EqualsLower(value, "hidden")) continue;
        InsertVoid();
        return Next::kDone;
      }
      return Foster();
    }
    case GUMBO_TAG_FORM:
      if (form_ != kNoNode) return Next::kDone;
      form_ = Insert();
      Pop();
      return Next::kDone;
    default:
      return Foster();
  }
}

TreeBuilder::Next TreeBuilder::TableTag() {
  ClearBackTo(GUMBO_TAG_TABLE);
  switch (token_.tag) {
    case GUMBO_TAG_CAPTION:
      AddMarker();
      Insert();
      mode_ = Mode::kInCaption;
      return Next::kDone;
    case GUMBO_TAG_COLGROUP:
      Insert();
      mode_ = Mode::kInColumnGroup;
      return Next::kDone;
    case GUMBO_TAG_COL:
      InsertImplied(GUMBO_TAG_COLGROUP);
      mode_ = Mode::kInColumnGroup;
      return Next::kAgain;
    default:
      break;
  }
  mode_ = Mode::kInTableBody;
  if (IsSection(token_.tag)) {
    Insert();
    return Next::kDone;
  }
  InsertImplied(GUMBO_TAG_TBODY);
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::CloseTable() {
  if (!open_.InScope(GUMBO_TAG_TABLE, Scope::kTable)) return Next::kDone;
  PopUntil(GUMBO_TAG_TABLE);
  ResetMode();
  return IsStart() ? Next::kAgain : Next::kDone;
}

TreeBuilder::Next TreeBuilder::InCaption() {
  const GumboTag tag = token_.tag;
  const bool closes = IsStart() ? IsPart(tag) : tag == GUMBO_TAG_TABLE || tag == GUMBO_TAG_CAPTION;
  if (!closes) {
    if (IsEnd() && (IsPart(tag) || IsRoot(tag))) return Next::kDone;
    return IsStart() ? InBodyStart() : InBodyEnd();
  }
  if (!open_.InScope(GUMBO_TAG_CAPTION, Scope::kTable)) return Next::kDone;
  const bool own_end = IsEnd(GUMBO_TAG_CAPTION);
  if (own_end) CloseImplied();
  PopUntil(GUMBO_TAG_CAPTION);
  ClearFormatting();
  mode_ = Mode::kInTable;
  return own_end ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::InColumnGroup() {
  if (token_.tag == GUMBO_TAG_TEMPLATE) return Fail(GiveUp::kTemplate);
  if (IsStart(GUMBO_TAG_HTML)) return InBodyStart();
  if (token_.tag == GUMBO_TAG_COL) {
    if (IsStart()) InsertVoid();
    return Next::kDone;
  }
  if (top() != GUMBO_TAG_COLGROUP) return Next::kDone;
  Pop();
  mode_ = Mode::kInTable;
  return IsEnd(GUMBO_TAG_COLGROUP) ? Next::kDone : Next::kAgain;
}

TreeBuilder::Next TreeBuilder::InTableBody() {
  const GumboTag tag = token_.tag;
  const auto clear = [this] { ClearBackTo(GUMBO_TAG_TBODY, GUMBO_TAG_TFOOT, GUMBO_TAG_THEAD); };
  if (IsStart() && (tag == GUMBO_TAG_TR || IsCell(tag))) {
    clear();
    mode_ = Mode::kInRow;
    if (IsCell(tag)) {
      InsertImplied(GUMBO_TAG_TR);
      return Next::kAgain;
    }
    Insert();
    return Next::kDone;
  }
  const bool own_end = IsEnd() && IsSection(tag);
  if (own_end || IsEnd(GUMBO_TAG_TABLE) || (IsStart() && IsPart(tag))) {
    const bool in_scope = own_end ? open_.InScope(tag, Scope::kTable)
                                  : open_.InScope(GUMBO_TAG_TBODY, Scope::kTable) ||
                                        open_.InScope(GUMBO_TAG_THEAD, Scope::kTable) ||
                                        open_.InScope(GUMBO_TAG_TFOOT, Scope::kTable);
    if (!in_scope) return Next::kDone;
    clear();
    Pop();
    mode_ = Mode::kInTable;
    return own_end ? Next::kDone : Next::kAgain;
  }
  if (IsEnd() && (IsPart(tag) || IsRoot(tag))) return Next::kDone;
  return InTable();
}

TreeBuilder::Next TreeBuilder::InRow() {
  const GumboTag tag = token_.tag;
  if (IsStart() && IsCell(tag)) {
    ClearBackTo(GUMBO_TAG_TR);
    Insert();
    AddMarker();
    mode_ = Mode::kInCell;
    return Next::kDone;
  }
  const bool own_end = IsEnd(GUMBO_TAG_TR);
  const bool section_end = IsEnd() && IsSection(tag);
  if (own_end || section_end || IsEnd(GUMBO_TAG_TABLE) || (IsStart() && IsPart(tag))) {
    if (!open_.InScope(GUMBO_TAG_TR, Scope::kTable)) return Next::kDone;
    if (section_end && !open_.InScope(tag, Scope::kTable)) return Next::kDone;
    ClearBackTo(GUMBO_TAG_TR);
    Pop();
    mode_ = Mode::kInTableBody;
    return own_end ? Next::kDone : Next::kAgain;
  }
  if (IsEnd() && (IsPart(tag) || IsRoot(tag))) return Next::kDone;
  return InTable();
}

TreeBuilder::Next TreeBuilder::InCell() {
  const GumboTag tag = token_.tag;
  if (IsStart()) {
    if (!IsPart(tag)) return InBodyStart();
    return CloseCell();
  }
  if (IsCell(tag)) {
    if (!open_.InScope(tag, Scope::kTable)) return Next::kDone;
    CloseImplied();
    PopUntil(tag);
    ClearFormatting();
    mode_ = Mode::kInRow;
    return Next::kDone;
  }
  if (tag == GUMBO_TAG_TABLE || tag == GUMBO_TAG_TR || IsSection(tag)) {
    if (!open_.InScope(tag, Scope::kTable)) return Next::kDone;
    return CloseCell();
  }
  return IsPart(tag) || IsRoot(tag) ? Next::kDone : InBodyEnd();
}

// Closes the cell that is open, and leaves the tag to the row.
TreeBuilder::Next TreeBuilder::CloseCell() {
  const bool td = open_.InScope(GUMBO_TAG_TD, Scope::kTable);
  if (!td && !open_.InScope(GUMBO_TAG_TH, Scope::kTable)) return Next::kDone;
  CloseImplied();
  PopUntil(td ? GUMBO_TAG_TD : GUMBO_TAG_TH);
  ClearFormatting();
  mode_ = Mode::kInRow;
  return Next::kAgain;
}

// HTML standard, 13.2.4.1, reset the insertion mode.
void TreeBuilder::ResetMode() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const GumboTag tag = open_[i].tag;
    if (tag == GUMBO_TAG_SELECT) {
      mode_ = Mode::kInSelect;
      for (std::size_t k = i; k-- > 0;) {
        if (open_[k].tag == GUMBO_TAG_TABLE) mode_ = Mode::kInSelectInTable;
      }
      return;
    }
    if (IsCell(tag)) mode_ = Mode::kInCell;
    if (tag == GUMBO_TAG_TR) mode_ = Mode::kInRow;
    if (IsSection(tag)) mode_ = Mode::kInTableBody;
    if (tag == GUMBO_TAG_CAPTION) mode_ = Mode::kInCaption;
    if (tag == GUMBO_TAG_COLGROUP) mode_ = Mode::kInColumnGroup;
    if (tag == GUMBO_TAG_TABLE) mode_ = Mode::kInTable;
    if (tag == GUMBO_TAG_BODY) mode_ = Mode::kInBody;
    if (tag == GUMBO_TAG_HTML) mode_ = Mode::kAfterHead;
    if (tag == GUMBO_TAG_HEAD) mode_ = Mode::kInHead;
    if (IsPart(tag) || IsRoot(tag) || tag == GUMBO_TAG_TABLE || tag == GUMBO_TAG_HEAD) return;
  }
}

}  // namespace thresh::straight
