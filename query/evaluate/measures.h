// Measures: how good a ranking is. MeasureTable has a row for each measure: name, parameters, how
// it is computed for a topic, and how the values of topics are combined. Names, parameters and
// values are those of trec_eval 10.0-rc3, except for rows that belong to none of its sets. Evaluate
// (evaluation.h) computes them. The functions keep no state.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/judged_ranking.h"

namespace thresh {

// What stands behind the first period of "P.5,10" or "rbp.p=0.8".
struct MeasureParameters {
  std::vector<double> numbers;  // cut-offs are ascending; other numbers are in the given order
  std::vector<std::pair<std::string, double>> pairs;  // name=value
};

using MeasureFunction = std::vector<double> (*)(const JudgedRanking&, const MeasureParameters&);

struct MeasureInfo {
  enum class Takes {
    kNothing,
    kRanks,    // whole numbers from 1; the measure has a value for each
    kShares,   // shares of the relevant pages; the measure has a value for each
    kNumbers,  // numbers for a single value
    kPairs,    // pairs for a single value
  };
  enum class Over {
    kMean,
    kGeometricMean,  // the function gives a logarithm; shown only for all topics
    kSum,            // a whole number
    kTag,            // the tag of the run; shown only for all topics
    kTopics,         // the number of topics; shown only for all topics
    kText,           // the grades as characters; shown only for a topic
  };
  std::string_view name;
  std::string_view help;  // one line, with its source
  Takes takes;
  std::string_view defaults;  // parameters, in the form in which they are given
  Over over;
  std::string_view sets;     // of those of trec_eval, separated by blanks: "all_trec set"
  MeasureFunction function;  // null for kTag, kTopics and kText
};

// Whether the measure reads preferences and no grades.
bool IsOfPreferences(const MeasureInfo& info);

// In the order in which they are printed.
std::span<const MeasureInfo> MeasureTable();

// A row of the table with its parameters.
struct Measure {
  const MeasureInfo* info = nullptr;
  MeasureParameters parameters;
  std::vector<std::string> names;  // of its values: "P_5", "P_10"
};

// The rows that --measure asks for, in the order of the table. Each wanted text is "map", "P.5,10"
// or the name of a set. kUsage for an unknown measure, and for parameters that it does not take or
// that are given twice.
Result<std::vector<Measure>> ChooseMeasures(const std::vector<std::string>& wanted);

// The values of a measure for one ranking: as many as the measure has names.
std::vector<double> Compute(const Measure& measure, const JudgedRanking& ranking);
// The grades of the first `length` ranks, one character each: 0 to 9, > for a higher grade, - for a
// page that is not in the pool, and . for one that is not judged.
std::string GradeString(const JudgedRanking& ranking, std::size_t length);

}  // namespace thresh
