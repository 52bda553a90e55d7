// Experiment: collections x stores x models x parameters, all in one command. A plan is parsed
// (experiment_plan.cc), its systems are searched and measured (experiment.cc), and each system of a
// collection is compared with the first. A plot (experiment_plot.cc) shows a measure over a
// parameter. Used by `thresh-query experiment`.
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
  std::string name;
  std::string topics, qrels, exclude;  // files; `exclude` may be empty
  std::string format = "auto";
  std::string fields = "title";
  // By name: the folders of stores that are searched as one.
  std::vector<std::pair<std::string, std::vector<std::string>>> stores;
};

struct ExperimentPlan {
  std::vector<ExperimentCollection> collections;
  std::vector<std::string> measures = {"map", "recip_rank_cut.10", "success.10"};
  std::string preset = "default";  // what all systems have unless the plan says otherwise
  std::vector<std::string> models = {"bm25"};  // "bm25", or with a variant "bm25/standard"
  std::vector<std::pair<std::string, std::vector<double>>> parameters;  // "k1": {0.9, 1.2}
  std::size_t limit = 1000;
};

// The settings of a plan, for --help.
std::string ExperimentHelp();
// Each line of a plan is a setting: its name, then its values, separated by blanks. # begins a
// comment. File names are relative to the folder of `file`, the plan itself. kUnusable, with file
// and line, for an unknown setting or bad values, and for a plan without a complete collection.
Result<ExperimentPlan> ParsePlan(std::string_view text, const std::string& file);

// One store, one model and one value of each parameter.
struct ExperimentSystem {
  std::string name;  // "kept bm25 k1=0.9 b=0.4"; leaves out what all systems share
  StoreNames stores;
  SearchOptions search;
  std::vector<double> values;  // one for each of plan.parameters
};

std::vector<ExperimentSystem> SystemsOf(const ExperimentPlan& plan,
                                        const ExperimentCollection& collection);

// The mean of the first measure for one system, for the plot.
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

// `note` is called with a line of text after each system. kUnusable or kUsage from the first file
// or search that fails.
Result<ExperimentResult> RunExperiment(const ExperimentPlan& plan, std::size_t threads,
                                       void (*note)(std::string_view));

// An SVG plot of the first measure over the first parameter with several values. Systems that
// differ only in this parameter share a curve. kUsage if no parameter has several values.
Result<std::string> ExperimentPlot(const ExperimentPlan& plan, const ExperimentResult& result);

}  // namespace thresh
