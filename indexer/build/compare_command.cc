#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <numeric>

#include "common/base/files.h"
#include "indexer/build/commands.h"
#include "indexer/build/source_flags.h"
#include "indexer/compare/child.h"
#include "indexer/compare/comparison.h"
#include "indexer/detect/detector.h"

namespace thresh {
namespace {

// The detector that removes nothing: the sizes of all others are compared with its sizes.
constexpr std::string_view kYardstick = "none";

// A temporary folder for the stores. The destructor removes it and everything in it.
class WorkFolder {
 public:
  static Result<WorkFolder> Make() {
    std::error_code error;
    std::string path =
        (std::filesystem::temp_directory_path(error) / "thresh-compare-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr) {
      return Status(Code::kCannotCreate, "cannot create a folder for the stores in " + path +
                                             "; set TMPDIR to a folder that you may write to");
    }
    return WorkFolder(path);
  }
  // The moved-from object must not remove the folder of the new one.
  WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder() {
    // A destructor cannot report a failure, and what would stay behind is a temporary folder.
    if (!path_.empty()) static_cast<void>(RemoveTree(path_).ok());
  }
  const std::string& path() const { return path_; }

 private:
  explicit WorkFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

class CompareCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("detectors", &detectors_, "LIST",
                "all, or names separated by commas; none is always built as well, to compare with");
    options.Add(
        "gold,g", &gold_file_, "FILE",
        "gold labels, JSON lines {path, segments}; without them only sizes and times are compared");
    DeclareSource(options, &source_);
    options.Add("parameter,p", &parameters_, "KEY=NUMBER",
                "a parameter of a chosen detector, for example spine.support=6; may be repeated");
    options.Add("threads,j", &threads_, "N", "threads that parse pages; 0: one for each core");
    options.Bound("threads", 0, kMostThreads);
    options.Add("memory", &memory_, "SIZE", "upper bound for each build");
    options.Add("run-memory", &run_memory_, "SIZE",
                "pages that fit into this are judged and written together");
    options.AddChoice("progress", &progress_, {"auto", "bar", "plain", "json", "none"},
                      "how progress is shown on standard error");
    options.Add("quiet,q", &quiet_, "", "show no progress");
    options.Add("json", &json_, "", "print JSON");
    options.Add("markdown", &markdown_, "", "print a Markdown table");
    options.Arguments(&inputs_, "INPUT...", "folders, archives or files");
    options.Require("INPUT...");
  }

  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ChosenDetectors());
    THRESH_RETURN_IF_ERROR(ReadParameters(names));
    THRESH_RETURN_IF_ERROR(CheckSource(source_));
    if (std::find(inputs_.begin(), inputs_.end(), "-") != inputs_.end())
      return Status(Code::kUsage,
                    "compare reads its input once for each detector, so standard input is no input "
                    "for it; give a file or a folder");
    // A mistake in the gold labels shows at once and not after the first build.
    if (!gold_file_.empty()) {
      THRESH_ASSIGN_OR_RETURN(gold_, ReadGold(gold_file_, &words_));
    }
    THRESH_ASSIGN_OR_RETURN(const WorkFolder work, WorkFolder::Make());
    Comparison rows;
    for (const std::string& name : names) {
      Tell(name, rows.size() + 1, names.size());
      Result<ComparedDetector> row = Measure(name, work.path());
      if (row.ok()) {
        rows.push_back(std::move(*row));
      } else if (rows.empty() || row.status().code() == Code::kInterrupted) {
        return row.status();  // without the yardstick, or interrupted: no table
      } else {
        // A detector that falls over costs one row: the other builds have taken long.
        rows.emplace_back();
        rows.back().detector = name;
        rows.back().failure = row.status().message();
      }
    }
    Show(rows);
    return Failures(rows);
  }

 private:
  // The yardstick comes first, then the chosen detectors in the order of the table.
  Result<std::vector<std::string>> ChosenDetectors() const {
    std::vector<std::string> wanted;
    for (std::size_t begin = 0; begin <= detectors_.size();) {
      const std::size_t end = std::min(detectors_.find(',', begin), detectors_.size());
      wanted.push_back(detectors_.substr(begin, end - begin));
      begin = end + 1;
    }
    const bool all = wanted == std::vector<std::string>{"all"};
    for (const std::string& name : wanted) {
      if (!all && FindDetector(name) == nullptr) return NoDetector(name);
    }
    std::vector<std::string> names = {std::string(kYardstick)};
    for (const DetectorInfo& row : DetectorTable()) {
      const bool chosen = all || std::find(wanted.begin(), wanted.end(), row.name) != wanted.end();
      if (chosen && row.name != kYardstick) names.emplace_back(row.name);
    }
    return names;
  }

  // A parameter must be one of a chosen detector, and goes to those that have it.
  Status ReadParameters(const std::vector<std::string>& names) {
    std::vector<const DetectorInfo*> chosen(names.size());
    std::transform(names.begin(), names.end(), chosen.begin(), FindDetector);
    for (const std::string& text : parameters_) {
      THRESH_ASSIGN_OR_RETURN(const auto parameter, ParseParameter(text));
      config_.Set(parameter.first, parameter.second);
    }
    return CheckParameters(chosen, config_);
  }

  // Builds with --removal=drop: with keep-one the copy that stays on one page would count as a
  // mistake of the detector. The inputs come after `--`, because a name may begin with a dash.
  std::vector<std::string> BuildArguments(const std::string& detector,
                                          const std::string& store) const {
    std::vector<std::string> arguments = {"thresh-index",
                                          "build",
                                          "--store=" + store,
                                          "--detector=" + detector,
                                          "--removal=drop",
                                          "--json",
                                          "--progress=" + (quiet_ ? "none" : progress_),
                                          "--threads=" + std::to_string(threads_),
                                          "--memory=" + std::to_string(memory_.bytes),
                                          "--run-memory=" + std::to_string(run_memory_.bytes)};
    for (std::string& flag : SourceFlags(source_)) arguments.push_back(std::move(flag));
    for (const std::string& parameter : parameters_) {
      if (HasParameter(*FindDetector(detector), parameter.substr(0, parameter.find('='))))
        arguments.push_back("--parameter=" + parameter);
    }
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), inputs_.begin(), inputs_.end());
    return arguments;
  }

  Result<ComparedDetector> Measure(const std::string& detector, const std::string& work) {
    const std::string store = work + "/" + detector, report = store + ".json";
    THRESH_ASSIGN_OR_RETURN(const ChildResult child,
                            RunSelf(BuildArguments(detector, store), report));
    if (child.exit_code != 0) {
      // The exit code of a command is the code of its status, so this restores the code.
      return Status(static_cast<Code>(child.exit_code),
                    "the build with detector " + detector + " failed; its message is above");
    }
    ComparedDetector row;
    row.detector = detector;
    row.build.peak_bytes = child.peak_bytes;
    THRESH_ASSIGN_OR_RETURN(const std::string json, ReadFile(report));
    if (!ReadBuildReport(json, &row.build))
      return Status(Code::kBug, "the build with detector " + detector + " printed no report");
    THRESH_RETURN_IF_ERROR(ReadStore(store, &row));
    // Removed at once, so that the comparison needs the disk for one store only.
    THRESH_RETURN_IF_ERROR(RemoveTree(store));
    return row;
  }

  Status ReadStore(const std::string& path, ComparedDetector* row) {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(path));
    THRESH_ASSIGN_OR_RETURN(const FamilyBytes sizes, store->Sizes());
    row->store_bytes = std::accumulate(sizes.bytes.begin(), sizes.bytes.end(), std::uint64_t{0});
    // The families that a search walks. What the store keeps to show pages is not counted.
    for (const Family family : {Family::kTerms, Family::kPostings, Family::kPositions})
      row->index_bytes += sizes.bytes[static_cast<std::size_t>(family)];
    THRESH_ASSIGN_OR_RETURN(StoreScore judged, JudgeStore(*store, gold_, &words_));
    row->pages_with_template = judged.pages_with_template;
    // Without a gold page every ratio would be 1 or 0, and the table would look like a result.
    if (!gold_.empty() && judged.score.pages == 0) {
      return Status(Code::kUnusable, "the input has no page of " + gold_file_ +
                                         ": its paths must be relative to the folder of the input");
    }
    if (!gold_.empty()) row->judged = judged;
    return {};
  }

  // The builds themselves write to standard error, so each gets a line that names it.
  void Tell(const std::string& detector, std::size_t number, std::size_t of) const {
    if (quiet_ || progress_ == "none" || progress_ == "json") return;
    std::fprintf(stderr, "%s (%zu of %zu)\n", detector.c_str(), number, of);
  }

  void Show(const Comparison& rows) const {
    if (json_) {
      Print(ComparisonJson(rows));
    } else {
      Print(markdown_ ? ComparisonMarkdown(rows) : ComparisonText(rows, StdoutTerminal()));
    }
  }

  // The table is printed all the same: the rows of the other detectors are of use.
  static Status Failures(const Comparison& rows) {
    const auto failed = std::count_if(rows.begin(), rows.end(),
                                      [](const auto& row) { return !row.failure.empty(); });
    if (failed == 0) return {};
    return Status(Code::kFailed, std::to_string(failed) + " of " + std::to_string(rows.size()) +
                                     " detectors failed");
  }

  std::string detectors_ = "all", gold_file_, progress_ = "auto";
  SourceOptions source_;
  DetectorConfig config_;  // as parameters_ say
  std::vector<std::string> inputs_, parameters_;
  std::uint32_t threads_ = 0;
  ByteSize memory_{2ULL << 30}, run_memory_{256U << 20};
  bool quiet_ = false, json_ = false, markdown_ = false;
  RefereeWords words_;
  std::vector<GoldPage> gold_;
};

}  // namespace

std::unique_ptr<Command> MakeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace thresh
