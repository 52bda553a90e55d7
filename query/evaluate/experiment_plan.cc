#include <algorithm>
#include <array>
#include <filesystem>

#include "query/evaluate/experiment.h"
#include "query/evaluate/input_text.h"
#include "query/retrieve/presets.h"

namespace thresh {
namespace {

using Values = std::vector<std::string>;

// The plan so far, while its lines are read.
struct PlanReader {
  ExperimentPlan plan;
  std::string folder;

  std::string File(const std::string& name) const {
    return std::filesystem::path(name).is_absolute() ? name : folder + name;
  }
  ExperimentCollection& collection() { return plan.collections.back(); }
};

// A row of the table of settings. `set` returns false if the values are not what the setting takes.
struct Setting {
  std::string_view name;
  std::string_view help;
  std::size_t fewest, most;  // numbers of values
  bool of_collection;
  bool (*set)(PlanReader&, const Values&);
};

// Stands for any number of values.
constexpr std::size_t kMany = 1000;

constexpr std::array<Setting, 11> kSettings = {{
    {"measures", "NAME..., as for eval --measure; the first is plotted", 1, kMany, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.measures = values;
       return true;
     }},
    {"models", "MODEL[/VARIANT]...", 1, kMany, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.models = values;
       return true;
     }},
    {"preset", "NAME of a preset, as for run --preset", 1, 1, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.preset = values[0];
       return FindPreset(values[0]).ok();
     }},
    {"limit", "NUMBER of pages for each topic", 1, 1, false,
     [](PlanReader& reader, const Values& values) {
       int limit = 0;
       if (!ReadNumber(values[0], &limit) || limit < 1) return false;
       reader.plan.limit = static_cast<std::size_t>(limit);
       return true;
     }},
    {"collection", "NAME; the settings that follow belong to it", 1, 1, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.collections.emplace_back().name = values[0];
       return true;
     }},
    {"topics", "FILE", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().topics = reader.File(values[0]);
       return true;
     }},
    {"format", "NAME of the format of the topics, as for run --topics-format", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().format = values[0];
       return true;
     }},
    {"fields", "FIELD+FIELD of the topics, such as title+desc", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().fields = values[0];
       return true;
     }},
    {"qrels", "FILE", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().qrels = reader.File(values[0]);
       return true;
     }},
    {"exclude", "FILE of docnos that are never reported", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().exclude = reader.File(values[0]);
       return true;
     }},
    {"store",
     "NAME DIR..., several folders searched as one store; the others are compared with the first",
     2, kMany, true,
     [](PlanReader& reader, const Values& values) {
       Values folders;
       for (std::size_t i = 1; i < values.size(); ++i) folders.push_back(reader.File(values[i]));
       reader.collection().stores.emplace_back(values[0], std::move(folders));
       return true;
     }},
}};

template <typename Rows>
auto FindRow(const Rows& rows, std::string_view name) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

// The member of the search options with this name: a parameter of a scorer or the weight of a
// field. Null if there is none.
double* FindNumber(SearchOptions* search, std::string_view name) {
  const auto parameters = ParameterTable();
  if (const auto row = FindRow(parameters, name); row != parameters.end())
    return &(search->parameters.*(row->value));
  const auto weights = WeightTable();
  const auto weight = FindRow(weights, name);
  return weight == weights.end() ? nullptr
                                 : &search->weights.of[static_cast<std::size_t>(weight->field)];
}

bool AddParameter(const std::string& name, const Values& values, ExperimentPlan* plan) {
  std::vector<double> numbers;
  for (const std::string& value : values) {
    if (double number = 0; ReadNumber(value, &number)) numbers.push_back(number);
  }
  // Multiply would overwrite the values of an earlier line and still keep a system for each of
  // them.
  const auto same = std::find_if(plan->parameters.begin(), plan->parameters.end(),
                                 [&](const auto& given) { return given.first == name; });
  if (values.empty() || numbers.size() != values.size() || same != plan->parameters.end())
    return false;
  plan->parameters.emplace_back(name, std::move(numbers));
  return true;
}

