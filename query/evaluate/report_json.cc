#include "query/evaluate/report_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "common/cli/cli.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

// Only what the topic, or all of them, has; see MeasureInfo::Over.
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

Json PJson(const std::array<double, kTests>& p) {
  Json out = Json::object();
  for (std::size_t test = 0; test < kTests; ++test)
    out[std::string(SignificanceTests()[test].name)] = p[test];
  return out;
}

}  // namespace

std::string EvaluationJson(const Evaluation& evaluation, const std::vector<Measure>& measures) {
  Json topics = Json::object();
  for (const auto& [topic, values] : evaluation.topics)
    topics[topic] = ValuesJson(values, measures, false);
  return JsonLine({{"run", evaluation.tag},
                   {"all", ValuesJson(evaluation.all, measures, true)},
                   {"topics", std::move(topics)}});
}

std::string SystemsJson(const std::vector<ComparedSystem>& rows) {
  Json list = Json::array();
  for (const ComparedSystem& row : rows) {
    Json object = Json::object();
    if (!row.collection.empty()) object["collection"] = row.collection;
    object.update({{"measure", row.measure}, {"system", row.system}, {"mean", row.mean}});
    if (!row.first) {
      object.update({{"difference", row.difference},
                     {"wins", row.wins},
                     {"losses", row.losses},
                     {"ties", row.ties},
                     {"p", PJson(row.p)},
                     {"corrected", PJson(row.corrected)}});
    }
    list.push_back(std::move(object));
  }
  return JsonLine({{"rows", std::move(list)}});
}

}  // namespace thresh
