#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {

GiveUp TreeBuilder::Build(std::string_view html, HtmlTree* tree) {
  tree_ = tree;
  tree->Clear(html);
  scanner_.Begin(html, tree);
  give_up_ = GiveUp::kNone;
  mode_ = Mode::kInitial;
  quirks_ = Quirks::kYes;
  open_.Clear();
  formatting_.clear();
  head_ = form_ = kNoNode;
  foster_ = skip_line_feed_ = in_text_ = in_table_text_ = false;
  repairs_ = 0;
  if (html.find('\0') != std::string_view::npos) return GiveUp::kNul;
  do {
    if (!scanner_.Next(&token_)) return GiveUp::kReference;
    Handle();
  } while (give_up_ == GiveUp::kNone && token_.kind != Token::Kind::kEnd);
  if (give_up_ == GiveUp::kNone) End();
  return give_up_;
}

TreeBuilder::Next TreeBuilder::Fail(GiveUp why) {
  if (give_up_ == GiveUp::kNone) give_up_ = why;
  return Next::kDone;
}

void TreeBuilder::Handle() {
  if (token_.kind == Token::Kind::kText) return Text();
  skip_line_feed_ = false;
  if (in_table_text_) EndTableText();
  switch (token_.kind) {
    case Token::Kind::kStartTag:
    case Token::Kind::kEndTag:
      while (give_up_ == GiveUp::kNone && HandleTag() == Next::kAgain) {
      }
      break;
    case Token::Kind::kComment:
      Flush();
      break;
    case Token::Kind::kDoctype:
      Doctype();
      break;
    case Token::Kind::kText:
    case Token::Kind::kEnd:
      break;
  }
}

TreeBuilder::Next TreeBuilder::HandleTag() {
  switch (mode_) {
    case Mode::kInitial:
      mode_ = Mode::kBeforeHtml;
      return Next::kAgain;
    case Mode::kBeforeHtml:
      return BeforeHtml();
    case Mode::kBeforeHead:
      return BeforeHead();
    case Mode::kInHead:
      return InHead();
    case Mode::kInHeadNoscript:
      return InHeadNoscript();
    case Mode::kAfterHead:
      return AfterHead();
    case Mode::kInBody:
      return IsStart() ? InBodyStart() : InBodyEnd();
    case Mode::kInTable:
      return InTable();
    case Mode::kInCaption:
      return InCaption();
    case Mode::kInColumnGroup:
      return InColumnGroup();
    case Mode::kInTableBody:
      return InTableBody();
    case Mode::kInRow:
      return InRow();
    case Mode::kInCell:
      return InCell();
    case Mode::kInSelect:
      return InSelect();
    case Mode::kInSelectInTable:
      return InSelectInTable();
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody:
      return AfterBody();
  }
  return Next::kDone;
}

void TreeBuilder::Doctype() {
  if (mode_ != Mode::kInitial) return;
  mode_ = Mode::kBeforeHtml;
  quirks_ = QuirksOf({token_.text, static_cast<std::size_t>(token_.end - token_.text)});
}

// The end of the page opens what is missing, and closes all.
void TreeBuilder::End() {
  if (mode_ <= Mode::kBeforeHtml) InsertImplied(GUMBO_TAG_HTML);
  if (mode_ <= Mode::kBeforeHead) InsertImplied(GUMBO_TAG_HEAD);
  if (mode_ == Mode::kInHeadNoscript) Pop();
  if (mode_ <= Mode::kInHeadNoscript) Pop();
  if (mode_ <= Mode::kAfterHead) InsertImplied(GUMBO_TAG_BODY);
  while (open_.size() != 0) Pop();
}

std::uint32_t TreeBuilder::InsertNode(const HtmlNode& node) {
  Flush();
  const std::uint32_t number = tree_->Add(node);
  if (open_.size() != 0) Place(number);
  open_.Push(number, static_cast<GumboTag>(node.tag));
  if (open_.size() > kMaxDepth || tree_->MemoryBytes() > memory_limit_) Fail(GiveUp::kEffort);
  return number;
}

