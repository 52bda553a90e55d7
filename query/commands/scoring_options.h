// The options of every command that ranks: model, parameters, field weights, algorithm. Made from
// the tables.
#pragma once

#include "common/cli/cli.h"
#include "query/retrieve/rank.h"

namespace thresh {

// `search` must outlive the options.
void DeclareScoring(Options& options, SearchOptions* search);

}  // namespace thresh
