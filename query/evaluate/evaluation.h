// Evaluation: a TREC run measured against judgments, topic by topic and over all topics, and its
// text in the form that trec_eval 10.0-rc3 prints. `thresh-query eval` and experiments use it. A
// plain value.
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
  bool complete = false;  // --complete: a judged topic without a result counts as an empty ranking
};

struct TopicValues {
  std::vector<std::vector<double>> of;  // [measure][name]
  std::vector<std::string> texts;       // [measure]; empty except for kText and kTag
};

struct Evaluation {
  std::string tag;
  std::map<std::string, TopicValues> topics;
  TopicValues all;
  // What trec_eval leaves out without a message.
  std::vector<std::string> without_results;    // judged topics that the run lacks
  std::vector<std::string> without_judgments;  // topics of the run that are not judged
  // A page of the run and a judged one, if no page of the run is judged at all: their names are
  // mostly written in two ways. Else empty.
  std::string stranger, judged;
};

// kUnusable if no topic is both judged and in the run; never with `complete`. kUsage for a measure
// of preferences where there are grades only, and the other way round.
Result<Evaluation> Evaluate(const TrecRun& run, const Qrels& qrels,
                            const std::vector<Measure>& measures, const EvaluationOptions& options);

// Lines "name, topic, value". With `by_topic` the lines of each topic come first.
std::string TrecEvalText(const Evaluation& evaluation, const std::vector<Measure>& measures,
                         bool by_topic);
// {"run": tag, "all": {name: value}, "topics": {id: {name: value}}}
std::string EvaluationJson(const Evaluation& evaluation, const std::vector<Measure>& measures);

}  // namespace thresh
