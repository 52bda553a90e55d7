// The answer to a search, for people and as JSON. `thresh-query search`, the search page and
// programs that link the library use it. search_answer.cc ranks, collapses copies and reads pages;
// answer_text.cc shows. One thread for each Searcher.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/store/text_record.h"
#include "query/present/snippet.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/searcher.h"

namespace thresh {

class QueryWords;

struct AnswerOptions {
  SearchOptions search = DefaultSearch();  // search.n is the number of pages to show
  Operator unsigned_pieces = Operator::kOr;
  std::vector<Condition> within = {};  // conditions of a page beside the query
  std::size_t offset = 0;              // pages to leave out before the first
  std::size_t fragments = 2;           // passages of a snippet, at most
  bool duplicates = false;             // copies are pages of their own
  bool explain_scores = false;
};

// Shown of one hit, so that an answer has a bound.
inline constexpr std::size_t kMostCopies = 100;

struct FoundPage {
  DocRecord page;
  std::string site = {};
  double score = 0;
  Snippet snippet = {};
  std::string last_seen = {};     // by a crawl; ISO 8601
  std::string last_changed = {};  // words of the content, not of a template; ISO 8601
  // URLs of lower hits that are copies of the same page, on any site, kMostCopies at most; and how
  // many. Only of the hits that were ranked, which are a few more than wanted.
  std::vector<std::string> same_text = {};
  std::uint64_t copies = 0;
  std::optional<ScoreExplanation> explanation = std::nullopt;
};

struct SearchAnswer {
  std::string query;      // as typed; empty if `like` is set
  std::string like = {};  // URL of that page
  AnswerOptions options;  // the variant is never empty
  std::uint64_t matches = 0;
  bool more = false;              // there may be more matches than that
  std::size_t different = 0;      // hits that were ranked, copies as one; all, if less than wanted
  std::string did_you_mean = {};  // a corrected query, if the store lacks a word of it
  std::vector<std::string> notes = {};
  double milliseconds = 0;  // ranking, pages and snippets
  std::vector<FoundPage> pages = {};
};

// What may be done with a page while its text is there: called for each page that an answer shows,
// in their order, with what the page keeps of its text and with the words of the query. A Status
// that is not ok ends the answer.
using PageVisitor = std::function<Status(DocId doc, const DocRecord& page, const TextRecord& kept,
                                         const QueryWords& words)>;

// kUsage: a bad query, bad options, or more than kMaxHits to rank. `mistake` may be null. Otherwise
// a bad query sets it to the place that ParseQuery reports.
Result<SearchAnswer> AnswerQuery(Searcher& searcher, const std::string& query,
                                 const AnswerOptions& options, std::size_t* mistake = nullptr,
                                 const PageVisitor& visit = {});
// Pages like the page of this URL, docno or path, without the page itself and its copies. kMissing:
// no such page, or no other page has a word of it.
Result<SearchAnswer> AnswerMoreLike(Searcher& searcher, const std::string& page,
                                    const AnswerOptions& options);

std::string AnswerText(const SearchAnswer& answer, const Terminal& terminal);
// One object. Highlights are [first, last) in code points of the snippet.
std::string AnswerJson(const SearchAnswer& answer);

}  // namespace thresh
