#include "indexer/build/build_flags.h"

#include <algorithm>
#include <csignal>
#include <thread>
#include <utility>

#include "common/base/files.h"
#include "common/base/memory.h"
#include "common/cli/embedded.h"
#include "common/report/report.h"
#include "indexer/build/progress.h"

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

}  // namespace

void ContentFlags::Declare(Options& options) {
  options.AddChoice("detector", &detector_, DetectorNames(),
                    "method that finds the templates; thresh-index detectors lists them");
  options.AddChoice(
      "removal", &removal_, {"keep-one", "drop", "field"},
      "keep-one: the text of a template stays in the index on one page; drop: on none; field: on "
      "none, but its words are kept apart, for searches with --template-weight");
  options.Add(
      "no-links", &no_links_, "",
      "make nothing of the links between the pages of a site. Without this flag a page is also "
      "found by the text of the links to it and by the titles of the pages with them, and ranked "
      "by how many lead there");
  options.Add("respect-robots", &respect_robots_, "",
              "leave pages out that ask for no index in <meta name=robots>, as if they were gone. "
              "Without this flag they are indexed and counted");
  options.Add("parameter,p", &parameters_, "KEY=NUMBER",
              "a parameter of the detector, for example spine.support=6; may be repeated; "
              "thresh-index detectors --parameters lists them");
  options.Add("learn", &learn_, "PAGES",
              "a site of more pages is judged by a sample of that many, drawn by hash of the URL, "
              "with --detector spine; 0: every site is judged as a whole");
  options.Add("judge-memory", &judge_memory_, "SIZE",
              "memory to judge one site; the pages of a site that needs more are judged by samples "
              "of it that fit, not with --detector spine; 0: a share of --memory. The store keeps "
              "it");
  options.Add("stemmer", &analyzer_.stemmer, "NAME",
              "reduce words to their stems: none, porter, english, german, ..., or auto: those of "
              "each page by the language that it says, or that its text is in");
  options.Add("stop-words", &analyzer_.stop_words, "NAME",
              "leave very frequent words out of the index: none, english");
  options.Add("max-page-bytes", &max_page_bytes_, "SIZE", "cut longer pages at this size");
}

Status ContentFlags::TakeFrom(const Manifest& manifest) {
  Options own;
  Declare(own);
  std::vector<std::string> flags;
  for (const Setting& setting : own.Effective()) {
    for (const auto& [name, value] : manifest.config) {
      if (name != setting.name || value == setting.value || value.empty()) continue;
      if (value == "true") {  // a flag without a value
        flags.push_back("--" + name);
        continue;
      }
      for (const std::string& item : ListItems(value)) flags.push_back("--" + name + "=" + item);
    }
  }
  // What stands in the environment is meant for the next build, not for this store.
  THRESH_RETURN_IF_ERROR(own.ParseFlagsAlone(flags));
  settings_ = own.Effective();
  return {};
}

// What samples a site is judged by depends on it, so an update takes it from the store.
void ContentFlags::ShareMemory(BuildOptions* build) {
  const DetectorInfo* const info = FindDetector(detector_);
  if (info == nullptr || !info->Replays(build->parameters) || judge_memory_.bytes > 0) return;
  build->judge_bytes = judge_memory_.bytes = JudgeShare(build->memory_bytes);
}

Status ContentFlags::Fill(BuildOptions* build) const {
  build->detector = detector_;
  build->removal = removal_;
  build->links = !no_links_;
  build->pipeline.learn_pages = learn_;
  build->judge_bytes = judge_memory_.bytes;
  build->pipeline.digest.analyzer = analyzer_;
  build->pipeline.digest.respect_robots = respect_robots_;
  build->pipeline.input.source.limits.max_page_bytes = max_page_bytes_.bytes;
  build->pipeline.digest.limits.html_bytes = max_page_bytes_.bytes;
  for (const std::string& text : parameters_) {
    THRESH_ASSIGN_OR_RETURN(const auto parameter, ParseParameter(text));
    build->parameters.Set(parameter.first, parameter.second);
  }
  return {};
}

