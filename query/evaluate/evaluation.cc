#include "query/evaluate/evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "common/cli/cli.h"

namespace thresh {
namespace {

using Over = MeasureInfo::Over;
using Json = nlohmann::ordered_json;

TopicValues ValuesOf(const JudgedRanking& ranking, const std::vector<Measure>& measures) {
  TopicValues values;
  for (const Measure& measure : measures) {
    values.of.push_back(Compute(measure, ranking));
    const bool text = measure.info->over == Over::kText;
    values.texts.push_back(
        text ? GradeString(ranking, static_cast<std::size_t>(measure.parameters.numbers[0])) : "");
  }
  return values;
}

double Combine(Over over, double sum, double topics) {
  switch (over) {
    case Over::kMean:
      return sum / topics;
    case Over::kGeometricMean:
      return std::exp(sum / topics);
    case Over::kTopics:
      return topics;
    case Over::kSum:
    case Over::kTag:
    case Over::kText:
      break;
  }
  return sum;
}

// Adds up in the order of topics, as trec_eval does, so that the last digit is the same.
TopicValues OverTopics(const Evaluation& evaluation, const std::vector<Measure>& measures) {
  TopicValues all;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    std::vector<double> sums(measures[m].names.size());
    for (const auto& [topic, values] : evaluation.topics)
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values.of[m][i];
    for (double& sum : sums)
      sum = Combine(measures[m].info->over, sum, static_cast<double>(evaluation.topics.size()));
    all.of.push_back(std::move(sums));
    all.texts.push_back(measures[m].info->over == Over::kTag ? evaluation.tag : "");
  }
  return all;
}

// trec_eval's line: the name padded to 22 columns, then two fields behind tabs.
std::string Line(std::string_view name, std::string_view topic, std::string_view value) {
  std::string out(name);
  if (out.size() < 22) out.resize(22, ' ');
  return out.append("\t").append(topic).append("\t").append(value).append("\n");
}

std::string ValueText(Over over, double value) {
  const bool whole = over == Over::kSum || over == Over::kTopics;
  // The largest double has 309 digits before the point.
  std::array<char, 400> text;
  std::snprintf(text.data(), text.size(), "%6.*f", whole ? 0 : 4, value);
  const std::string_view shown = text.data();
  return std::string(whole ? shown.substr(shown.find_first_not_of(' ')) : shown);
}

std::string TopicText(const TopicValues& values, const std::vector<Measure>& measures,
                      const std::string& topic) {
  std::string out;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const Over over = measures[m].info->over;
    // trec_eval prints these for all topics only.
    if (over == Over::kTag || over == Over::kTopics || over == Over::kGeometricMean) continue;
    for (std::size_t i = 0; i < measures[m].names.size(); ++i) {
      out += Line(
          measures[m].names[i], topic,
          over == Over::kText ? "'" + values.texts[m] + "'" : ValueText(over, values.of[m][i]));
    }
  }
  return out;
}

std::string AllText(const TopicValues& values, const std::vector<Measure>& measures) {
  std::string out;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const Over over = measures[m].info->over;
    if (over == Over::kText) continue;
    for (std::size_t i = 0; i < measures[m].names.size(); ++i) {
      out += Line(measures[m].names[i], "all",
                  over == Over::kTag ? values.texts[m] : ValueText(over, values.of[m][i]));
    }
  }
  return out;
}

// The values of one topic, or with `all` those of all topics, as MeasureInfo::Over says.
Json ValuesJson(const TopicValues& values, const std::vector<Measure>& measures, bool all) {
  Json out = Json::object();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const MeasureInfo::Over over = measures[m].info->over;
    const bool only_all =
        over == MeasureInfo::Over::kGeometricMean || over == MeasureInfo::Over::kTopics;
    if (over == MeasureInfo::Over::kTag || (only_all && !all)) continue;
    if (over == MeasureInfo::Over::kText) {
      if (!all) out[measures[m].names[0]] = values.texts[m];
      continue;
    }
    for (std::size_t i = 0; i < measures[m].names.size(); ++i)
      out[measures[m].names[i]] = values.of[m][i];
  }
  return out;
}

