// Evaluations and comparisons as one line of JSON.
#pragma once

#include <string>
#include <vector>

#include "query/evaluate/comparison.h"
#include "query/evaluate/evaluation.h"

namespace thresh {

// {"run": tag, "all": {name: value}, "topics": {id: {name: value}}}
std::string EvaluationJson(const Evaluation& evaluation, const std::vector<Measure>& measures);
// {"rows": [{"measure", "system", "mean", "difference", "wins", ..., "p": {test: p}, "corrected":
// {test: p}}]}
std::string SystemsJson(const std::vector<ComparedSystem>& rows);

}  // namespace thresh
