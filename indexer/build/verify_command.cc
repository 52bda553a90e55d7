#include <nlohmann/json.hpp>
#include <string>

#include "common/cli/table.h"
#include "indexer/build/commands.h"
#include "indexer/segment/verify.h"

namespace thresh {
namespace {

class VerifyCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &store_, "DIR", "the store to check");
    options.Add("verbose,v", &verbose_, "", "prints the content digest of each family as well");
    options.Add("quiet,q", &quiet_, "", "prints nothing of a store that is whole");
    options.Add("json", &json_, "", "prints one JSON object instead of text");
    options.Require("store");
  }

  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const VerifyReport report, VerifyStore(store_));
    if (json_) {
      PrintJson(report);
    } else if (!quiet_ || !report.problems.empty()) {
      PrintText(report);
      if (verbose_) PrintFamilies(report);
    }
    // A damaged store cannot be mended: the crawl is the only source of what is missing.
    if (report.problems.empty()) return {};
    return Status(Code::kUnusable,
                  store_ + " is damaged: " + Counted(report.problems.size(), "problem") +
                      "; build it again from the crawl");
  }

 private:
  static void PrintJson(const VerifyReport& report) {
    Print(JsonLine({{"ok", report.problems.empty()},
                    {"digest", report.digest.Hex()},
                    {"families", FamilyDigests(report)},
                    {"files", report.files},
                    {"bytes", report.bytes},
                    {"rows", report.rows},
                    {"problems", report.problems}}));
  }

  static void PrintText(const VerifyReport& report) {
    for (const std::string& problem : report.problems) Print(problem + "\n");
    // The digest of a damaged store says nothing, so it is not printed for people.
    if (!report.problems.empty()) return;
    Print("whole: " + Counted(report.files, "file") + ", " + HumanBytes(report.bytes) + ", " +
          Counted(report.rows, "row") + ", content digest " + report.digest.Hex() + "\n");
  }

  static nlohmann::ordered_json FamilyDigests(const VerifyReport& report) {
    nlohmann::ordered_json digests;
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      digests[std::string(kFamilyNames[f])] = report.families[f].Hex();
    return digests;
  }

  static void PrintFamilies(const VerifyReport& report) {
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      Print(std::string(kFamilyNames[f]) + " " + report.families[f].Hex() + "\n");
  }

  std::string store_;
  bool verbose_ = false, quiet_ = false, json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeVerifyCommand() { return std::make_unique<VerifyCommand>(); }

}  // namespace thresh
