#include "query/export/sections.h"

#include <algorithm>

namespace thresh {
namespace {

constexpr std::string_view kWhite = " \n\t";

// Without blank lines in front and white space behind. Blanks at the start of a line are Markdown.
std::string_view Trimmed(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return text.substr(0, text.find_last_not_of(kWhite) + 1);
}

struct Piece {
  std::size_t bytes = 0, words = 0;
};

// The longest piece at the front that has no more words than that and ends at the best place.
Piece FirstPiece(std::string_view text, std::size_t most_words) {
  Piece word, line, block;  // that end with a word, a line, a block
  for (std::size_t words = 0, at = 0;;) {
    const std::size_t begin = text.find_first_not_of(kWhite, at);
    if (begin == std::string_view::npos) return {text.size(), words};
    const std::string_view gap = text.substr(at, begin - at);
    const std::size_t breaks = static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n'));
    // The gap's blanks behind its last line end belong to the line that follows.
    const std::size_t line_begin = breaks > 0 ? at + gap.rfind('\n') + 1 : begin;
    if (words > 0) word = {line_begin, words};
    if (words > 0 && breaks > 0) line = word;
    if (words > 0 && breaks > 1) block = word;
    if (most_words > 0 && words == most_words) break;
    ++words;
    at = std::min(text.find_first_of(kWhite, begin), text.size());
  }
  if (block.bytes > 0) return block;
  return line.bytes > 0 ? line : word;
}

}  // namespace

std::vector<PageSection> CutSections(std::string_view text,
                                     const std::vector<MarkdownHeading>& headings,
                                     std::size_t most_words) {
  std::vector<PageSection> sections;
  std::vector<const MarkdownHeading*> path;
  for (std::size_t i = 0; i <= headings.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : headings[i - 1].begin;
    const std::size_t end = i == headings.size() ? text.size() : headings[i].begin;
    if (i > 0) {
      while (!path.empty() && path.back()->level >= headings[i - 1].level) path.pop_back();
      path.push_back(&headings[i - 1]);
    }
    PageSection section;
    for (const MarkdownHeading* heading : path) section.headings.emplace_back(heading->text);
    if (!path.empty()) section.anchor = path.back()->anchor;
    for (std::string_view rest = Trimmed(text.substr(begin, end - begin)); !rest.empty();) {
      const Piece piece = FirstPiece(rest, most_words);
      section.text = Trimmed(rest.substr(0, piece.bytes));
      section.words = piece.words;
      sections.push_back(section);
      rest = Trimmed(rest.substr(piece.bytes));
    }
  }
  return sections;
}

}  // namespace thresh
