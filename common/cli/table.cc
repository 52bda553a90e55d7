#include "common/cli/table.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace thresh {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kLeastText = 12;  // columns that text in the last column gets at least

// Calls f(code point, its bytes) for every code point; a malformed byte is U+FFFD.
template <typename F>
void ForEachCodePoint(std::string_view text, F f) {
  const auto length = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < length;) {
    const std::int32_t begin = at;
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), at, length, c);
    f(c, text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin)));
  }
}

bool IsBlank(UChar32 c) { return c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f'; }

// Cc, Cf (bidirectional marks and overrides are of it), the two line separators and lone
// surrogates. The two joiners stay: Persian and Indic words and emoji need them and they turn
// nothing around.
bool IsUnsafe(UChar32 c) {
  if (c == 0x200C || c == 0x200D) return false;
  constexpr std::uint32_t kUnsafe =
      U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK | U_GC_CS_MASK;
  return (U_MASK(u_charType(c)) & kUnsafe) != 0;
}

// Wide and fullwidth characters (UAX 11) take two columns. Marks are drawn over the character
// before them.
std::size_t CodePointWidth(UChar32 c) {
  constexpr std::uint32_t kNoWidth = U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CC_MASK | U_GC_CF_MASK;
  if ((U_MASK(u_charType(c)) & kNoWidth) != 0) return 0;
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
}

std::size_t BarWidth(const Terminal& terminal) {
  return std::clamp<std::size_t>(terminal.width / 10, 6, 16);
}

std::string Pad(std::string_view text, std::size_t width, Align align) {
  const std::size_t used = DisplayWidth(text);
  const std::string blanks(used < width ? width - used : 0, ' ');
  return align == Align::kRight ? blanks + std::string(text) : std::string(text) + blanks;
}

}  // namespace

std::string SafeText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  ForEachCodePoint(text, [&](UChar32 c, std::string_view bytes) {
    if (IsBlank(c)) {
      out += ' ';
    } else if (!IsUnsafe(c)) {
      out += c == 0xFFFD ? std::string_view("\uFFFD") : bytes;
    }
  });
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  ForEachCodePoint(text, [&](UChar32 c, std::string_view) { width += CodePointWidth(c); });
  return width;
}

std::string CutToWidth(std::string_view text, std::size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  std::size_t used = 1, bytes = 0;  // 1: the ellipsis
  bool full = width == 0;
  ForEachCodePoint(text, [&](UChar32 c, std::string_view code_point) {
    used += CodePointWidth(c);
    // After the first character that does not fit nothing follows, or a narrow one would take its
    // place.
    full = full || used > width;
    if (!full) bytes += code_point.size();
  });
  return std::string(text.substr(0, bytes)) +
         std::string(width == 0 ? std::string_view() : kEllipsis);
}

std::string Thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string Counted(std::uint64_t number, std::string_view one) {
  return Thousands(number) + " " + std::string(one) + (number == 1 ? "" : "s");
}

std::string Decimal(double number, int digits) {
  std::array<char, 400> text{};  // the longest double has 309 digits before the point
  const int length = std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  std::string out(text.data(), static_cast<std::size_t>(std::max(length, 0)));
  // A small negative number rounds to "-0.0", whose sign says nothing.
  if (out.find_first_of("123456789") == std::string::npos && out.starts_with('-')) out.erase(0, 1);
  // Separators stand between digits only, so a sign is not counted.
  const std::size_t first = out.find_first_of("0123456789");
  for (std::size_t at = std::min(out.find('.'), out.size()); at > first + 3;)
    out.insert(at -= 3, 1, ',');
  return out;
}

std::string Percent(double part, double whole) {
  return whole == 0 ? "-" : Decimal(100 * part / whole, 1) + " %";
}

std::string HumanBytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {" B", " KiB", " MiB", " GiB", " TiB"};
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  // The last unit takes whatever is left, however large.
  for (; number >= 1024 && unit + 1 < kUnits.size(); ++unit) number /= 1024;
  return Decimal(number, unit == 0 ? 0 : 1) + kUnits[unit];
}

std::string Bar(double share, std::size_t width) {
  constexpr std::array<std::string_view, 8> kEighths = {"",       "\u258F", "\u258E", "\u258D",
                                                        "\u258C", "\u258B", "\u258A", "\u2589"};
  // Written so that NaN, which 0 divided by 0 gives, is an empty bar too.
  if (!(share > 0)) return {};
  const double exact = std::clamp(share, 0.0, 1.0) * static_cast<double>(width) * 8;
  const auto eighths = static_cast<std::size_t>(std::max(std::lround(exact), 1L));
  std::string out;
  for (std::size_t i = 0; i < eighths / 8; ++i) out += "\u2588";
  return out.append(kEighths[eighths % 8]);
}

