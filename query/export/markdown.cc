#include "query/export/markdown.h"

#include <algorithm>
#include <utility>

#include "common/base/ascii.h"
#include "query/export/anchors.h"
#include "query/export/markdown_text.h"

namespace thresh {

// Whether a table is one of data: several cells in a row, and nothing in them that a cell of
// Markdown cannot hold. The walk stops at the first table inside, so nested tables cost no more
// than others.
bool MarkdownText::HoldsData(std::uint32_t table) const {
  const std::vector<PageElements::Node>& nodes = elements_.nodes();
  std::size_t cells = 0, most = 0;
  for (std::uint32_t i = table + 1; i < nodes[table].end; ++i) {
    if (nodes[i].kind == PageElements::kText) continue;
    switch (RoleOf(TagOf(i))) {
      case Role::kRow:
        cells = 0;
        break;
      case Role::kCell:
      case Role::kHeadCell:
        most = std::max(most, ++cells);
        break;
      case Role::kTable:
      case Role::kHeading:
      case Role::kPreformatted:
      case Role::kList:
      case Role::kNumberedList:
      case Role::kItem:
      case Role::kQuote:
        return false;
      default:
        break;
    }
  }
  return most > 1;
}

void MarkdownText::Open(std::uint32_t node) {
  const Role role = RoleOf(TagOf(node));
  Nest(role, 1);
  if (role == Role::kBreak) Break();
  after_image_ = after_image_ || role == Role::kImage;
  if (IsInline(role) || role == Role::kBreak || role == Role::kImage) return;
  PartBlocks();
  if (pre_ != 0 || heading_ != 0) return;
  if (table_) return OpenInTable(role);
  switch (role) {
    case Role::kHeading:
      heading_ = node;
      break;
    case Role::kPreformatted:
      pre_ = node;
      break;
    case Role::kList:
    case Role::kNumberedList:
      blocks_.OpenList(role == Role::kNumberedList);
      break;
    case Role::kItem:
      blocks_.OpenItem();
      break;
    case Role::kQuote:
      blocks_.OpenQuote();
      break;
    case Role::kTable:
      if (HoldsData(node)) table_ = DataTable{node, {}, true, false};
      break;
    default:
      break;
  }
}

void MarkdownText::Close(std::uint32_t node) {
  const Role role = RoleOf(TagOf(node));
  Nest(role, -1);
  if (IsInline(role) || role == Role::kBreak || role == Role::kImage) return;
  PartBlocks();
  if (node == pre_) return EndPreformatted();
  if (node == heading_) return EndHeading();
  if (pre_ != 0 || heading_ != 0) return;
  if (table_) return CloseInTable(node, role);
  if (role == Role::kList || role == Role::kNumberedList) blocks_.CloseList();
  if (role == Role::kItem || role == Role::kQuote) blocks_.Close();
}

void MarkdownText::Nest(Role role, int by) {
  if (role == Role::kCode) in_code_ += by;
  if (role == Role::kEmphasis) in_emphasis_ += by;
  if (role == Role::kStrong) in_strong_ += by;
}

// Of the text that comes. Headings are strong anyway, and marks within marks would be read in more
// than one way.
std::string_view MarkdownText::Marks() const {
  if (in_code_ > 0 || heading_ != 0) return {};
  if (in_strong_ > 0) return "**";
  return in_emphasis_ > 0 ? "*" : "";
}

// An element that is not inline begins or ends.
void MarkdownText::PartBlocks() {
  if (pre_ != 0) {
    new_line_ = !preformatted_.empty();
  } else if (OneLine()) {
    Break();
  } else {
    EndParagraph();
  }
}

void MarkdownText::Break() {
  if (pre_ != 0) {
    new_line_ = false;
    preformatted_ += '\n';
    return;
  }
  EndCode();
  EndEmphasis(false);
  if (!line_.empty()) line_ += OneLine() ? ' ' : '\n';
}

void MarkdownText::Text(LaidText text) {
  // Words on both sides of an image are two, although nothing of it is written.
  if (std::exchange(after_image_, false)) text.glued = false;
  if (pre_ != 0) {
    if (new_line_) {
      preformatted_ += '\n';
    } else if (!preformatted_.empty() && !text.glued && !text.HasSpaceBefore()) {
      preformatted_ += ' ';
    }
    new_line_ = false;
    if (language_.empty()) language_ = LanguageOf(pre_);
    return text.AppendPreformatted(&preformatted_);
  }
  // Code that goes on without white space is one code: two of them side by side could not be told
  // apart.
  if (in_code_ == 0 || !text.glued) EndCode();
  const std::string_view marks = Marks();
  if (!emphasised_.empty() && marks == marks_) {
    if (!text.glued) emphasised_ += ' ';
    emphasised_ += text.text;
    return;
  }
  const bool touches = !emphasised_.empty() && text.glued;
  EndEmphasis(text.glued);
  const bool at_start = line_.empty() || line_.back() == ' ' || line_.back() == '\n';
  if (!text.glued && !at_start) line_ += ' ';
  if (heading_ != 0) {
    if (!text.glued && !heading_text_.empty()) heading_text_ += ' ';
    heading_text_ += text.text;
  }
  if (in_code_ > 0) {
    code_ += text.text;
  } else if (!marks.empty() && !touches) {
    marks_ = marks;
    emphasised_ = text.text;
  } else {
    AppendMarkdownText(text.text, &line_);
  }
}

void MarkdownText::EndEmphasis(bool glued) {
  if (emphasised_.empty()) return;
  AppendEmphasis(emphasised_, marks_, glued, &line_);
  emphasised_.clear();
}

void MarkdownText::EndCode() {
  if (code_.empty()) return;
  line_ += CodeSpan(code_, table_ && table_->in_cell);
  code_.clear();
}

// The text since the last block, without blanks and breaks around it.
std::string MarkdownText::TakeLine() {
  EndCode();
  EndEmphasis(false);
  const std::size_t end = line_.find_last_not_of(" \n") + 1;
  std::string line = line_.substr(0, end);
  line_.clear();
  return line;
}

void MarkdownText::EndParagraph() {
  const std::string text = TakeLine();
  if (text.empty()) return;
  std::string block;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    line = line.substr(0, line.find_last_not_of(' ') + 1);
    at = end + 1;
    if (line.empty()) continue;
    if (!block.empty()) block += "\\\n";  // a line break
    block += EscapeLineStart(line);
  }
  blocks_.Add(block, true);
}

