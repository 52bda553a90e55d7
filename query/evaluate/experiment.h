// Experiment: collections x stores x models x parameters in one go, every system of a collection
// compared with its first one.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/comparison.h"
#include "query/evaluate/measures.h"
#include "query/retrieve/searcher.h"

namespace thresh {

struct ExperimentCollection {
  std::string name, topics, qrels, exclude;  // files; `exclude` may be empty
  std::string format = "auto";
  std::string fields = "title";
  std::vector<std::pair<std::string, std::string>> stores;  // name and folder
};

struct ExperimentPlan {
  std::vector<ExperimentCollection> collections;
  std::vector<std::string> measures = {"map", "recip_rank_cut.10", "success.10"};
  std::vector<std::string> models = {"bm25"};  // "bm25", or with a variant "bm25/standard"
  std::vector<std::pair<std::string, std::vector<double>>> parameters;  // "k1": {0.9, 1.2}
  std::size_t limit = 1000;
};

// What a plan may say, for --help.
std::string ExperimentHelp();
// A line a setting: its name, then its values with blanks between them; # begins a comment. File
// names are taken from the plan's own folder. kUnusable with the line; `file` is for messages and
// for that folder.
Result<ExperimentPlan> ParsePlan(std::string_view text, const std::string& file);

// One store, model and choice of parameters.
struct ExperimentSystem {
  std::string name;  // "kept bm25 k1=0.9 b=0.4"; without what is the same for all
  std::string store;
  SearchOptions search;
  std::vector<double> values;  // of plan.parameters
};

std::vector<ExperimentSystem> SystemsOf(const ExperimentPlan& plan,
                                        const ExperimentCollection& collection);

// A mean of the first measure, for the plot.
struct ExperimentPoint {
  std::string collection;
  ExperimentSystem system;
  double mean = 0;
};

struct ExperimentResult {
  std::vector<ComparedSystem> rows;
  std::string plotted;  // name of the first measure
  std::vector<ExperimentPoint> points;
};

// `note` gets a line a system that was run.
Result<ExperimentResult> RunExperiment(const ExperimentPlan& plan, std::size_t threads,
                                       void (*note)(std::string_view));

// The first measure over the first parameter of several values, as SVG; a line for all that is else
// equal. kUsage where no parameter has several values.
Result<std::string> ExperimentPlot(const ExperimentPlan& plan, const ExperimentResult& result);

}  // namespace thresh
