#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "common/base/files.h"
#include "common/report/report.h"
#include "indexer/build/build.h"
#include "indexer/build/build_report.h"
#include "indexer/build/commands.h"
#include "indexer/build/progress.h"
#include "indexer/build/source_flags.h"

namespace thresh {
namespace {

// A signal handler can reach only globals: this is the one exception to the rule against mutable
// ones.
std::atomic<bool> g_stop{false};

// The first signal stops the build cleanly, the second one ends the process at once.
void OnSignal(int signal) {
  // An atomic flag without a lock is among the few objects that a signal handler may touch.
  if (g_stop.exchange(true)) {
    // The default action, so that the parent process sees which signal ended the build.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

std::vector<std::string> DetectorNames() {
  std::vector<std::string> names;
  for (const DetectorInfo& row : DetectorTable()) names.emplace_back(row.name);
  return names;
}

class BuildCommand : public Command {
 public:
  void Declare(Options& options) override {
    options_ = &options;
    DeclareInput(options);
    DeclareRemoval(options);
    DeclareManner(options);
    options.Arguments(&build_.pipeline.inputs, "INPUT...",
                      "folders, archives or files; - reads standard input");
    options.Require("store");
    options.Require("INPUT...");
  }

  Status Run() override {
    THRESH_RETURN_IF_ERROR(Fill());
    // A build may take hours, so a report that cannot be written is refused before it begins.
    if (!report_.empty()) THRESH_RETURN_IF_ERROR(CheckWritable(report_));
    // From here on a build is stopped cleanly. The flags are checked before, so that a signal
    // during a usage error ends the process as usual.
    std::signal(SIGINT, OnSignal);
    std::signal(SIGTERM, OnSignal);
    // The printer ends before the report is printed: its destructor clears the bar.
    Result<BuildResult> result = [&] {
      ProgressPrinter printer(quiet_ ? "none" : progress_);
      return Build(build_, g_stop, [&](const BuildProgress& p) { printer.Show(p); });
    }();
    if (!result.ok()) return result.status();
    // The report of a build comes first, because the HTML report may still fail.
    if (json_) {
      Print(BuildReportJson(*result));
    } else if (!quiet_) {
      Print(BuildReportText(*result, StdoutTerminal()));
    }
    return report_.empty() ? Status() : WriteReport();
  }

 private:
  void DeclareInput(Options& options) {
    options.Add("store,s", &build_.store, "DIR", "the store to write", Affects::kNothing);
    options.Add("name", &name_, "NAME", "what the crawl on standard input is called");
    DeclareSource(options, &build_.pipeline.source);
    options.Add("max-page-bytes", &max_page_bytes_, "SIZE", "cut longer pages at this size");
  }

  void DeclareRemoval(Options& options) {
    options.AddChoice("detector", &build_.detector, DetectorNames(),
                      "method that finds the templates; thresh-index detectors lists them");
    options.AddChoice(
        "removal", &build_.removal, {"keep-one", "drop"},
        "keep-one: the text of a template stays in the index on one page; drop: on none");
    options.Add(
        "anchors", &build_.anchors, "",
        "also find a page by the text of the links to it and by the titles of the pages with them");
    options.Add("parameter,p", &parameters_, "KEY=NUMBER",
                "a parameter of the detector, for example spine.support=6; may be repeated; "
                "thresh-index detectors --parameters lists them");
    options.Add("stemmer", &build_.pipeline.digest.analyzer.stemmer, "NAME",
                "reduce words to their stems: none, porter, english, german, ...");
    options.Add("stop-words", &build_.pipeline.digest.analyzer.stop_words, "NAME",
                "leave very frequent words out of the index: none, english");
    // The file itself decides nothing about the store: the flags that it sets do.
    options.Add(
        "config,c", &config_, "FILE",
        "read flags from lines `flag = value`; flags and THRESH_FLAG variables win over them",
        Affects::kNothing);
    options.Add("replace", &build_.replace, "",
                "replace a store that was built from another input or configuration",
                Affects::kNothing);
  }

  void DeclareManner(Options& options) {
    options.Add("threads,j", &threads_, "N",
                "threads that parse pages; 0: one for each core, as far as --memory allows",
                Affects::kNothing);
    options.Add("memory", &memory_, "SIZE", "upper bound for the whole process", Affects::kNothing);
    options.Add("run-memory", &run_memory_, "SIZE",
                "pages that fit into this are judged and written together; 0: a share of --memory, "
                "at most 256M",
                Affects::kRuns);
    options.Add("queue-memory", &queue_memory_, "SIZE",
                "upper bound for the pages between the stages; 0: a share of --memory, at most 64M",
                Affects::kNothing);
    options.Add("parse-memory", &parse_memory_, "SIZE",
                "memory to parse one page; a page that needs more is read as plain text; 0: a "
                "share of --memory, at most 256M");
    options.Add("parse-cpu-ms", &build_.pipeline.digest.limits.cpu_ms, "MS",
                "CPU time to parse one page; a page that needs more is read as plain text");
    options.AddChoice(
        "parser", &parser_, {"auto", "gumbo"},
        "auto: read html in one fast pass, and with gumbo where that has no rule; both "
        "give the same store",
        Affects::kNothing);
    options.Add("check-parser", &build_.pipeline.digest.reader.check_every, "N",
                "read every N-th page both ways and count differences; 0: none", Affects::kNothing);
    options.AddChoice("detect-overlap", &overlap_, {"on", "off"},
                      "on: judge and write pages while the next ones are read", Affects::kNothing);
    options.AddChoice("progress", &progress_, {"auto", "bar", "plain", "json", "none"},
                      "how progress is shown on standard error", Affects::kNothing);
    options.Add("quiet,q", &quiet_, "", "show neither progress nor report", Affects::kNothing);
    options.Add("json", &json_, "", "print the report as JSON", Affects::kNothing);
    options.Add("report", &report_, "FILE",
                "also write an HTML report with charts, as thresh-query report does",
                Affects::kNothing);
  }

  // Sizes that were not set are shares of --memory, so that this one flag is enough. They decide
  // what a page may need and where runs are cut, so they never hang on the number of threads: it is
  // the threads that give way where memory is scarce, unless their number was set.
  void ShareMemory() {
    const std::uint64_t memory = memory_.bytes;
    const std::uint64_t share = (memory - std::min(memory, kOtherMemory)) / 7;
    if (parse_memory_.bytes == 0)
      parse_memory_.bytes = std::clamp<std::uint64_t>(share, 16U << 20, 256U << 20);
    if (run_memory_.bytes == 0)
      run_memory_.bytes = std::clamp<std::uint64_t>(share, 1U << 20, 256U << 20);
    if (queue_memory_.bytes == 0)
      queue_memory_.bytes = std::min<std::uint64_t>(memory / 32, 64U << 20);
    if (threads_ > 0) return;
    const std::uint64_t taken = kOtherMemory + 2 * queue_memory_.bytes + 3 * run_memory_.bytes;
    const std::uint64_t parsers = (memory - std::min(memory, taken)) / parse_memory_.bytes;
    // hardware_concurrency returns 0 if the number of cores is not known.
    const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    build_.pipeline.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(parsers, 1, cores));
  }

  // The build is identified by the name of its input, and standard input has none.
  Status CheckName() const {
    const std::vector<std::string>& inputs = build_.pipeline.inputs;
    if (!name_.empty() || std::find(inputs.begin(), inputs.end(), "-") == inputs.end()) return {};
    return Status(Code::kUsage,
                  "standard input needs a --name: another crawl under the same name replaces the "
                  "store, one under another name is refused");
  }

  Status Fill() {
    PipelineOptions& p = build_.pipeline;
    p.threads = threads_;
    ShareMemory();
    THRESH_RETURN_IF_ERROR(CheckName());
    p.source.limits.max_page_bytes = max_page_bytes_.bytes;
    p.digest.limits.html_bytes = max_page_bytes_.bytes;
    p.digest.limits.memory_bytes = parse_memory_.bytes;
    p.digest.reader.parser = parser_ == "gumbo" ? ParserChoice::kGumbo : ParserChoice::kAuto;
    p.run_bytes = run_memory_.bytes;
    p.queue_bytes = queue_memory_.bytes;
    p.detect_overlap = overlap_ == "on";
    build_.memory_bytes = memory_.bytes;
    // As it is now: Build records it in the manifest and identifies the build by it.
    build_.config = options_->Effective();
    for (const std::string& text : parameters_) {
      THRESH_ASSIGN_OR_RETURN(const auto parameter, ParseParameter(text));
      build_.parameters.Set(parameter.first, parameter.second);
    }
    return {};
  }

  // The store is published before this, so a failure here leaves a good store.
  Status WriteReport() const {
    const auto write = [this]() -> Status {
      THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(build_.store));
      THRESH_ASSIGN_OR_RETURN(const StoreReport report,
                              ReadReport(*store, nullptr, kReportTemplates));
      return WriteFileDurably(report_, ReportHtml(report));
    };
    const Status status = write();
    if (status.ok()) return status;
    return Status(status.code(),
                  status.message() +
                      "; the store itself is published: thresh-query report can write the report");
  }

  const Options* options_ = nullptr;
  BuildOptions build_;
  std::vector<std::string> parameters_;
  std::string name_, config_, report_, parser_ = "auto", overlap_ = "on", progress_ = "auto";
  ByteSize max_page_bytes_{8U << 20}, memory_{2ULL << 30};
  ByteSize run_memory_, queue_memory_, parse_memory_;  // 0: a share of memory_
  std::uint32_t threads_ = 0;
  bool quiet_ = false, json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeBuildCommand() { return std::make_unique<BuildCommand>(); }

}  // namespace thresh
