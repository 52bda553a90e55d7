// ScoringOptions: the options of every command that ranks: preset, model, parameters, field weights
// and algorithm. They are made from the tables of query/retrieve. A command owns one, as a member.
#pragma once

#include <string>

#include "common/cli/cli.h"
#include "query/retrieve/rank.h"

namespace thresh {

class ScoringOptions {
 public:
  // Sets `search` to the default preset. `search` and this must outlive the options.
  void Declare(Options& options, SearchOptions* search);

 private:
  std::string preset_;
};

}  // namespace thresh
