// Measures: how good a ranking is. One table; a row = name, parameters, how it is computed, how
// topics are put together. Names, parameters and values are those of trec_eval 10.0-rc3; rows that
// it does not have are marked.
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
  std::vector<double> numbers;                        // cut-offs ascending; else as they were given
  std::vector<std::pair<std::string, double>> pairs;  // name=value
};

using MeasureFunction = std::vector<double> (*)(const JudgedRanking&, const MeasureParameters&);

struct MeasureInfo {
  enum class Takes {
    kNothing,
    kRanks,    // whole numbers from 1: a value each
    kShares,   // of the relevant pages: a value each
    kNumbers,  // one value of them all
    kPairs,    // one value of them all
  };
  enum class Over {
    kMean,
    kGeometricMean,  // the function gives the logarithm; not shown for a topic
    kSum,            // a whole number
    kTag,            // of the run, only for all topics
    kTopics,         // how many, only for all topics
    kText,           // the grades themselves, only for a topic
  };
  std::string_view name;
  std::string_view help;  // one line, with its source
  Takes takes;
  std::string_view defaults;  // parameters, as they are given
  Over over;
  std::string_view sets;     // of "official", "all_trec", "set" with blanks between them
  MeasureFunction function;  // null for kTag, kTopics, kText
};

// In the order in which they are printed.
std::span<const MeasureInfo> MeasureTable();

// A row with its parameters.
struct Measure {
  const MeasureInfo* info = nullptr;
  MeasureParameters parameters;
  std::vector<std::string> names;  // of its values: "P_5", "P_10"
};

// Rows by what -m says: "map", "P.5,10", or the name of a set; in the order of the table. kUsage:
// no such measure, parameters that it does not take, or that were given twice.
Result<std::vector<Measure>> ChooseMeasures(const std::vector<std::string>& wanted);

// The value of the numbers for every measure of a ranking: as many as it has names.
std::vector<double> Compute(const Measure& measure, const JudgedRanking& ranking);
// The grades of the first ranks, a character each: 0 to 9, > above, - not in the pool, . not
// judged.
std::string GradeString(const JudgedRanking& ranking, std::size_t length);

}  // namespace thresh
