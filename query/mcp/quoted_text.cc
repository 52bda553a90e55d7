#include "query/mcp/quoted_text.h"

#include <algorithm>

#include "common/cli/table.h"

namespace thresh {
namespace {

bool ContinuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::size_t CharacterBegin(std::string_view text, std::size_t byte) {
  while (byte > 0 && byte < text.size() && ContinuesCharacter(text[byte])) --byte;
  return byte;
}

std::string SafeLines(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n\t", at), text.size());
    out += SafeText(text.substr(at, end - at));
    if (end < text.size()) out += text[end];
    at = end + 1;
  }
  return out;
}

std::string Quoted(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += end == at ? ">" : "> ";
    out += text.substr(at, end - at);
    out += '\n';
    at = end + 1;
  }
  return out;
}

std::string Shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  return std::string(text.substr(0, CharacterBegin(text, bytes))) + "\u2026";
}

std::size_t CutPlace(std::string_view text, std::size_t byte) {
  if (byte >= text.size()) return text.size();
  const std::size_t line = text.rfind('\n', byte);
  if (line != std::string_view::npos && line < byte && line >= byte / 2) return line + 1;
  const std::size_t cut = CharacterBegin(text, byte);
  if (cut > 0) return cut;
  std::size_t first = 1;
  while (first < text.size() && ContinuesCharacter(text[first])) ++first;
  return std::min(first, text.size());
}

}  // namespace thresh
