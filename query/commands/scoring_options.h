// The options of every command that ranks: model, parameters, field weights and algorithm. They are
// made from ScorerTable, ParameterTable and AlgorithmTable (query/retrieve).
#pragma once

#include "common/cli/cli.h"
#include "query/retrieve/rank.h"

namespace thresh {

// `search` must outlive the options; its values are the defaults.
void DeclareScoring(Options& options, SearchOptions* search);

}  // namespace thresh
