#include <algorithm>
#include <array>
#include <filesystem>

#include "query/evaluate/experiment.h"
#include "query/evaluate/input_text.h"

namespace thresh {
namespace {

using Values = std::vector<std::string>;

// A line of a plan while it is read.
struct PlanReader {
  ExperimentPlan plan;
  std::string folder;

  std::string File(const std::string& name) const {
    return std::filesystem::path(name).is_absolute() ? name : folder + name;
  }
  ExperimentCollection& collection() { return plan.collections.back(); }
};

// A setting of the table: false where its values are not what it takes.
struct Setting {
  std::string_view name;
  std::string_view help;
  std::size_t fewest, most;  // values
  bool of_collection;
  bool (*set)(PlanReader&, const Values&);
};

constexpr std::size_t kMany = 1000;

constexpr std::array<Setting, 10> kSettings = {{
    {"measures", "NAME... as of eval -m; the first is plotted", 1, kMany, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.measures = values;
       return true;
     }},
    {"models", "MODEL[/VARIANT]...", 1, kMany, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.models = values;
       return true;
     }},
    {"limit", "pages a topic", 1, 1, false,
     [](PlanReader& reader, const Values& values) {
       int limit = 0;
       if (!ReadNumber(values[0], &limit) || limit < 1) return false;
       reader.plan.limit = static_cast<std::size_t>(limit);
       return true;
     }},
    {"collection", "NAME: what follows belongs to it", 1, 1, false,
     [](PlanReader& reader, const Values& values) {
       reader.plan.collections.emplace_back().name = values[0];
       return true;
     }},
    {"topics", "FILE", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().topics = reader.File(values[0]);
       return true;
     }},
    {"format", "of the topics", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().format = values[0];
       return true;
     }},
    {"fields", "of the topics, title+desc", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().fields = values[0];
       return true;
     }},
    {"qrels", "FILE", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().qrels = reader.File(values[0]);
       return true;
     }},
    {"exclude", "FILE of docnos that are not reported", 1, 1, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().exclude = reader.File(values[0]);
       return true;
     }},
    {"store", "NAME DIR; the first is what the others are compared with", 2, 2, true,
     [](PlanReader& reader, const Values& values) {
       reader.collection().stores.emplace_back(values[0], reader.File(values[1]));
       return true;
     }},
}};

struct Weight {
  std::string_view name;
  Field field;
};

// What an occurrence counts in a field, where one in the body counts 1.
constexpr std::array<Weight, 4> kWeights = {{{"title-weight", Field::kTitle},
                                             {"url-weight", Field::kUrl},
                                             {"description-weight", Field::kDescription},
                                             {"anchor-weight", Field::kAnchor}}};

template <typename Rows>
auto FindRow(const Rows& rows, std::string_view name) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

// The number of this name in the options of a search: a parameter of scorers, or a weight. Null:
// none.
double* FindNumber(SearchOptions* search, std::string_view name) {
  const auto parameters = ParameterTable();
  if (const auto row = FindRow(parameters, name); row != parameters.end())
    return &(search->parameters.*(row->value));
  const auto* weight = FindRow(kWeights, name);
  return weight == kWeights.end() ? nullptr
                                  : &search->weights.of[static_cast<std::size_t>(weight->field)];
}

bool AddParameter(const std::string& name, const Values& values, ExperimentPlan* plan) {
  std::vector<double> numbers;
  for (const std::string& value : values) {
    if (double number = 0; ReadNumber(value, &number)) numbers.push_back(number);
  }
  const auto same = std::find_if(plan->parameters.begin(), plan->parameters.end(),
                                 [&](const auto& given) { return given.first == name; });
  if (values.empty() || numbers.size() != values.size() || same != plan->parameters.end())
    return false;
  plan->parameters.emplace_back(name, std::move(numbers));
  return true;
}

Status SetLine(const std::string& name, const Values& values, const std::string& file,
               std::size_t line, PlanReader* reader) {
  SearchOptions search;
  if (FindNumber(&search, name) != nullptr) {
    if (AddParameter(name, values, &reader->plan)) return {};
    return LineError(file, line, name + " takes numbers, in one line");
  }
  const auto* setting = FindRow(kSettings, name);
  if (setting == kSettings.end())
    return LineError(file, line, "no setting '" + name + "'; see experiment --help");
  if (setting->of_collection && reader->plan.collections.empty())
    return LineError(file, line, name + " stands before the first collection");
  if (values.size() < setting->fewest || values.size() > setting->most ||
      !setting->set(*reader, values))
    return LineError(file, line, name + " takes " + std::string(setting->help));
  return {};
}

Status CheckPlan(const ExperimentPlan& plan, const std::string& file) {
  if (plan.collections.empty()) return Status(Code::kUnusable, file + " has no collection");
  for (const ExperimentCollection& collection : plan.collections) {
    if (collection.topics.empty() || collection.qrels.empty() || collection.stores.empty())
      return Status(Code::kUnusable,
                    file + ": collection " + collection.name + " needs topics, qrels and a store");
  }
  return {};
}

std::string ShortNumber(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// A system for every value of the parameter behind each of `systems`.
std::vector<ExperimentSystem> Multiply(const std::vector<ExperimentSystem>& systems,
                                       const std::string& name, const std::vector<double>& values) {
  std::vector<ExperimentSystem> out;
  for (const ExperimentSystem& system : systems) {
    for (const double value : values) {
      ExperimentSystem& added = out.emplace_back(system);
      *FindNumber(&added.search, name) = value;
      added.values.push_back(value);
      if (values.size() > 1) added.name += " " + name + "=" + ShortNumber(value);
    }
  }
  return out;
}

}  // namespace

std::string ExperimentHelp() {
  std::string help = "the plan, a line a setting:";
  for (const Setting& setting : kSettings)
    help += " " + std::string(setting.name) + " (" + std::string(setting.help) + "),";
  for (const ParameterInfo& parameter : ParameterTable())
    help += " " + std::string(parameter.name) + ",";
  for (const Weight& weight : kWeights) help += " " + std::string(weight.name) + ",";
  help.pop_back();
  return help +
         " (NUMBER..., parameters of the models and weights of fields). # begins a comment; files "
         "stand "
         "beside the plan";
}

Result<ExperimentPlan> ParsePlan(std::string_view text, const std::string& file) {
  PlanReader reader;
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
  for (const auto& [name, folder] : collection.stores) {
    for (const std::string& model : plan.models) {
      const std::size_t slash = model.find('/');
      ExperimentSystem& system = systems.emplace_back();
      system.store = folder;
      system.name = name + (plan.models.size() > 1 ? " " + model : "");
      system.search.n = plan.limit;
      system.search.model = model.substr(0, slash);
      if (slash != std::string::npos) system.search.variant = model.substr(slash + 1);
    }
  }
  for (const auto& [name, values] : plan.parameters) systems = Multiply(systems, name, values);
  return systems;
}

}  // namespace thresh