Status SetLine(const std::string& name, const Values& values, const std::string& file,
               std::size_t line, PlanReader* reader) {
  // Only tells whether the name is that of a number. SystemsOf sets the value later.
  SearchOptions search;
  if (FindNumber(&search, name) != nullptr) {
    if (AddParameter(name, values, &reader->plan)) return {};
    return LineError(file, line, name + " takes numbers, and all of them on one line");
  }
  const auto* setting = FindRow(kSettings, name);
  if (setting == kSettings.end())
    return LineError(file, line, "no setting '" + name + "'; experiment --help lists them");
  if (setting->of_collection && reader->plan.collections.empty())
    return LineError(file, line, name + " must stand below a line with collection");
  if (values.size() < setting->fewest || values.size() > setting->most ||
      !setting->set(*reader, values))
    return LineError(file, line, name + " takes " + std::string(setting->help));
  return {};
}

Status CheckPlan(const ExperimentPlan& plan, const std::string& file) {
  if (plan.collections.empty())
    return Status(Code::kUnusable, file + " has no collection: a plan needs at least one");
  for (const ExperimentCollection& collection : plan.collections) {
    if (collection.topics.empty() || collection.qrels.empty() || collection.stores.empty())
      return Status(Code::kUnusable,
                    file + ": collection " + collection.name + " needs topics, qrels and a store");
  }
  return {};
}

// For the names of systems: without trailing zeros.
std::string ShortNumber(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Replaces each of `systems` by one for each value of the parameter.
std::vector<ExperimentSystem> Multiply(const std::vector<ExperimentSystem>& systems,
                                       const std::string& name, const std::vector<double>& values) {
  std::vector<ExperimentSystem> out;
  for (const ExperimentSystem& system : systems) {
    for (const double value : values) {
      ExperimentSystem& added = out.emplace_back(system);
      *FindNumber(&added.search, name) = value;
      added.values.push_back(value);
      // A parameter with one value distinguishes no systems and stays out of their names.
      if (values.size() > 1) added.name += " " + name + "=" + ShortNumber(value);
    }
  }
  return out;
}

}  // namespace

std::string ExperimentHelp() {
  std::string help =
      "the plan. Each line is a setting and its values; # begins a comment; files are relative to "
      "the "
      "folder of the plan. The settings are:";
  for (const Setting& setting : kSettings)
    help += "\n" + std::string(setting.name) + ": " + std::string(setting.help);
  std::string numbers;
  for (const ParameterInfo& parameter : ParameterTable())
    numbers += std::string(parameter.name) + ", ";
  for (const WeightInfo& weight : WeightTable()) numbers += std::string(weight.name) + ", ";
  numbers.resize(numbers.size() - 2);
  return help + "\n" + numbers + ": NUMBER..., parameters of the models and weights of the fields";
}

Result<ExperimentPlan> ParsePlan(std::string_view text, const std::string& file) {
  PlanReader reader;
  // A plan works wherever it is called from, because its files stand relative to it.
  reader.folder = file.substr(0, file.rfind('/') + 1);
  LineCutter lines(text);
  for (std::string_view line; lines.Next(&line);) {
    line = line.substr(0, line.find('#'));
    const std::string name(NextWord(&line));
    if (name.empty()) continue;
    Values values;
    for (std::string_view value = NextWord(&line); !value.empty(); value = NextWord(&line))
      values.emplace_back(value);
    THRESH_RETURN_IF_ERROR(SetLine(name, values, file, lines.number(), &reader));
  }
  THRESH_RETURN_IF_ERROR(CheckPlan(reader.plan, file));
  return std::move(reader.plan);
}

std::vector<ExperimentSystem> SystemsOf(const ExperimentPlan& plan,
                                        const ExperimentCollection& collection) {
  std::vector<ExperimentSystem> systems;
  for (const auto& [name, folders] : collection.stores) {
    for (const std::string& model : plan.models) {
      const std::size_t slash = model.find('/');
      ExperimentSystem& system = systems.emplace_back();
      system.stores = {.stores = folders};
      system.name = name + (plan.models.size() > 1 ? " " + model : "");
      if (auto preset = FindPreset(plan.preset); preset.ok()) (*preset)->apply(&system.search);
      system.search.n = plan.limit;
      system.search.model = model.substr(0, slash);
      if (slash != std::string::npos) system.search.variant = model.substr(slash + 1);
    }
  }
  // The first system stays the first: the first store with the first model and values, with which
  // all others are compared.
  for (const auto& [name, values] : plan.parameters) systems = Multiply(systems, name, values);
  return systems;
}

}  // namespace thresh
