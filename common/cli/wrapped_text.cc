#include "common/cli/wrapped_text.h"

#include <algorithm>

#include "common/base/utf8.h"
#include "common/cli/table.h"
#include "common/cli/terminal.h"

namespace thresh {
namespace {

constexpr std::size_t kMostColumns = 100;

// A piece of the text with its ranges bold; one may reach into the next piece.
std::string StyledPiece(std::string_view text, const Ranges& bold, std::size_t begin,
                        std::size_t end, const Terminal& terminal) {
  std::string out;
  std::size_t at = begin;
  // Ranges count bytes of the text as it is, so pieces are made safe only after they are cut.
  for (const auto& [first, last] : bold) {
    const std::size_t from = std::max(first, at), to = std::min(last, end);
    if (from >= to) continue;
    out += SafeText(text.substr(at, from - at)) +
           Bold(SafeText(text.substr(from, to - from)), terminal);
    at = to;
  }
  return out + SafeText(text.substr(at, end - at));
}

// Where the piece that begins at `begin` ends: at a blank, or beside a wide character. Chinese and
// Japanese put no blanks between words, so a line may break beside each of their characters.
std::size_t PieceEnd(std::string_view text, std::size_t begin) {
  bool wide_before = false;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t from = at;
    if (text[at] == ' ') return at;
    DecodeUtf8(text, &at);
    const bool wide = DisplayWidth(text.substr(from, at - from)) == 2;
    if (from > begin && (wide || wide_before)) return from;
    wide_before = wide;
  }
  return text.size();
}

}  // namespace

std::size_t TextWidth(const Terminal& terminal) {
  return terminal.interactive ? std::min(terminal.width, kMostColumns) : 0;
}

std::string WrappedText(std::string_view text, const Ranges& bold, const Terminal& terminal,
                        std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string out;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t blank = column > 0 && text[begin] == ' ' ? 1 : 0;
    // The blank at which a line breaks is not printed.
    if (text[begin] == ' ') ++begin;
    const std::size_t end = PieceEnd(text, begin);
    const std::size_t columns = DisplayWidth(SafeText(text.substr(begin, end - begin)));
    // A piece that is wider than a line goes on its own line and is not cut.
    const bool new_line = column > 0 && width > 0 && indent + column + blank + columns > width;
    if (new_line) out += "\n";
    if (new_line || column == 0) out += margin;
    if (!new_line && blank > 0) out += ' ';
    column = (new_line ? 0 : column + blank) + columns;
    out += StyledPiece(text, bold, begin, end, terminal);
    begin = end;
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace thresh
