#include "common/table.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace thresh {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

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

// Cc, Cf (bidirectional marks and overrides are of it), the two line separators and lone surrogates. The two
// joiners stay: Persian and Indic words and emoji need them and they turn nothing around.
bool IsUnsafe(UChar32 c) {
  if (c == 0x200C || c == 0x200D) return false;
  constexpr std::uint32_t kUnsafe = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK | U_GC_CS_MASK;
  return (U_MASK(u_charType(c)) & kUnsafe) != 0;
}

std::size_t CodePointWidth(UChar32 c) {
  constexpr std::uint32_t kNoWidth = U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CC_MASK | U_GC_CF_MASK;
  if ((U_MASK(u_charType(c)) & kNoWidth) != 0) return 0;
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
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
    full = full || used > width;
    if (!full) bytes += code_point.size();
  });
  return std::string(text.substr(0, bytes)) + std::string(width == 0 ? std::string_view() : kEllipsis);
}

std::string Thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string Decimal(double number, int digits) {
  std::array<char, 400> text{};  // the longest double has 309 digits before the point
  const int length = std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  std::string out(text.data(), static_cast<std::size_t>(std::max(length, 0)));
  const std::size_t first = out.find_first_of("0123456789");
  for (std::size_t at = std::min(out.find('.'), out.size()); at > first + 3;) out.insert(at -= 3, 1, ',');
  return out;
}

std::string Percent(double part, double whole) {
  return whole == 0 ? "-" : Decimal(100 * part / whole, 1) + " %";
}

std::string HumanBytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {" B", " KiB", " MiB", " GiB", " TiB"};
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; number >= 1024 && unit + 1 < kUnits.size(); ++unit) number /= 1024;
  return Decimal(number, unit == 0 ? 0 : 1) + kUnits[unit];
}

std::string Bold(std::string_view text, const Terminal& terminal) {
  return terminal.style ? "\033[1m" + std::string(text) + "\033[0m" : std::string(text);
}

namespace {

std::string MarkdownLine(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
    out += " |";
  }
  return out + "\n";
}

}  // namespace

void Table::Row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = SafeText(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::Text(const Terminal& terminal) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = DisplayWidth(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, DisplayWidth(row[c]));
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell, bool title) {
    std::string out;
    std::size_t column = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool last = c + 1 == columns_.size();
      std::string text(cell(c));
      if (last && terminal.interactive)
        text = CutToWidth(text, std::max(terminal.width, column + 12) - column);
      if (!last || columns_[c].align == Align::kRight) text = Pad(text, widths[c], columns_[c].align);
      out += (title ? Bold(text, terminal) : text) + (last ? "" : "  ");
      column += widths[c] + 2;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  std::string out = line([&](std::size_t c) { return columns_[c].title; }, true);
  for (const auto& row : rows_) out += line([&](std::size_t c) { return row[c]; }, false);
  return out;
}

std::string Table::Markdown() const {
  std::vector<std::string> titles, rule;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    rule.emplace_back(column.align == Align::kRight ? "---:" : "---");
  }
  std::string out = MarkdownLine(titles) + MarkdownLine(rule);
  for (const auto& row : rows_) out += MarkdownLine(row);
  return out;
}

}  // namespace thresh
