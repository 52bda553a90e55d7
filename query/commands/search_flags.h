// SearchFlags: the options of `thresh-query search` besides the stores, and the answer to what they
// ask. The command and the Python module own one for each search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/cli/cli.h"
#include "query/commands/scoring_options.h"
#include "query/present/search_answer.h"

namespace thresh {

class SearchFlags {
 public:
  void Declare(Options& options);
  // After the parse, before Answer. kUsage if values do not go together.
  Status Check();
  // `mistake` as in AnswerQuery.
  Result<SearchAnswer> Answer(Searcher& searcher, std::size_t* mistake) const;
  // The query. The shell has cut it at its blanks; positions of mistakes count in the joined text.
  std::string Query() const;

 private:
  void DeclareShown(Options& options);

  std::string operator_ = "or", like_;
  std::string sort_ = std::string(kHitOrderNames[0]), changed_since_, seen_since_;
  std::vector<std::string> words_;
  AnswerOptions options_;
  ScoringOptions scoring_;
  std::uint64_t offset_ = 0, fragments_ = 2;
};

}  // namespace thresh
