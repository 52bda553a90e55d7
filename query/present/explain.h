// explain: one page block by block, what was decided about each block, and why.
// `thresh-query explain` and the page view of the search page show an Explanation. Values; any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/report/template_card.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "query/present/find_page.h"

namespace thresh {

// The text of a block for which one verdict holds. A struck block with a protected heading makes
// two of them.
struct ExplainedBlock {
  BlockNo block;
  Verdict verdict = Verdict::kContent;
  std::uint32_t tokens = 0;
  std::uint8_t score = 0;  // percent of template words
  std::uint32_t support = 0;
  std::optional<TemplateId> template_id;  // none for plain content
  std::string rule;
  std::string text;
  bool glued = false;  // no blank between the text before it and this
};

struct Explanation {
  StoredPage page;
  std::string site;
  std::string same_as;                 // URL of the page that this one is a copy of
  bool same_words = false;             // the copy has all words of that page, and no others
  bool text_nodes = false;             // every block is one span: a text node
  std::vector<ExplainedBlock> blocks;  // in document order; blocks without text are left out
  std::map<TemplateId, TemplateCard> templates;  // of the blocks
  std::array<std::uint64_t, kVerdictNames.size()> blocks_by_verdict{}, tokens_by_verdict{};
  std::uint64_t words_left_out = 0;  // of the text behind the last of `blocks`; counted above
};

// Compares the first kSeenTogether templates that vary, for which it reads other pages of at most
// kMostWordsRead words together. The other templates do not say what varies. Blocks end where the
// text of the page is longer than `most_bytes`.
Result<Explanation> ExplainPage(const Store& store, StoredPage page,
                                std::size_t most_bytes = std::string::npos);
// What an answer to a browser or a program has of one page, so that it has a bound. A span counts
// some bytes more than its text, for its markup.
inline constexpr std::size_t kMostBytesShown = std::size_t{1} << 20;
inline constexpr std::size_t kMarkupBytes = 8;

// A row of the page as people read it. A page that was cut into text nodes would be a row for every
// node, so neighbours of the same verdict and template share a row. A mark without words, such as
// the bar between two links, goes with the text before it.
struct ExplainedRow {
  Verdict verdict = Verdict::kContent;
  const TemplateCard* card = nullptr;         // null for plain content
  std::vector<const ExplainedBlock*> blocks;  // never empty
  std::uint64_t tokens = 0;
  std::uint32_t support = 0;  // the largest of the blocks
};
// Every block stands in one row. The explanation must outlive the rows.
std::vector<ExplainedRow> RowsOf(const Explanation& explanation);

// The text of a row, and the ranges of it that vary.
struct RowText {
  std::string text;
  Ranges varying;
};
RowText TextOf(const ExplainedRow& row);

// `verbose`: with the numbers of each rule.
std::string ExplanationText(const Explanation& explanation, bool verbose, const Terminal& terminal);
std::string ExplanationJson(const Explanation& explanation);

}  // namespace thresh
