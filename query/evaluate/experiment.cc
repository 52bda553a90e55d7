#include "query/evaluate/experiment.h"

#include <utility>

#include "query/evaluate/input_text.h"
#include "query/evaluate/qrels.h"
#include "query/evaluate/topic_search.h"
#include "query/evaluate/topics.h"

namespace thresh {
namespace {

// The input files of a collection. They are read once for all its systems.
struct CollectionData {
  std::vector<Topic> topics;
  Qrels qrels;
  TopicSearchOptions options;
};

Result<CollectionData> ReadCollection(const ExperimentCollection& collection) {
  CollectionData data;
  THRESH_ASSIGN_OR_RETURN(data.topics, ReadTopics(collection.topics, collection.format));
  THRESH_ASSIGN_OR_RETURN(data.qrels, ReadQrels(collection.qrels));
  THRESH_ASSIGN_OR_RETURN(data.options.fields, ParseTopicFields(collection.fields));
  if (!collection.exclude.empty()) {
    THRESH_ASSIGN_OR_RETURN(data.options.excluded, ReadDocnos(collection.exclude));
  }
  return data;
}

void AddComparisons(const std::string& collection, const std::vector<ExperimentSystem>& systems,
                    const std::vector<Evaluation>& evaluations,
                    const std::vector<Measure>& measures, ExperimentResult* result) {
  std::vector<std::string> names;
  names.reserve(systems.size());
  for (const ExperimentSystem& system : systems) names.push_back(system.name);
  // A plot has one measure: the first of the plan.
  bool plotted = false;
  for (const auto& [measure, values] : ValuesByMeasure(names, evaluations, measures)) {
    const std::vector<ComparedSystem> rows = CompareSystems(collection, measure, values);
    if (!plotted) {
      result->plotted = measure;
      for (std::size_t i = 0; i < rows.size(); ++i)
        result->points.push_back({collection, systems[i], rows[i].mean});
    }
    plotted = true;
    result->rows.insert(result->rows.end(), rows.begin(), rows.end());
  }
}

}  // namespace

Result<ExperimentResult> RunExperiment(const ExperimentPlan& plan, std::size_t threads,
                                       void (*note)(std::string_view)) {
  THRESH_ASSIGN_OR_RETURN(const std::vector<Measure> measures, ChooseMeasures(plan.measures));
  ExperimentResult result;
  for (const ExperimentCollection& collection : plan.collections) {
    THRESH_ASSIGN_OR_RETURN(CollectionData data, ReadCollection(collection));
    data.options.threads = threads;
    const std::vector<ExperimentSystem> systems = SystemsOf(plan, collection);
    std::vector<Evaluation> evaluations;
    for (const ExperimentSystem& system : systems) {
      data.options.search = system.search;
      THRESH_ASSIGN_OR_RETURN(const TopicResults run,
                              SearchTopics(system.stores, data.topics, data.options));
      note(collection.name + " " + system.name + ": " + SpeedText(run));
      THRESH_ASSIGN_OR_RETURN(Evaluation evaluation, Evaluate(run.run, data.qrels, measures,
                                                              {.judging = {}, .complete = true}));
      evaluations.push_back(std::move(evaluation));
    }
    AddComparisons(collection.name, systems, evaluations, measures, &result);
  }
  // Only now, because a family of tests covers all collections.
  CorrectRows(&result.rows);
  return result;
}

}  // namespace thresh