std::uint32_t TreeBuilder::Insert() {
  HtmlNode node;
  node.tag = static_cast<std::uint16_t>(token_.tag);
  node.source = static_cast<std::uint32_t>(token_.begin - tree_->html().data());
  node.source_bytes = static_cast<std::uint32_t>(token_.end - token_.begin);
  node.first_attribute = token_.first_attribute;
  node.attributes = token_.attributes;
  return InsertNode(node);
}

std::uint32_t TreeBuilder::InsertImplied(GumboTag tag) {
  HtmlNode node;
  node.tag = static_cast<std::uint16_t>(tag);
  return InsertNode(node);
}

void TreeBuilder::Place(std::uint32_t node) { PlaceAt(open_.top().node, node); }

// HTML standard, 13.2.6.1, the appropriate place: foster parenting puts before a table what may not
// stand in it.
void TreeBuilder::PlaceAt(std::uint32_t target, std::uint32_t node) {
  const auto tag = static_cast<GumboTag>(tree_->nodes[target].tag);
  if (!foster_ || !Has(tag, kTableContext)) return tree_->Append(target, node);
  std::size_t i = open_.size();
  while (i-- > 0 && open_[i].tag != GUMBO_TAG_TABLE) {
  }
  if (i >= open_.size()) return tree_->Append(open_[0].node, node);
  const std::uint32_t table = open_[i].node;
  if (tree_->nodes[table].parent != kNoNode) return tree_->InsertBefore(table, node);
  tree_->Append(open_[i - 1].node, node);
}

void TreeBuilder::InsertVoid() {
  Insert();
  Pop();
}

void TreeBuilder::InsertRawText() {
  const GumboTag tag = token_.tag;
  Insert();
  // The token behind it is the end tag, or the end of the page.
  const std::string_view raw = scanner_.RawText(tag);
  const char* const end = raw.data() + raw.size();
  const bool decodes = tag == GUMBO_TAG_TITLE || tag == GUMBO_TAG_TEXTAREA;
  const auto references = decodes ? Scanner::References::kOfText : Scanner::References::kNone;
  if (!IsOpaque(tag)) {
    AddText(tag == GUMBO_TAG_TEXTAREA ? SkipLineFeed(raw.data(), end) : raw.data(), end, false,
            references);
  }
  if (!scanner_.Next(&token_)) Fail(GiveUp::kReference);
  Pop();
}

void TreeBuilder::Pop() {
  Flush();
  if (top() == GUMBO_TAG_NOSCRIPT) tree_->nodes[open_.top().node].ended = IsEnd();
  open_.Pop();
}

void TreeBuilder::PopUntil(GumboTag tag) {
  while (top() != tag) Pop();
  Pop();
}

void TreeBuilder::CloseImplied(GumboTag but) {
  while (Has(top(), kImplied) && top() != but) Pop();
}

void TreeBuilder::CloseUpTo(GumboTag tag) {
  CloseImplied(tag);
  PopUntil(tag);
}

void TreeBuilder::CloseP() {
  if (open_.PInButtonScope()) CloseUpTo(GUMBO_TAG_P);
}

// A second <html> or <body> gives the first one the attributes that it does not have.
void TreeBuilder::MergeAttributes(std::uint32_t node) {
  HtmlNode& to = tree_->nodes[node];
  std::vector<HtmlAttribute> all(tree_->AttributesOf(to).begin(), tree_->AttributesOf(to).end());
  const std::size_t before = all.size();
  for (std::uint32_t i = 0; i < token_.attributes; ++i) {
    const HtmlAttribute& added = tree_->attributes[token_.first_attribute + i];
    bool known = false;
    for (std::size_t k = 0; k < before; ++k) known |= all[k].name == added.name;
    if (!known) all.push_back(added);
  }
  to.first_attribute = static_cast<std::uint32_t>(tree_->attributes.size());
  to.attributes = static_cast<std::uint32_t>(all.size());
  tree_->attributes.insert(tree_->attributes.end(), all.begin(), all.end());
}

}  // namespace thresh::straight