// ---- headings

void MarkdownText::EndHeading() {
  const std::string line = EscapeHeadingEnd(TakeLine());
  if (!line.empty()) {
    const std::size_t level = HeadingLevel(TagOf(heading_));
    const std::size_t begin = blocks_.Add(std::string(level, '#') + " " + line, false);
    if (headings_ != nullptr)
      headings_->push_back(
          {begin, level, heading_text_, std::string(HeadingAnchor(elements_, heading_))});
  }
  heading_text_.clear();
  heading_ = 0;
}

// Highlighters name the language in a class of the code or of an element around it.
std::string_view MarkdownText::LanguageOf(std::uint32_t node) const {
  constexpr std::uint32_t kInside = 3, kAround = 2;  // elements that are looked at
  const auto language_in = [&](std::uint32_t element) -> std::string_view {
    if (elements_.nodes()[element].kind == PageElements::kText) return {};
    for (const auto& [name, value] :
         elements_.kinds()[elements_.nodes()[element].kind].attributes) {
      if (name != PageElements::kClassAttribute) continue;
      for (const std::string_view prefix : {"language-", "lang-", "highlight-source-"}) {
        const std::size_t at = value.find(prefix);
        if (at == std::string_view::npos || (at > 0 && !IsHtmlSpace(value[at - 1]))) continue;
        const std::string_view rest = value.substr(at + prefix.size());
        const auto end = std::find_if_not(rest.begin(), rest.end(), [](char c) {
          return IsAsciiAlnum(c) || c == '+' || c == '#' || c == '-' || c == '_';
        });
        return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
      }
    }
    return {};
  };
  const std::uint32_t inside = std::min(node + kInside, elements_.nodes()[node].end);
  for (std::uint32_t i = node; i < inside; ++i) {
    if (const std::string_view found = language_in(i); !found.empty()) return found;
  }
  std::uint32_t around = elements_.nodes()[node].parent;
  for (std::uint32_t i = 0; i < kAround && around != 0; ++i) {
    if (const std::string_view found = language_in(around); !found.empty()) return found;
    around = elements_.nodes()[around].parent;
  }
  return {};
}

void MarkdownText::EndPreformatted() {
  std::string_view code = preformatted_;
  code = code.substr(0, code.find_last_not_of(" \t\n") + 1);
  // Empty lines above the code say nothing, and the white space of its first line does.
  const std::size_t words = code.find_first_not_of(" \t\n");
  if (words != std::string_view::npos) {
    code.remove_prefix(code.substr(0, words).rfind('\n') + 1);
    const std::string fence = CodeFence(code);
    blocks_.Add(fence + std::string(language_) + "\n" + std::string(code) + "\n" + fence, false);
  }
  preformatted_.clear();
  language_ = {};
  new_line_ = false;
  pre_ = 0;
}

// ---- tables

void MarkdownText::OpenInTable(Role role) {
  if (role == Role::kRow) table_->rows.emplace_back();
  if (role != Role::kCell && role != Role::kHeadCell) return;
  EndParagraph();
  if (table_->rows.empty()) table_->rows.emplace_back();
  if (table_->rows.size() == 1 && role == Role::kCell) table_->first_is_head = false;
  table_->in_cell = true;
}

void MarkdownText::CloseInTable(std::uint32_t node, Role role) {
  if (role == Role::kCell || role == Role::kHeadCell) {
    table_->rows.back().push_back(TakeLine());
    table_->in_cell = false;
  }
  if (node == table_->node) EndTable();
}

void MarkdownText::EndTable() {
  const auto row_text = [](const std::vector<std::string>& cells, std::size_t least) {
    std::string text = "|";
    for (std::size_t i = 0; i < std::max(cells.size(), least); ++i)
      text += " " + (i < cells.size() ? cells[i] : std::string()) + " |";
    return text;
  };
  std::vector<std::vector<std::string>>& rows = table_->rows;
  // A head that is struck is none.
  const auto is_empty = [](const std::vector<std::string>& row) {
    return std::all_of(row.begin(), row.end(), [](const std::string& s) { return s.empty(); });
  };
  const bool has_head = !rows.empty() && table_->first_is_head && !is_empty(rows.front());
  std::erase_if(rows, is_empty);
  if (!rows.empty()) {
    std::size_t columns = 0;
    for (const auto& row : rows) columns = std::max(columns, row.size());
    std::string block = row_text(has_head ? rows.front() : std::vector<std::string>(), columns);
    block += "\n|";
    for (std::size_t i = 0; i < columns; ++i) block += " --- |";
    for (std::size_t i = has_head ? 1 : 0; i < rows.size(); ++i)
      block += "\n" + row_text(rows[i], 0);
    blocks_.Add(block, false);
  }
  table_.reset();
}

}  // namespace thresh
