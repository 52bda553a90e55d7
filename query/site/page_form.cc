#include "query/site/page_form.h"

#include <algorithm>
#include <utility>

#include "query/export/anchors.h"

namespace thresh {
namespace {

std::string_view TagName(std::uint32_t tag) {
  return tag < kTagNames.size() ? kTagNames[tag] : std::string_view();
}

}  // namespace

// Whether a table is one of data: several rows, one of several cells, and neither a heading nor a
// table inside. Others lay out a page, and their cells become paragraphs. The walk stops at the
// first table inside, so nested tables cost no more than others.
bool FormMaker::HoldsData(std::uint32_t table) const {
  const std::vector<PageElements::Node>& nodes = elements_.nodes();
  std::size_t rows = 0, cells = 0, most = 0;
  for (std::uint32_t i = table + 1; i < nodes[table].end; ++i) {
    if (nodes[i].kind == PageElements::kText) continue;
    switch (RoleOf(TagOf(i))) {
      case Role::kRow:
        ++rows;
        cells = 0;
        break;
      case Role::kCell:
      case Role::kHeadCell:
        most = std::max(most, ++cells);
        break;
      case Role::kTable:
      case Role::kHeading:
        return false;
      default:
        break;
    }
  }
  return rows > 1 && most > 1;
}

// Items stand in lists only, rows in tables and cells in rows: a page may have them anywhere.
bool FormMaker::Fits(Kind kind) const {
  const Kind around = open_.back().part.kind;
  switch (kind) {
    case Kind::kItem:
      return around == Kind::kList || around == Kind::kNumberedList;
    case Kind::kRow:
      return around == Kind::kTable;
    case Kind::kCell:
    case Kind::kHeadCell:
      return around == Kind::kRow;
    default:
      return open_.size() <= kMostDepth;
  }
}

void FormMaker::Nest(Role role, int by) {
  if (role == Role::kCode) in_code_ += by;
  if (role == Role::kEmphasis) in_emphasis_ += by;
  if (role == Role::kStrong) in_strong_ += by;
}

void FormMaker::Open(std::uint32_t node) {
  const Role role = RoleOf(TagOf(node));
  Nest(role, 1);
  if (role == Role::kBreak) return Break();
  if (IsInline(role)) return;
  if (one_line_ != 0) {
    new_line_ = true;
    return;
  }
  EndLine();
  if (role == Role::kHeading || role == Role::kPreformatted) {
    one_line_ = node;
    preformatted_ = role == Role::kPreformatted;
    line_.kind = preformatted_ ? Kind::kCode : Kind::kHeading;
    if (preformatted_) return;
    line_.level = HeadingLevel(TagOf(node));
    line_.anchor = HeadingAnchor(elements_, node);
    return;
  }
  OpenContainer(node, role);
}

void FormMaker::OpenContainer(std::uint32_t node, Role role) {
  const auto open = [&](Kind kind) {
    if (Fits(kind)) Push(kind, node);
  };
  switch (role) {
    case Role::kList:
      return open(Kind::kList);
    case Role::kNumberedList:
      return open(Kind::kNumberedList);
    case Role::kItem:
      return open(Kind::kItem);
    case Role::kQuote:
      return open(Kind::kQuote);
    case Role::kRow:
      return open(Kind::kRow);
    case Role::kCell:
      return open(Kind::kCell);
    case Role::kHeadCell:
      return open(Kind::kHeadCell);
    case Role::kTable:
      if (HoldsData(node)) open(Kind::kTable);
      return;
    default:
      if (TagName(TagOf(node)) == "dd") open(Kind::kIndented);
  }
}

void FormMaker::Close(std::uint32_t node) {
  const Role role = RoleOf(TagOf(node));
  Nest(role, -1);
  if (IsInline(role) || role == Role::kBreak) return;
  if (one_line_ != 0 && node != one_line_) {
    new_line_ = true;
    return;
  }
  EndLine();
  one_line_ = 0;
  preformatted_ = false;
  if (open_.size() > 1 && open_.back().node == node) Pop();
}

void FormMaker::Break() {
  if (line_.runs.empty()) return;
  if (preformatted_) {
    line_.runs.back().text += '\n';
  } else {
    line_.runs.push_back({});
  }
}

void FormMaker::Text(const LaidText& text) {
  FormRun run{.number = text.number,
              .glued = text.glued,
              .code = in_code_ > 0 && !preformatted_,
              .strong = in_strong_ > 0 && line_.kind != Kind::kHeading,
              .emphasis = in_emphasis_ > 0};
  if (preformatted_) {
    // White space is text here, so nothing more is put between the runs.
    if (new_line_ && !line_.runs.empty()) {
      run.text = "\n";
    } else if (!line_.runs.empty() && !text.glued && !text.HasSpaceBefore()) {
      run.text = " ";
    }
    run.glued = true;
    text.AppendPreformatted(&run.text);
  } else {
    run.text = text.text;
    if (new_line_) run.glued = false;
  }
  new_line_ = false;
  if (line_.runs.empty() && line_.kind == Kind::kFlow) line_.kind = Kind::kParagraph;
  line_.runs.push_back(std::move(run));
}

void FormMaker::EndLine() {
  new_line_ = false;
  FormPart line = std::exchange(line_, {});
  while (!line.runs.empty() && line.runs.back().text.empty()) line.runs.pop_back();
  if (line.runs.empty()) return;
  // Empty lines around code say nothing, and the white space of its first line does.
  if (line.kind == Kind::kCode) {
    std::string& first = line.runs.front().text;
    const std::size_t words = std::min(first.find_first_not_of(" \t\n"), first.size());
    if (const std::size_t end = first.substr(0, words).rfind('\n'); end != std::string::npos)
      first.erase(0, end + 1);
    std::string& last = line.runs.back().text;
    last.erase(last.find_last_not_of(" \t\n") + 1);
  }
  Add(std::move(line));
}

// Text that stands in a list outside of its items is an item of its own; so it is with tables.
void FormMaker::Add(FormPart part) {
  const Kind around = open_.back().part.kind;
  const auto wrap = [&part](Kind kind) {
    FormPart outer{.kind = kind};
    outer.parts.push_back(std::move(part));
    part = std::move(outer);
  };
  const bool is_cell = part.kind == Kind::kCell || part.kind == Kind::kHeadCell;
  if ((around == Kind::kList || around == Kind::kNumberedList) && part.kind != Kind::kItem)
    wrap(Kind::kItem);
  if ((around == Kind::kTable || around == Kind::kRow) && part.kind != Kind::kRow && !is_cell)
    wrap(Kind::kCell);
  if (around == Kind::kTable && part.kind != Kind::kRow) wrap(Kind::kRow);
  open_.back().part.parts.push_back(std::move(part));
}

void FormMaker::Pop() {
  FormPart part = std::move(open_.back().part);
  open_.pop_back();
  // An empty cell keeps the columns in their places, as long as its row has another.
  const bool is_cell = part.kind == Kind::kCell || part.kind == Kind::kHeadCell;
  const bool is_blank = part.kind == Kind::kRow &&
                        std::all_of(part.parts.begin(), part.parts.end(),
                                    [](const FormPart& cell) { return cell.parts.empty(); });
  if (is_cell || (!part.parts.empty() && !is_blank)) Add(std::move(part));
}

FormPart FormMaker::Take() {
  EndLine();
  while (open_.size() > 1) Pop();
  return std::move(open_.front().part);
}

}  // namespace thresh
