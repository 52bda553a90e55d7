// Snippets: the about thirty words of a page's kept text that say most about a query.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/analyzer.h"
#include "common/cli.h"
#include "common/schema.h"
#include "query/retrieve/query.h"

namespace thresh {

inline constexpr std::size_t kSnippetWords = 30;
inline constexpr std::size_t kSnippetLead = 6;  // words shown before the first hit

struct Snippet {
  std::string text;  // an ellipsis at an end that is not an end of the page
  std::vector<std::pair<std::size_t, std::size_t>> highlights;  // byte ranges of the query's words, ascending
};

std::set<std::string> QueryTerms(const Query& query);

// The window with the most different words of the query, then the most of them, then the first; the start of
// the kept text where none stands there (the title or the URL has it). Words of struck blocks never appear.
Snippet MakeSnippet(const TextRecord& record, const std::set<std::string>& terms, Analyzer& analyzer);

// Made safe, query words bold, broken into lines of at most `width` columns (0: one line) after `indent`
// blanks.
std::string SnippetText(const Snippet& snippet, const Terminal& terminal, std::size_t indent,
                        std::size_t width);

}  // namespace thresh
