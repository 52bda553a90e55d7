#include "query/evaluate/comparison.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "common/cli/cli.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

double ValueOf(const SystemValues& system, const std::string& topic) {
  const auto value = system.topics.find(topic);
  return value == system.topics.end() ? 0 : value->second;
}

// A topic that one of the systems lacks counts as 0 for it, so that leaving out hard topics does
// not pay.
ComparedSystem CompareTwo(const SystemValues& first, const SystemValues& system,
                          const std::set<std::string>& topics) {
  ComparedSystem row;
  row.system = system.name;
  std::vector<double> differences;
  for (const std::string& topic : topics) {
    const double value = ValueOf(system, topic);
    row.mean += value / static_cast<double>(topics.size());
    differences.push_back(value - ValueOf(first, topic));
    row.difference += differences.back() / static_cast<double>(topics.size());
    ++(differences.back() > 0 ? row.wins : differences.back() < 0 ? row.losses : row.ties);
  }
  for (std::size_t test = 0; test < kTests; ++test)
    row.p[test] = SignificanceTests()[test].p(differences);
  return row;
}

std::string Fixed(const char* format, double value) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

// A p that would be printed as 0.0000 is printed as a bound: no difference is certain.
std::string ShownP(double p) { return p < 0.0001 ? "<0.0001" : Fixed("%.4f", p); }

Json PJson(const std::array<double, kTests>& p) {
  Json out = Json::object();
  for (std::size_t test = 0; test < kTests; ++test)
    out[std::string(SignificanceTests()[test].name)] = p[test];
  return out;
}

}  // namespace

std::vector<ComparedSystem> CompareSystems(const std::string& collection,
                                           const std::string& measure,
                                           const std::vector<SystemValues>& systems) {
  std::set<std::string> topics;
  // The topics of all systems together, so that every system is measured on the same ones.
  for (const SystemValues& system : systems)
    for (const auto& [topic, value] : system.topics) topics.insert(topic);
  std::vector<ComparedSystem> rows;
  for (const SystemValues& system : systems) {
    ComparedSystem row = CompareTwo(systems.front(), system, topics);
    row.collection = collection;
    row.measure = measure;
    row.first = &system == &systems.front();
    rows.push_back(std::move(row));
  }
  return rows;
}

void CorrectRows(std::vector<ComparedSystem>* rows) {
  // A family of tests is what one table shows of a measure: all systems of all collections.
  // Choosing the best of many systems by p alone would find differences that are not there.
  std::map<std::string, std::vector<ComparedSystem*>> families;
  for (ComparedSystem& row : *rows)
    if (!row.first) families[row.measure].push_back(&row);
  for (const auto& [measure, family] : families) {
    for (std::size_t test = 0; test < kTests; ++test) {
      std::vector<double> p;
      for (const ComparedSystem* row : family) p.push_back(row->p[test]);
      const std::vector<double> corrected = HolmCorrection(p);
      for (std::size_t i = 0; i < family.size(); ++i) family[i]->corrected[test] = corrected[i];
    }
  }
}

std::vector<std::pair<std::string, std::vector<SystemValues>>> ValuesByMeasure(
    const std::vector<std::string>& names, const std::vector<Evaluation>& evaluations,
    const std::vector<Measure>& measures) {
  std::vector<std::pair<std::string, std::vector<SystemValues>>> out;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (measures[m].info->over != MeasureInfo::Over::kMean) continue;
    for (std::size_t i = 0; i < measures[m].names.size(); ++i) {
      std::vector<SystemValues> systems;
      for (std::size_t run = 0; run < evaluations.size(); ++run) {
        SystemValues& system = systems.emplace_back();
        system.name = names[run];
        for (const auto& [topic, values] : evaluations[run].topics)
          system.topics[topic] = values.of[m][i];
      }
      out.emplace_back(measures[m].names[i], std::move(systems));
    }
  }
  return out;
}

Table SystemsTable(const std::vector<ComparedSystem>& rows) {
  bool collections = false;
  for (const ComparedSystem& row : rows) collections = collections || !row.collection.empty();
  std::vector<Table::Column> columns;
  // Only experiments name collections. eval compares runs on one set of judgments.
  if (collections) columns.push_back({"collection", Align::kLeft});
  columns.push_back({"measure", Align::kLeft});
  columns.push_back({"system", Align::kLeft});
  for (const char* title : {"mean", "difference", "wins", "losses", "ties"})
    columns.push_back({title, Align::kRight});
  for (const SignificanceTest& test : SignificanceTests())
    columns.push_back({"p " + std::string(test.name), Align::kRight});
  Table table(std::move(columns));
  for (const ComparedSystem& row : rows) {
    std::vector<std::string> cells;
    if (collections) cells.push_back(row.collection);
    cells.insert(cells.end(), {row.measure, row.system, Fixed("%.4f", row.mean)});
    // The first system is what the others are compared with.
    if (!row.first) {
      cells.insert(cells.end(), {Fixed("%+.4f", row.difference), std::to_string(row.wins),
                                 std::to_string(row.losses), std::to_string(row.ties)});
      for (const double p : row.corrected) cells.push_back(ShownP(p));
    }
    table.Row(std::move(cells));
  }
  return table;
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
