#include "indexer/build/commands.h"

#include <nlohmann/json.hpp>

#include "common/cli/table.h"
#include "indexer/detect/detector.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

Json ParametersJson(const DetectorInfo& detector) {
  Json list = Json::array();
  for (const DetectorParameter& p : detector.parameters()) {
    list.push_back({{"key", p.key},
                    {"default", p.otherwise},
                    {"least", p.least},
                    {"most", p.most},
                    {"whole", p.kind != ParameterKind::kNumber},
                    {"help", p.help}});
  }
  return list;
}

Json DetectorsJson(bool parameters) {
  Json list = Json::array();
  for (const DetectorInfo& row : DetectorTable()) {
    list.push_back({{"name", row.name}, {"help", row.help}, {"source", row.source}});
    if (parameters) list.back()["parameters"] = ParametersJson(row);
  }
  return list;
}

std::string DetectorsText() {
  Table table({{"detector"}, {"what it does"}, {"source"}});
  for (const DetectorInfo& row : DetectorTable())
    table.Row({std::string(row.name), std::string(row.help), std::string(row.source)});
  return table.Text(StdoutTerminal());
}

Table ParameterTable(const DetectorInfo& detector) {
  Table table({{"parameter"}, {"default"}, {"range"}, {"what it is"}});
  for (const DetectorParameter& p : detector.parameters())
    table.Row({std::string(p.key), SpelledNumber(p.otherwise), p.Range(), std::string(p.help)});
  return table;
}

// A heading and a table for each detector that has parameters.
std::string ParametersText(bool markdown) {
  std::string text;
  for (const DetectorInfo& row : DetectorTable()) {
    if (row.parameters().empty()) continue;
    const Table table = ParameterTable(row);
    if (!text.empty()) text += "\n";
    text += markdown ? "## " + std::string(row.name) + "\n\n" + std::string(row.help) + ".\n\n"
                     : Bold(row.name, StdoutTerminal()) + "\n";
    text += markdown ? table.Markdown() : table.Text(StdoutTerminal());
  }
  return text;
}

class DetectorsCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("parameters", &parameters_, "", "list the parameters of each detector");
    options.Add("json", &json_, "", "print JSON");
    options.Add("markdown", &markdown_, "",
                "with --parameters: print them as docs/PARAMETERS.md has them");
  }

  Status Run() override {
    if (markdown_ && !parameters_)
      return Status(Code::kUsage, "--markdown is for --parameters; give both");
    if (json_) {
      Print(JsonLine(DetectorsJson(parameters_)));
    } else {
      Print(parameters_ ? ParametersText(markdown_) : DetectorsText());
    }
    return {};
  }

 private:
  bool parameters_ = false, json_ = false, markdown_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeDetectorsCommand() { return std::make_unique<DetectorsCommand>(); }

}  // namespace thresh