std::string Bold(std::string_view text, const Terminal& terminal) {
  return terminal.style ? "\033[1m" + std::string(text) + "\033[0m" : std::string(text);
}

namespace {

std::string MarkdownLine(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    // A bare pipe would end the cell.
    for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
    out += " |";
  }
  return out + "\n";
}

}  // namespace

void Table::Row(std::vector<std::string> cells, double bar) {
  cells.resize(columns_.size());
  // Cells may hold text of pages, so all are made safe in this one place.
  for (std::string& cell : cells) cell = SafeText(cell);
  rows_.push_back({std::move(cells), bar});
}

// Of the text of every column; on a terminal what the first and the last one may take at most.
Table::Widths Table::Measure(const Terminal& terminal) const {
  Widths widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = DisplayWidth(columns_[c].title);
    for (const Line& row : rows_) width = std::max(width, DisplayWidth(row.cells[c]));
    widths.push_back(width);
  }
  if (!terminal.interactive) return widths;
  // The first column is repeated in every part of a folded table, so it must leave room for
  // others.
  if (columns_.front().align == Align::kLeft && columns_.size() > 2)
    widths.front() = std::min(widths.front(), std::max(terminal.width / 3, kLeastText));
  return widths;
}

// The columns that stand beside each other. The last one, where it is text, gets by with little.
std::vector<std::vector<std::size_t>> Table::Fold(const Widths& widths,
                                                  const Terminal& terminal) const {
  // Columns that do not fit go below in another part, because a line that wraps cannot be read.
  std::vector<std::vector<std::size_t>> parts(1);
  std::size_t used = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const bool text = c + 1 == columns_.size() && columns_[c].align == Align::kLeft;
    std::size_t width = text ? std::min(widths[c], kLeastText) : widths[c];
    if (columns_[c].bar && terminal.bars) width += 1 + BarWidth(terminal);
    // Every part has a column besides the first one, however narrow the terminal is.
    if (terminal.interactive && parts.back().size() > 1 && used + width > terminal.width) {
      parts.push_back({0});
      used = widths[0] + 2;
    }
    parts.back().push_back(c);
    used += width + 2;
  }
  return parts;
}

std::string Table::Cell(const Line& line, std::size_t column, std::size_t width,
                        const Terminal& terminal) const {
  const std::string& text = line.cells[column];
  const std::string cell =
      Pad(terminal.interactive ? CutToWidth(text, width) : text, width, columns_[column].align);
  if (!columns_[column].bar || !terminal.bars) return cell;
  return cell + " " + Pad(Bar(line.bar, BarWidth(terminal)), BarWidth(terminal), Align::kLeft);
}

std::string Table::Join(const Line& line, const std::vector<std::size_t>& part,
                        const Widths& widths, const Terminal& terminal, bool title) const {
  std::string out;
  std::size_t used = 0;
  for (const std::size_t c : part) {
    const bool text = c + 1 == columns_.size() && columns_[c].align == Align::kLeft;
    std::size_t width = widths[c];
    if (text && terminal.interactive)
      // max() keeps the subtraction from wrapping around if the columns before fill the line.
      width = std::min(width, std::max(terminal.width, used + kLeastText) - used);
    std::string cell = Cell(line, c, width, terminal);
    // Padding of the last column would only make lines wrap.
    if (text) cell.erase(cell.find_last_not_of(' ') + 1);
    used += DisplayWidth(cell) + 2;
    // Made bold after its width is taken, because an escape sequence would count as columns.
    out += (title ? Bold(cell, terminal) : cell) + "  ";
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

std::string Table::Text(const Terminal& terminal) const {
  // All parts share the widths, so the first column looks alike in each.
  const Widths widths = Measure(terminal);
  Line titles;
  for (const Column& column : columns_) titles.cells.push_back(column.title);
  std::string out;
  for (const std::vector<std::size_t>& part : Fold(widths, terminal)) {
    out += (out.empty() ? "" : "\n") + Join(titles, part, widths, terminal, true);
    for (const Line& row : rows_) out += Join(row, part, widths, terminal, false);
  }
  return out;
}

std::string Table::Markdown() const {
  std::vector<std::string> titles, rule;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    rule.emplace_back(column.align == Align::kRight ? "---:" : "---");
  }
  std::string out = MarkdownLine(titles) + MarkdownLine(rule);
  for (const Line& row : rows_) out += MarkdownLine(row.cells);
  return out;
}

}  // namespace thresh