void MannerFlags::Declare(Options& options) {
  options.Add("threads,j", &threads_, "N",
              "threads that parse pages; 0: one for each core, as far as --memory allows",
              Affects::kNothing);
  options.Bound("threads", 0, kMostThreads);
  options.Add("memory", &memory_, "SIZE",
              "upper bound for the whole process. A site that needs more to be judged is judged by "
              "samples of its pages (--learn, --judge-memory)",
              Affects::kNothing);
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
  options.Add("parse-cpu-ms", &cpu_ms_, "MS",
              "CPU time to parse one page; a page that needs more is read as plain text");
  options.AddChoice("parser", &parser_, {"auto", "gumbo"},
                    "auto: read html in one fast pass, and with gumbo where that has no rule; both "
                    "give the same store",
                    Affects::kNothing);
  options.Add("check-parser", &check_every_, "N",
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

// Sizes that were not set are shares of --memory, so that this one flag is enough. They decide what
// a page may need and where runs are cut, so they never hang on the number of threads: it is the
// threads that give way where memory is scarce, unless their number was set.
void MannerFlags::ShareMemory(BuildOptions* build) {
  const std::uint64_t memory = memory_.bytes;
  const std::uint64_t share = (memory - std::min(memory, kOtherMemory)) / 7;
  if (parse_memory_.bytes == 0)
    parse_memory_.bytes = std::clamp<std::uint64_t>(share, 16U << 20, 256U << 20);
  if (run_memory_.bytes == 0)
    run_memory_.bytes = std::clamp<std::uint64_t>(share, 1U << 20, 256U << 20);
  if (queue_memory_.bytes == 0)
    queue_memory_.bytes = std::min<std::uint64_t>(memory / 32, 64U << 20);
  build->pipeline.threads = threads_;
  if (threads_ > 0) return;
  const std::uint64_t taken = kOtherMemory + 2 * queue_memory_.bytes + 3 * run_memory_.bytes;
  const std::uint64_t parsers = (memory - std::min(memory, taken)) / parse_memory_.bytes;
  // hardware_concurrency returns 0 if the number of cores is not known.
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  build->pipeline.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(parsers, 1, cores));
}

Status MannerFlags::Fill(BuildOptions* build) {
  ShareMemory(build);
  PipelineOptions& p = build->pipeline;
  p.digest.limits.memory_bytes = parse_memory_.bytes;
  p.digest.limits.cpu_ms = cpu_ms_;
  p.digest.reader.check_every = check_every_;
  p.digest.reader.parser = parser_ == "gumbo" ? ParserChoice::kGumbo : ParserChoice::kAuto;
  p.run_bytes = run_memory_.bytes;
  p.queue_bytes = queue_memory_.bytes;
  p.detect_overlap = overlap_ == "on";
  build->memory_bytes = memory_.bytes;
  // A build may take hours, so a report that cannot be written is refused before it begins.
  return report_.empty() ? Status() : CheckWritable(report_);
}

Status MannerFlags::Run(const BuildOptions& build, const ResultTexts& texts) const {
  // From here on a build is stopped cleanly. The flags are checked before, so that a signal during
  // a usage error ends the process as usual.
  const std::atomic<bool>& stop = StopOnSignals();
  if (EmbeddedStop() == nullptr) ShareArenas(build.pipeline.threads);
  // The printer ends before the report is printed: its destructor clears the bar.
  Result<BuildResult> result = [&] {
    ProgressPrinter printer(quiet_ ? "none" : progress_);
    return Build(build, stop, [&](const BuildProgress& p) { printer.Show(p); });
  }();
  if (!result.ok()) return result.status();
  // The report of a build comes first, because the HTML report may still fail.
  if (json_) {
    Print(texts.json(*result));
  } else if (!quiet_) {
    Print(texts.text(*result, StdoutTerminal()));
  }
  // A report in JSON has them, and lines of progress in JSON are read by programs.
  const bool heard = !json_ && (quiet_ || progress_ != "json");
  if (texts.warnings != nullptr && heard)
    for (const std::string& line : texts.warnings(*result)) PrintNote(line);
  if (report_.empty() || !build.model_file.empty()) return {};
  return WriteReport(build, texts.section != nullptr ? texts.section(*result) : Markup());
}

// The store is published before this, so a failure here leaves a good store. A dry run has none to
// report on.
Status MannerFlags::WriteReport(const BuildOptions& build, const Markup& section) const {
  if (build.update.dry_run)
    return WriteFileDurably(report_, ReportPage("Thresh: dry run on " + build.store, section));
  const auto write = [&]() -> Status {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> opened, Store::Open(build.store));
    THRESH_ASSIGN_OR_RETURN(const StoreReport report,
                            ReadReport(*opened, nullptr, kReportTemplates));
    return WriteFileDurably(report_, ReportHtml(report, section));
  };
  const Status status = write();
  if (status.ok()) return status;
  return Status(status.code(),
                status.message() +
                    "; the store itself is published: thresh-query report can write the report");
}

const std::atomic<bool>& StopOnSignals() {
  if (const std::atomic<bool>* stop = EmbeddedStop()) return *stop;
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  // The terminal has gone, unless nobody is to care (nohup).
  if (std::signal(SIGHUP, OnSignal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  return g_stop;
}

Status CheckName(const std::vector<std::string>& inputs, const std::string& name) {
  if (!name.empty() || std::find(inputs.begin(), inputs.end(), "-") == inputs.end()) return {};
  return Status(Code::kUsage,
                "standard input needs a --name: another crawl under the same name replaces the "
                "store, one under another name is refused");
}

}  // namespace thresh
