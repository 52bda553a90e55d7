// The answer to a search, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/cli.h"
#include "common/status.h"
#include "query/present/snippet.h"
#include "query/retrieve/searcher.h"

namespace thresh {

struct FoundPage {
  DocRecord page;
  double score = 0;
  Snippet snippet;
};

struct SearchAnswer {
  std::string query;
  SearchOptions options;  // the variant is never empty
  std::uint64_t matches = 0;
  double milliseconds = 0;  // ranking, pages and snippets
  std::vector<FoundPage> pages = {};
};

// kUsage: a bad query or bad options.
Result<SearchAnswer> AnswerQuery(Searcher& searcher, const std::string& query, const SearchOptions& options);

std::string AnswerText(const SearchAnswer& answer, const Terminal& terminal);
// One object; highlights are [first, last) in characters (code points) of the snippet.
std::string AnswerJson(const SearchAnswer& answer);

}  // namespace thresh
