// thresh-query search.
#include <cstdio>
#include <string>
#include <vector>

#include "common/base/utf8.h"
#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/commands/date_option.h"
#include "query/commands/heap.h"
#include "query/commands/scoring_options.h"
#include "query/commands/store_options.h"
#include "query/present/search_answer.h"
#include "query/present/snippet_maker.h"

namespace thresh {
namespace {

// The query, and a caret below the character with this number (from 1). The caret is placed by
// display columns, because a Han character takes two and a combining mark none.
std::string PointAt(const std::string& query, std::size_t character) {
  std::size_t byte = 0;
  for (std::size_t i = 1; i < character && byte < query.size(); ++i) DecodeUtf8(query, &byte);
  const std::string before = SafeText(std::string_view(query).substr(0, byte));
  return "  " + SafeText(query) + "\n  " + std::string(DisplayWidth(before), ' ') + "^\n";
}

class SearchCommand : public Command {
 public:
  void Declare(Options& options) override {
    DeclareStores(options, &stores_, "the store to search");
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
                      "templates, changed last");
    options.Add("changed-since", &changed_since_, "DATE",
                "only pages whose content has changed at this time or later: 2024, 2024-06-01 or "
                "2024-06-01T08:30");
    options.Add("deadline", &options_.search.deadline_ms, "MS",
                "gives up after this many milliseconds; 0: never");
    DeclareShown(options);
    scoring_.Declare(options, &options_.search);
  }

  Status Run() override {
    // Before the store is opened. Touching the heap in pages of 4 KB took a fifth of the time of a
    // search.
    TakeHeapAtOnce();
    AllowDescriptors();
    if (words_.empty() == like_.empty())
      return Status(Code::kUsage, "search takes either WORDS or --more-like PAGE");
    if (fragments_ < 1 || fragments_ > kMaxFragments) {
      return Status(Code::kUsage, "--fragments must be from 1 to " + std::to_string(kMaxFragments));
    }
    THRESH_RETURN_IF_ERROR(CheckDate("changed-since", changed_since_));
    TakeOrder();
    options_.unsigned_pieces = operator_ == "and" ? Operator::kAnd : Operator::kOr;
    options_.offset = offset_;
    options_.fragments = fragments_;
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, Searcher::Open(stores_));
    THRESH_ASSIGN_OR_RETURN(
        const SearchAnswer answer,
        like_.empty() ? AnswerWords(*searcher) : AnswerMoreLike(*searcher, like_, options_));
    Print(json_ ? AnswerJson(answer) : AnswerText(answer, StdoutTerminal()));
    return {};
  }

 private:
  void DeclareShown(Options& options) {
    options.Add("fragments", &fragments_, "N", "passages of text to show for a page, at most");
    options.Add("duplicates", &options_.duplicates, "",
                "shows pages with the same text one by one instead of once");
    options.Add("explain-score", &options_.explain_scores, "",
                "shows what each word of the query adds to the score");
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }

  void TakeOrder() {
    options_.search.order = sort_ == "changed" ? HitOrder::kChanged : HitOrder::kRelevance;
    if (changed_since_.empty()) return;
    options_.within.push_back({.kind = Condition::Kind::kChanged, .text = changed_since_});
  }

  Result<SearchAnswer> AnswerWords(Searcher& searcher) {
    std::string query;
    // The shell has cut the query at its blanks. Positions of mistakes count in the joined text.
    for (const std::string& word : words_) query += (query.empty() ? "" : " ") + word;
    std::size_t mistake = 0;
    Result<SearchAnswer> answer = AnswerQuery(searcher, query, options_, &mistake);
    // For people only: programs read the position from the message.
    if (mistake > 0 && StderrTerminal().interactive)
      std::fputs(PointAt(query, mistake).c_str(), stderr);
    return answer;
  }

  StoreNames stores_;
  std::string operator_ = "or", like_;
  std::string sort_ = std::string(kHitOrderNames[0]), changed_since_;
  std::vector<std::string> words_;
  AnswerOptions options_;
  ScoringOptions scoring_;
  std::uint64_t offset_ = 0, fragments_ = 2;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSearchCommand() { return std::make_unique<SearchCommand>(); }

}  // namespace thresh
