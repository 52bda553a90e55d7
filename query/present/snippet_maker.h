// Snippets: about thirty words of a page's kept text, chosen so that they say most about a query.
// Searches make one for every hit. QueryWords is made once for a query and then only read.
// MakeSnippet may run on any thread that has an Analyzer of its own.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/store/page_text.h"
#include "common/text/analyzer.h"
#include "common/text/ascii_search.h"
#include "query/present/snippet.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/query.h"

namespace thresh {

inline constexpr std::size_t kSnippetWords = 30;   // of all fragments together
inline constexpr std::size_t kFragmentWords = 10;  // of one at least
inline constexpr std::size_t kSnippetLead = 6;     // words shown before the first hit, at most
inline constexpr std::size_t kMaxFragments = 10;
// So that an answer has a bound, and a search an end, whatever crawls bring: no snippet has more
// bytes, and only these bytes of a span, and of all spans of a page, are cut into words.
inline constexpr std::size_t kSnippetBytes = 2000;
inline constexpr std::size_t kSpanBytesRead = std::size_t{64} << 10;
inline constexpr std::size_t kPageBytesRead = std::size_t{1} << 20;

// The words to mark, numbered from 0: the words of the scored units of a query.
class QueryWords {
 public:
  explicit QueryWords(const Query& query);
  // The number of the word that equals the term, or of the pattern that it matches. -1: none.
  int Find(std::string_view term) const;
  // False if the analyzer finds no such word in `text`. True means perhaps.
  bool MayStandIn(std::string_view text, const Analyzer& analyzer) const;

 private:
  int Number(const std::string& word) {
    const auto [at, fresh] = numbers_.try_emplace(word, count_);
    count_ += fresh ? 1 : 0;
    return at->second;
  }
  std::map<std::string, int, std::less<>> numbers_;  // stems of a word have its number
  int count_ = 0;
  std::array<bool, 256> begin_{};  // some word begins with the byte
  std::vector<std::pair<TermPattern, int>> patterns_;
  AsciiSearch search_;
};

// The spans of a page that a snippet is made of. Left out are a first heading that repeats the
// title of the page or a part of it, whatever else repeats most of the title and is a block or four
// words long (an ellipsis stands there: the span comes as a struck one), and marks that are nothing
// but the rubble of what was removed: spans without words beside a struck one, such as the bars
// between the links of a menu, and signs that link to their heading.
std::vector<ShownSpan> SnippetSpans(std::span<const ShownSpan> page, std::string_view title);

// Up to `fragments` passages in the order of the page. Each next passage is the one with the most
// different words of the query that are not shown yet. Ties go to the passage with more different
// words, then with more of them, then to the earlier one. If only one passage has words of the
// query, it gets the full length. If none has (the words stand in the title or the URL), the
// snippet is the start of the kept text. Words of struck blocks never appear: an ellipsis stands
// where some were.
//
// Only spans that may have a word of the query, or in which a passage begins or ends, are cut into
// words. The store knows how many words the other spans have. A word that is indexed in pieces
// counts once for each piece, and is shown whole or not at all, unless it ends a snippet that is
// cut at kSnippetBytes. `spans` are those of SnippetSpans.
Snippet MakeSnippet(std::span<const ShownSpan> spans, const QueryWords& words, Analyzer& analyzer,
                    std::size_t fragments);

}  // namespace thresh
