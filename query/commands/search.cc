// thresh-query search.
#include <cstdio>
#include <string>

#include "common/base/utf8.h"
#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/commands/heap.h"
#include "query/commands/search_flags.h"
#include "query/commands/store_options.h"

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
    flags_.Declare(options);
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }

  Status Run() override {
    // Before the store is opened. Touching the heap in pages of 4 KB took a fifth of the time of a
    // search.
    TakeHeapAtOnce();
    AllowDescriptors();
    THRESH_RETURN_IF_ERROR(flags_.Check());
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, Searcher::Open(stores_));
    std::size_t mistake = 0;
    const Result<SearchAnswer> answer = flags_.Answer(*searcher, &mistake);
    // For people only: programs read the position from the message.
    if (mistake > 0 && StderrTerminal().interactive)
      std::fputs(PointAt(flags_.Query(), mistake).c_str(), stderr);
    if (!answer.ok()) return answer.status();
    Print(json_ ? AnswerJson(answer.value()) : AnswerText(answer.value(), StdoutTerminal()));
    return {};
  }

 private:
  StoreNames stores_;
  SearchFlags flags_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSearchCommand() { return std::make_unique<SearchCommand>(); }

}  // namespace thresh
