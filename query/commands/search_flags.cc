#include "query/commands/search_flags.h"

#include "query/commands/date_option.h"
#include "query/present/snippet_maker.h"

namespace thresh {

void SearchFlags::Declare(Options& options) {
  options.Arguments(
      &words_, "WORDS",
      "the query: word, +required, -excluded, '\"a phrase\"', '\"near words\"~5', begin*end, "
      "fuzzy~, title:word, inurl:word, site:host, url:beginning, after:2024, before:2024-06, "
      "AND, OR, NOT, (groups). A -- ends the options, so that a query may begin with -excluded");
  options.AddChoice("operator", &operator_, {"or", "and"},
                    "or: one of the words without a sign must match; and: all of them must");
  options.Add("limit,n", &options_.search.n, "N",
              "pages to show; together with --offset at most 10000");
  options.Add("offset", &offset_, "N", "best pages to skip before the first that is shown");
  options.Add("more-like", &like_, "PAGE",
              "instead of a query: finds pages like this one, given by URL, docno or path");
  options.AddChoice("sort", &sort_, {kHitOrderNames.begin(), kHitOrderNames.end()},
                    "relevance: the best pages first; changed: pages whose content, not their "
                    "templates, changed last; date: pages with the newest date, those without a "
                    "date at the end; seen: pages that a crawl saw last");
  options.Add("changed-since", &changed_since_, "DATE",
              "only pages whose content has changed at this time or later: 2024, 2024-06-01 or "
              "2024-06-01T08:30");
  options.Add("seen-since", &seen_since_, "DATE",
              "only pages that a crawl has seen at this time or later");
  options.Add("deadline", &options_.search.deadline_ms, "MS",
              "gives up after this many milliseconds, snippets and all; 0: never");
  DeclareShown(options);
  scoring_.Declare(options, &options_.search);
}

void SearchFlags::DeclareShown(Options& options) {
  options.Add("fragments", &fragments_, "N", "passages of text to show for a page, at most");
  options.Add("duplicates", &options_.duplicates, "",
              "shows pages with the same text one by one instead of once");
  options.Add("explain-score", &options_.explain_scores, "",
              "shows what each word of the query adds to the score");
}

Status SearchFlags::Check() {
  if (words_.empty() == like_.empty())
    return Status(Code::kUsage, "search takes either WORDS or --more-like PAGE");
  if (fragments_ < 1 || fragments_ > kMaxFragments) {
    return Status(Code::kUsage, "--fragments must be from 1 to " + std::to_string(kMaxFragments));
  }
  THRESH_RETURN_IF_ERROR(CheckDate("changed-since", changed_since_));
  options_.search.order = HitOrderNamed(sort_);
  if (!changed_since_.empty())
    options_.within.push_back({.kind = Condition::Kind::kChanged, .text = changed_since_});
  THRESH_RETURN_IF_ERROR(CheckDate("seen-since", seen_since_));
  if (!seen_since_.empty())
    options_.within.push_back({.kind = Condition::Kind::kSeen, .text = seen_since_});
  options_.unsigned_pieces = operator_ == "and" ? Operator::kAnd : Operator::kOr;
  options_.offset = offset_;
  options_.fragments = fragments_;
  return {};
}

std::string SearchFlags::Query() const {
  std::string query;
  for (const std::string& word : words_) query += (query.empty() ? "" : " ") + word;
  return query;
}

Result<SearchAnswer> SearchFlags::Answer(Searcher& searcher, std::size_t* mistake) const {
  return like_.empty() ? AnswerQuery(searcher, Query(), options_, mistake)
                       : AnswerMoreLike(searcher, like_, options_);
}

}  // namespace thresh