// The ranking of a topic, judged by grades and by preferences.
JudgedRanking JudgeTopic(const std::string& topic, const std::vector<TrecHit>& hits,
                         const Judgments& judgments, const Qrels& qrels,
                         const JudgingOptions& options) {
  JudgedRanking ranking = Judge(hits, judgments, qrels.highest_grade, options);
  const auto preferences = qrels.preferences.find(topic);
  if (preferences == qrels.preferences.end()) return ranking;
  ranking.preferences = JudgePreferences(hits, preferences->second, options.depth);
  return ranking;
}

// Whether the judgments have what the measures need.
Status CheckMeasures(const std::vector<Measure>& measures, const Qrels& qrels) {
  for (const Measure& measure : measures) {
    const std::string name(measure.info->name);
    const bool prefers = IsOfPreferences(*measure.info);
    if (prefers && qrels.preferences.empty())
      return Status(Code::kUsage, "measure " + name +
                                      " needs preferences: --judgments prefs, or qrels_prefs to "
                                      "make them of grades");
    if (!prefers && !qrels.graded && measure.info->function != nullptr)
      return Status(Code::kUsage, "measure " + name + " needs grades, and the judgments are " +
                                      "preferences; all_prefs names the measures of these");
  }
  return {};
}

// Fills in the two names if no page of the run is in the judgments of its topic.
void FindStranger(const TrecRun& run, const Qrels& qrels, Evaluation* out) {
  std::string stranger, judged;
  for (const auto& [topic, hits] : run.topics) {
    const auto judgments = qrels.topics.find(topic);
    if (judgments == qrels.topics.end()) continue;
    for (const TrecHit& hit : hits) {
      if (judgments->second.contains(hit.docno)) return;
      if (stranger.empty()) stranger = hit.docno;
    }
    if (judged.empty() && !judgments->second.empty())
      judged = std::min_element(judgments->second.begin(), judgments->second.end())->first;
  }
  if (judged.empty()) return;
  out->stranger = std::move(stranger);
  out->judged = std::move(judged);
}

}  // namespace

Result<Evaluation> Evaluate(const TrecRun& run, const Qrels& qrels,
                            const std::vector<Measure>& measures,
                            const EvaluationOptions& options) {
  THRESH_RETURN_IF_ERROR(CheckMeasures(measures, qrels));
  Evaluation out;
  out.tag = run.tag;
  for (const auto& [topic, judgments] : qrels.topics) {
    const auto found = run.topics.find(topic);
    const bool missing = found == run.topics.end();
    if (missing) out.without_results.push_back(topic);
    if (missing && !options.complete) continue;
    const std::vector<TrecHit> nothing;
    const JudgedRanking ranking =
        JudgeTopic(topic, missing ? nothing : found->second, judgments, qrels, options.judging);
    out.topics.emplace(topic, ValuesOf(ranking, measures));
  }
  for (const auto& [topic, hits] : run.topics)
    if (!qrels.topics.contains(topic)) out.without_judgments.push_back(topic);
  if (out.topics.empty())
    return Status(Code::kUnusable,
                  "none of the topics of the run '" + run.tag + "' is judged: wrong file?");
  out.all = OverTopics(out, measures);
  FindStranger(run, qrels, &out);
  return out;
}

std::string TrecEvalText(const Evaluation& evaluation, const std::vector<Measure>& measures,
                         bool by_topic) {
  std::string out;
  if (by_topic) {
    for (const auto& [topic, values] : evaluation.topics) out += TopicText(values, measures, topic);
  }
  return out + AllText(evaluation.all, measures);
}

std::string EvaluationJson(const Evaluation& evaluation, const std::vector<Measure>& measures) {
  Json topics = Json::object();
  for (const auto& [topic, values] : evaluation.topics)
    topics[topic] = ValuesJson(values, measures, false);
  return JsonLine({{"run", evaluation.tag},
                   {"all", ValuesJson(evaluation.all, measures, true)},
                   {"topics", std::move(topics)}});
}

}  // namespace thresh
