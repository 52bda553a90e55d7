// Snippets: the about thirty words of a page's kept text that say most about a query.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/cli/wrapped_text.h"
#include "common/store/page_text.h"
#include "common/text/analyzer.h"
#include "common/text/ascii_search.h"
#include "query/retrieve/query.h"

namespace thresh {

inline constexpr std::size_t kSnippetWords = 30;   // of all fragments together
inline constexpr std::size_t kFragmentWords = 10;  // of one at least
inline constexpr std::size_t kSnippetLead = 6;     // words shown before the first hit, at most
inline constexpr std::size_t kMaxFragments = 10;

struct Snippet {
  std::string text;   // an ellipsis between fragments, and at an end that is not an end of the page
  Ranges highlights;  // the query's words
};

// The words to be marked, numbered from 0: those of the scored units.
class QueryWords {
 public:
  explicit QueryWords(const Query& query);
  // The number of the word that the term is, or begins with; -1: none.
  int Find(std::string_view term) const;
  // false: the analyzer finds no such word in `text`. true: perhaps.
  bool MayStandIn(std::string_view text, const Analyzer& analyzer) const;

 private:
  int Number(const std::string& word) {
    return numbers_.try_emplace(word, numbers_.size()).first->second;
  }
  std::map<std::string, int, std::less<>> numbers_;
  std::array<bool, 256> begin_{};  // some word begins with the byte
  std::vector<std::pair<std::string, int>> prefixes_;
  AsciiSearch search_;
};

// Up to `fragments` passages in the order of the page. Each is the one with the most different
// words of the query that are not shown yet, then with the most different ones, then the most of
// them, then the first. One passage, of the full length, where only one has any; the start of the
// kept text where none has (the title or the URL has them). Words of struck blocks never appear.
// Only spans that may have a word of the query, or that a passage begins or ends in, are cut into
// words: of the others the store knows how many they have. A word so long that it is indexed in
// pieces counts as so many, and is shown whole or not at all.
Snippet MakeSnippet(std::span<const ShownSpan> page, const QueryWords& words, Analyzer& analyzer,
                    std::size_t fragments);

}  // namespace thresh
