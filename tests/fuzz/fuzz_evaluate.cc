// Any bytes as topics of every format, judgments, preferences, a run, a plan and a measure: what
// was read, or an error with words.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/check.h"
#include "query/evaluate/evaluation.h"
#include "query/evaluate/experiment.h"
#include "query/evaluate/topics.h"

namespace {

template <typename T>
void CheckError(const thresh::Result<T>& result) {
  THRESH_CHECK(result.ok() || !result.status().message().empty());
}

// Whatever can be read can be measured, and no value is no number.
void CheckMeasures(const thresh::Qrels& qrels, const thresh::TrecRun& run,
                   const std::vector<std::string>& names = {"all_trec", "err", "recip_rank_cut"}) {
  const auto measures = thresh::ChooseMeasures(names);
  const auto evaluation =
      thresh::Evaluate(run, qrels, measures.value(), {.judging = {}, .complete = true});
  THRESH_CHECK(evaluation.ok());
  for (const auto& [topic, values] : evaluation.value().topics)
    for (const auto& of_measure : values.of)
      for (const double value : of_measure) THRESH_CHECK(std::isfinite(value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const thresh::TopicFormat& format : thresh::TopicFormats())
    CheckError(thresh::ParseTopics(text, "topics", format.name));
  CheckError(thresh::ParseTopics(text, "topics", "auto"));
  CheckError(thresh::ParsePlan(text, "plan"));
  CheckError(thresh::ChooseMeasures({std::string(text)}));
  const auto qrels = thresh::ParseQrels(text, "qrels");
  const auto run = thresh::ParseTrecRun(text, "run");
  const auto preferences = thresh::ParsePreferences(text, "preferences");
  CheckError(qrels);
  CheckError(preferences);
  if (preferences.ok())
    CheckMeasures(preferences.value(), {.tag = "t", .topics = {{"1", {{"a", 2}, {"b", 1}}}}},
                  {"all_prefs"});
  CheckError(run);
  if (qrels.ok())
    CheckMeasures(qrels.value(), {.tag = "t", .topics = {{"1", {{"a", 2}, {"b", 1}}}}});
  if (run.ok())
    CheckMeasures(thresh::ParseQrels("1 0 a 3\n1 0 b 0\n2 0 c -1\n", "q").value(), run.value());
  return 0;
}
