// Evaluation: a run against judgments, topic by topic and over all, and as trec_eval 10.0-rc3
// prints it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "query/evaluate/judged_ranking.h"
#include "query/evaluate/measures.h"
#include "query/evaluate/qrels.h"
#include "query/evaluate/trec_run.h"

namespace thresh {

struct EvaluationOptions {
  JudgingOptions judging;
  bool complete = false;  // -c: topics of the judgments without a result count, as empty rankings
};

struct TopicValues {
  std::vector<std::vector<double>> of;  // a list a measure, a value a name
  std::vector<std::string> texts;       // a text a measure; empty but for kText
};

struct Evaluation {
  std::string tag;
  std::map<std::string, TopicValues> topics;
  TopicValues all;
  // What trec_eval passes over in silence.
  std::vector<std::string> without_results;    // topics that are judged, but not in the run
  std::vector<std::string> without_judgments;  // topics of the run that nobody judged
};

// kUnusable where no topic is both judged and in the run (with `complete`: never).
Result<Evaluation> Evaluate(const TrecRun& run, const Qrels& qrels,
                            const std::vector<Measure>& measures, const EvaluationOptions& options);

// Lines "name, topic, value"; with `by_topic` the topics before the line(s) of all of them.
std::string TrecEvalText(const Evaluation& evaluation, const std::vector<Measure>& measures,
                         bool by_topic);

}  // namespace thresh
