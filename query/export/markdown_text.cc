#include "query/export/markdown_text.h"

#include <algorithm>
#include <cstddef>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// A single underscore between letters or digits is no emphasis: CommonMark, 6.2.
bool IsInsideWord(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && IsAsciiAlnum(text[at - 1]) && IsAsciiAlnum(text[at + 1]);
}

// Whether an ampersand in front of the text might be read as a character reference.
bool BeginsReference(std::string_view text) {
  return !text.empty() && (IsAsciiAlnum(text[0]) || text[0] == '#');
}

bool MustEscape(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '<':
    case '|':
    case '~':
      return true;
    case '_':
      return !IsInsideWord(text, at);
    case '&':
      return BeginsReference(text.substr(at + 1));
    default:
      return false;
  }
}

std::size_t LongestRun(std::string_view text, char c) {
  std::size_t longest = 0, run = 0;
  for (const char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

void AppendMarkdownText(std::string_view text, std::string* line) {
  if (line->ends_with('&') && BeginsReference(text)) line->insert(line->size() - 1, 1, '\\');
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (MustEscape(text, at)) *line += '\\';
    *line += text[at];
  }
}

namespace {

// Whether marks of emphasis may stand beside a character that is the first or last of its text.
// Letters and digits of ASCII always may. Others only beside a blank, as CommonMark wants of
// punctuation; and the bytes that begin blanks of Unicode never.
bool MayTouch(char c, bool beside_blank) {
  if (IsAsciiAlnum(c)) return true;
  const auto byte = static_cast<unsigned char>(c);
  const bool may_be_blank = byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3);
  return beside_blank && byte > 0x20 && !may_be_blank;
}

// The first byte of the last character.
char LastCharacter(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return text[at];
}

}  // namespace

void AppendEmphasis(std::string_view text, std::string_view marks, bool glued, std::string* line) {
  const bool blank_before = line->empty() || line->back() == ' ' || line->back() == '\n';
  const bool marked = MayTouch(text.front(), blank_before) && MayTouch(LastCharacter(text), !glued);
  if (marked) *line += marks;
  AppendMarkdownText(text, line);
  if (marked) *line += marks;
}

std::string EscapeLineStart(std::string_view line) {
  constexpr std::string_view kStarts = "#+-=>:";
  std::string out(line);
  if (line.empty()) return out;
  if (kStarts.find(line.front()) != std::string_view::npos) return "\\" + out;
  std::size_t digits = 0;
  while (digits < line.size() && IsAsciiDigit(line[digits])) ++digits;
  if (digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')'))
    out.insert(digits, 1, '\\');
  return out;
}

std::string EscapeHeadingEnd(std::string_view line) {
  std::string out(line);
  const std::size_t last = line.find_last_not_of('#');
  const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
  if (begin < out.size()) out.insert(begin, 1, '\\');
  return out;
}

std::string CodeSpan(std::string_view code, bool in_cell) {
  const std::string fence(LongestRun(code, '`') + 1, '`');
  std::string out = fence;
  // The reader takes one blank away on each side.
  const bool padded = code.starts_with('`') || code.ends_with('`');
  if (padded) out += ' ';
  for (const char c : code) {
    if (c == '|' && in_cell) out += '\\';
    out += c;
  }
  if (padded) out += ' ';
  return out + fence;
}

std::string CodeFence(std::string_view code) {
  constexpr std::size_t kShortest = 3;
  return std::string(std::max(kShortest, LongestRun(code, '`') + 1), '`');
}

}  // namespace thresh
