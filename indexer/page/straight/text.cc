// TreeBuilder: text.
#include "indexer/page/straight/bytes.h"
#include "indexer/page/straight/tree_builder.h"

namespace thresh::straight {

// Whether white space and other text are different tokens in the mode of now.
bool TreeBuilder::MindsSpace() const {
  return mode_ <= Mode::kAfterHead || mode_ == Mode::kInColumnGroup || mode_ >= Mode::kAfterBody;
}

void TreeBuilder::Text() {
  const char* at = skip_line_feed_ ? SkipLineFeed(token_.text, token_.end) : token_.text;
  skip_line_feed_ = false;
  while (at < token_.end && give_up_ == GiveUp::kNone) {
    if (at != token_.text) token_.begin = at;
    if (!MindsSpace()) {
      switch (mode_) {
        case Mode::kInTable:
        case Mode::kInTableBody:
        case Mode::kInRow:
          in_table_text_ = true;
          break;
        case Mode::kInSelect:
        case Mode::kInSelectInTable:
          break;
        default:
          Reconstruct();
      }
      return AddText(at, token_.end, token_.plain, Scanner::References::kOfText);
    }
    const char* const space = EndOfSpace(at);
    if (space > at) {
      Space(at, space);
      at = space;
    } else {
      LeaveForText();
    }
  }
}

// The line feed behind <pre> and <textarea> is no text.
const char* TreeBuilder::SkipLineFeed(const char* at, const char* end) {
  if (at == end) return at;
  if (*at == '&') {
    std::string decoded;
    const std::size_t used =
        scanner_.DecodeReference({at, static_cast<std::size_t>(end - at)}, &decoded);
    if (used == 0) Fail(GiveUp::kReference);
    return decoded == "\n" ? at + used : at;
  }
  if (*at == '\r') return at + 1 < end && at[1] == '\n' ? at + 2 : at + 1;
  return *at == '\n' ? at + 1 : at;
}

// The end of the white space at `at`, or of a reference to white space.
const char* TreeBuilder::EndOfSpace(const char* at) {
  const char* end = at;
  while (end < token_.end && IsHtmlSpace(*end)) ++end;
  if (end > at || *at != '&') return end;
  std::string decoded;
  const std::string_view rest(at, static_cast<std::size_t>(token_.end - at));
  const std::size_t used = scanner_.DecodeReference(rest, &decoded);
  // "&#32x" stands for white space and a letter at once.
  if (used == 0 || (!AllSpace(decoded) && IsHtmlSpace(decoded.front()))) Fail(GiveUp::kReference);
  return AllSpace(decoded) ? at + used : at;
}

void TreeBuilder::Space(const char* begin, const char* end) {
  if (mode_ <= Mode::kBeforeHead) return;
  if (mode_ >= Mode::kAfterBody) Reconstruct();
  AddText(begin, end, false, Scanner::References::kOfText);
}

// Text belongs into the body: opens it, step by step.
void TreeBuilder::LeaveForText() {
  switch (mode_) {
    case Mode::kInitial:
      mode_ = Mode::kBeforeHtml;
      break;
    case Mode::kBeforeHtml:
      InsertImplied(GUMBO_TAG_HTML);
      mode_ = Mode::kBeforeHead;
      break;
    case Mode::kBeforeHead:
      head_ = InsertImplied(GUMBO_TAG_HEAD);
      mode_ = Mode::kInHead;
      break;
    case Mode::kInHead:
      Pop();
      mode_ = Mode::kAfterHead;
      break;
    case Mode::kInHeadNoscript:
      Pop();
      mode_ = Mode::kInHead;
      break;
    case Mode::kAfterHead:
      InsertImplied(GUMBO_TAG_BODY);
      mode_ = Mode::kInBody;
      break;
    case Mode::kInColumnGroup:
      Pop();
      mode_ = Mode::kInTable;
      break;
    default:
      mode_ = Mode::kInBody;
  }
}

void TreeBuilder::AddText(const char* begin, const char* end, bool plain,
                          Scanner::References references) {
  if (begin == end) return;
  if (!in_text_) {
    in_text_ = true;
    text_decoded_ = !plain;
    text_is_space_ = true;
    // gumbo skips the '\r' of "\r\n" before it looks where it stands.
    const bool crlf = end - begin > 1 && *begin == '\r' && begin[1] == '\n';
    text_source_ =
        begin == token_.text && token_.begin != begin ? token_.begin : begin + (crlf ? 1 : 0);
    text_.clear();
    if (plain) {
      text_begin_ = begin;
      text_end_ = end;
      text_is_space_ = AllSpace({begin, static_cast<std::size_t>(end - begin)});
      return;
    }
  }
  if (!text_decoded_) text_.assign(text_begin_, text_end_);
  text_decoded_ = true;
  const std::size_t before = text_.size();
  if (!scanner_.AppendText(begin, end, references, &text_)) Fail(GiveUp::kReference);
  text_is_space_ = text_is_space_ && AllSpace(std::string_view(text_).substr(before));
}

void TreeBuilder::Flush() {
  if (!in_text_) return;
  in_text_ = false;
  HtmlNode node;
  node.kind = text_is_space_ ? HtmlNode::Kind::kSpace : HtmlNode::Kind::kText;
  node.text = text_decoded_ ? tree_->Keep(text_) : tree_->InHtml(text_begin_, text_end_);
  node.source = static_cast<std::uint32_t>(text_source_ - tree_->html().data());
  node.source_bytes = static_cast<std::uint32_t>(token_.begin - text_source_);
  Place(tree_->Add(node));
}

// What is more than white space does not belong into a table.
void TreeBuilder::EndTableText() {
  in_table_text_ = false;
  foster_ = !text_is_space_;
  if (foster_) Reconstruct();
  Flush();
  foster_ = false;
}

}  // namespace thresh::straight
