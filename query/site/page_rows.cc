#include "query/site/page_rows.h"

#include <array>

#include "common/store/page_text.h"

namespace thresh {
namespace {

bool Joins(const Explanation& explanation, const std::vector<PageRow>& rows,
           const ExplainedBlock& block) {
  if (!explanation.text_nodes || rows.empty()) return false;
  const bool marks = block.verdict == Verdict::kContent && block.tokens == 0;
  return marks || rows.back().verdict == block.verdict;
}

// The point behind a number is that of a heading.
bool EndsSentence(std::string_view text) {
  constexpr std::array<std::string_view, 6> kEnds = {".", ":", "!", "?", "\u3002", "\uff1a"};
  for (const std::string_view end : kEnds) {
    if (!text.ends_with(end)) continue;
    const char before = text.size() > end.size() ? text[text.size() - end.size() - 1] : '0';
    return before < '0' || before > '9';
  }
  return false;
}

}  // namespace

std::vector<PageRow> PageRows(const Explanation& explanation) {
  std::vector<PageRow> rows;
  for (const ExplainedBlock& block : explanation.blocks) {
    if (!Joins(explanation, rows, block)) rows.push_back({.verdict = block.verdict, .blocks = {}});
    rows.back().blocks.push_back(&block);
    rows.back().tokens += block.tokens;
  }
  return rows;
}

std::vector<Band> BandsOf(const std::vector<PageRow>& rows) {
  std::vector<Band> bands;
  bands.reserve(rows.size());
  for (const PageRow& row : rows) bands.push_back({VerdictName(row.verdict), row.tokens});
  return bands;
}

std::vector<std::string> Paragraphs(const PageRow& row) {
  std::vector<std::string> paragraphs;
  for (const ExplainedBlock* block : row.blocks) {
    const bool fresh = paragraphs.empty() || (!block->glued && EndsSentence(paragraphs.back()));
    if (fresh) {
      paragraphs.push_back(block->text);
    } else {
      paragraphs.back() += (block->glued ? "" : " ") + block->text;
    }
  }
  return paragraphs;
}

}  // namespace thresh
