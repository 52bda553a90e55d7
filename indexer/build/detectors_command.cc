#include <nlohmann/json.hpp>
#include <string>

#include "common/cli/table.h"
#include "indexer/build/commands.h"
#include "indexer/detect/detector.h"

namespace thresh {
namespace {

class DetectorsCommand : public Command {
 public:
  void Declare(Options& options) override { options.Add("json", &json_, "", "print JSON"); }

  Status Run() override {
    if (json_) {
      PrintJson();
    } else {
      PrintText();
    }
    return {};
  }

 private:
  static void PrintJson() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DetectorInfo& row : DetectorTable())
      list.push_back({{"name", row.name}, {"help", row.help}, {"source", row.source}});
    Print(JsonLine(list));
  }

  static void PrintText() {
    Table table({{"detector"}, {"what it does"}, {"source"}});
    for (const DetectorInfo& row : DetectorTable())
      table.Row({std::string(row.name), std::string(row.help), std::string(row.source)});
    Print(table.Text(StdoutTerminal()));
  }

  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeDetectorsCommand() { return std::make_unique<DetectorsCommand>(); }

}  // namespace thresh
