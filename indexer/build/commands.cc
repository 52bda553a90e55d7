#include "indexer/build/commands.h"

#include <array>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"
#include "indexer/build/build_command.h"
#include "indexer/build/compare_command.h"
#include "indexer/detect/detector.h"
#include "indexer/segment/verify.h"
#include "indexer/sources/source.h"

namespace thresh {
namespace {

class VerifyCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &store_, "DIR", "the store to check");
    options.Add("verbose", &verbose_, "", "print the content digest of each family, too");
    options.Add("json", &json_, "", "print JSON");
    options.Require("store");
  }

  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const VerifyReport report, VerifyStore(store_));
    if (json_) {
      Print(JsonLine({{"ok", report.problems.empty()},
                      {"digest", report.digest.Hex()},
                      {"families", FamilyDigests(report)},
                      {"files", report.files},
                      {"bytes", report.bytes},
                      {"rows", report.rows},
                      {"problems", report.problems}}));
    } else {
      for (const std::string& problem : report.problems) Print(problem + "\n");
      if (report.problems.empty()) {
        Print("whole: " + Thousands(report.files) + " files, " + HumanBytes(report.bytes) + ", " +
              Thousands(report.rows) + " rows, content digest " + report.digest.Hex() + "\n");
      }
      if (verbose_) PrintFamilies(report);
    }
    if (report.problems.empty()) return {};
    return Status(Code::kUnusable, store_ +
                                       " is damaged: " + std::to_string(report.problems.size()) +
                                       (report.problems.size() == 1 ? " problem" : " problems") +
                                       "; build it again from the crawl");
  }

 private:
  static nlohmann::ordered_json FamilyDigests(const VerifyReport& report) {
    nlohmann::ordered_json digests;
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      digests[std::string(kFamilyNames[f])] = report.families[f].Hex();
    return digests;
  }
  void PrintFamilies(const VerifyReport& report) {
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      Print(std::string(kFamilyNames[f]) + " " + report.families[f].Hex() + "\n");
  }

  std::string store_;
  bool verbose_ = false, json_ = false;
};

class DetectorsCommand : public Command {
 public:
  void Declare(Options& options) override { options.Add("json", &json_, "", "print JSON"); }
  Status Run() override {
    if (json_) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const DetectorInfo& row : DetectorTable())
        list.push_back({{"name", row.name}, {"help", row.help}, {"source", row.source}});
      Print(JsonLine(list));
      return {};
    }
    Table table({{"detector"}, {"what it does"}, {"source"}});
    for (const DetectorInfo& row : DetectorTable()) {
      table.Row({std::string(row.name), std::string(row.help), std::string(row.source)});
    }
    Print(table.Text(StdoutTerminal()));
    return {};
  }

 private:
  bool json_ = false;
};

template <typename T>
std::unique_ptr<Command> Make() {
  return std::make_unique<T>();
}

constexpr std::array<CommandInfo, 4> kCommands = {{
    {"build", "index a site crawl into a store, templates removed on the way",
     "thresh-index build --store docs.thresh --base-url https://example.org/ mirror/example.org\n"
     "thresh-index build --store docs.thresh --report docs.html crawl-*.warc.gz",
     MakeBuildCommand},
    {"compare",
     "every template detector on one crawl: accuracy against gold labels, sizes, times, one table",
     "thresh-index compare --gold gold.jsonl --base-url https://example.org/ mirror/example.org",
     MakeCompareCommand},
    {"verify", "prove that every byte of a store is what was written",
     "thresh-index verify --store docs.thresh", Make<VerifyCommand>},
    {"detectors", "list the template detectors", "thresh-index detectors", Make<DetectorsCommand>},
}};

}  // namespace

std::span<const CommandInfo> IndexCommands() { return kCommands; }

}  // namespace thresh
