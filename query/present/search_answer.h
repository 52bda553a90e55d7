// The answer to a search, for people and as JSON.
//
//   search_answer.cc  ranks, collapses, reads      answer_text.cc  shows
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/cli.h"
#include "query/present/snippet.h"
#include "query/retrieve/searcher.h"

namespace thresh {

struct AnswerOptions {
  SearchOptions search = {};  // search.n: pages wanted
  Operator unsigned_pieces = Operator::kOr;
  std::vector<Condition> within = {};  // what a page must meet beside the query
  std::size_t offset = 0;              // pages left out before them
  std::size_t fragments = 2;           // of a snippet, at most
  bool duplicates = false;             // shown as pages of their own
  bool explain_scores = false;
};

struct FoundPage {
  DocRecord page;
  std::string site = {};
  double score = 0;
  Snippet snippet = {};
  std::vector<std::string> same_text =
      {};  // URLs of lower hits on the same site with the same words
  std::optional<ScoreExplanation> explanation = std::nullopt;
};

struct SearchAnswer {
  std::string query;      // as typed; empty: more like a page
  std::string like = {};  // URL of that page
  AnswerOptions options;  // the variant is never empty
  std::uint64_t matches = 0;
  bool more = false;              // there may be more than `matches`
  std::string did_you_mean = {};  // a corrected query where a word stands nowhere
  std::vector<std::string> notes = {};
  double milliseconds = 0;  // ranking, pages and snippets
  std::vector<FoundPage> pages = {};
};

// kUsage: a bad query (`mistake`, where given, gets its place as ParseQuery says), bad options, or
// more than kMaxHits to rank.
Result<SearchAnswer> AnswerQuery(Searcher& searcher, const std::string& query,
                                 const AnswerOptions& options, std::size_t* mistake = nullptr);
// Pages that are like a page (its URL, docno or path), without it and its copies. kMissing: no such
// page, or no other page has a word of it.
Result<SearchAnswer> AnswerMoreLike(Searcher& searcher, const std::string& page,
                                    const AnswerOptions& options);

std::string AnswerText(const SearchAnswer& answer, const Terminal& terminal);
// One object; highlights are [first, last) in characters (code points) of the snippet.
std::string AnswerJson(const SearchAnswer& answer);

}  // namespace thresh
