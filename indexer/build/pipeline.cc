#include "indexer/build/pipeline.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

#include "indexer/build/queues.h"
#include "indexer/build/stages.h"
#include "indexer/page/thread_clock.h"
#include "indexer/run/run_reader.h"

namespace thresh {
namespace {

// How often the progress display is drawn and the stop flag is looked at.
constexpr std::chrono::milliseconds kLook{100};

// What a stage's thread says last.
struct StageEnd {
  std::string_view stage;
  Status status;
  double cpu_seconds = 0;
};

ResumePoint EndOf(const Ledger& ledger) {
  if (ledger.runs.empty()) return {};
  return {ledger.runs.back().next_sequence, ledger.runs.back().input_chain};
}

Counters CountersOf(const Ledger& ledger) {
  return ledger.runs.empty() ? Counters() : ledger.runs.back().counters;
}

// The figure:
//
//   read ──pages──► digest ──digested──► fold ──to_judge──► judge
//   1 thread        P threads            1      └─to_spill─► spill ◄──judged──┘
//
// A thread for each stage, and the caller's thread for the progress display.
class Pipeline {
 public:
  Pipeline(const PipelineOptions& options, SiteJudge& detector, Ledger* ledger,
           const std::atomic<bool>& stop)
      : options_(options),
        ledger_(*ledger),
        pages_(options.queue_bytes / 2),
        digested_(options.queue_bytes / 2, EndOf(*ledger).sequence, options.threads),
        to_judge_(options.queue_bytes / 2),
        // These two queues count runs and not bytes, because the gate bounds the memory of runs.
        to_spill_(2),
        judged_(1),
        gate_(options.detect_overlap ? 2 : 1),
        read_(options.input, EndOf(*ledger), &board_, &pages_),
        digest_(options.threads, DigestStage(options.digest, &pages_, &digested_)),
        fold_(RunTable(options.run_bytes, detector.reads_runs()), options.gone, options.learn_pages,
              CountersOf(*ledger), &board_, &digested_,
              {&to_judge_, &to_spill_, &gate_, options.detect_overlap}),
        judge_(detector, options.work, &board_,
               {&to_judge_, &judged_, &gate_, ledger, !ledger->runs.empty()}, options.learn_host),
        spill_(options.work, ledger, &board_,
               {&to_spill_, &judged_, &gate_, options.detect_overlap, &stop}),
        // Read, fold, judge and spill have one thread each.
        ended_(options.threads + 4),
        stop_(stop) {
    detector.StopAt(&stop);
  }

  Result<PipelineResult> Run(const std::function<void(const PipelineProgress&)>& progress) {
    THRESH_RETURN_IF_ERROR(Resume());
    Start("read", [this] { return read_.Run(); });
    for (DigestStage& digest : digest_) Start("digest", [&digest] { return digest.Run(); });
    Start("fold", [this] { return fold_.Run(); });
    Start("judge", [this] { return judge_.Run(); });
    Start("spill", [this] { return spill_.Run(); });
    Watch(progress);
    for (std::thread& thread : threads_) thread.join();
    if (!failure_.ok()) return failure_;
    return Collect();
  }

 private:
  // The fold as it was after the last finished run.
  Status Resume() {
    for (const LedgerRun& run : ledger_.runs) {
      // A run has its pages by URL, and the fold takes them as they arrived.
      std::vector<RunDocRecord> records;
      THRESH_RETURN_IF_ERROR(
          ForEachRunDoc(options_.work + "/" + run.file.path, [&](const RunDocRecord& record) {
            RunDocRecord& kept = records.emplace_back();
            kept.id = record.id;
            kept.stored = record.stored;
            kept.doc = record.doc;
            kept.host = record.host;
            kept.broken = record.broken;
          }));
      std::sort(records.begin(), records.end(),
                [](const RunDocRecord& a, const RunDocRecord& b) { return a.id < b.id; });
      for (const RunDocRecord& record : records) fold_.Restore(record);
      THRESH_RETURN_IF_ERROR(ForEachRunEvent(
          options_.work + "/" + run.file.path,
          [&](std::string_view host, std::string_view url, const RunEventRow::Event& event) {
            fold_.Restore({host, url, event.date, event.kind, event.status, event.stored, false,
                           event.pages_before, event.target});
          }));
    }
    board_.runs = ledger_.runs.size();
    return {};
  }

  void Start(std::string_view name, std::function<Status()> stage) {
    AddSeconds(name, 0);  // so that the manifest lists the stages in the order of the figure
    threads_.emplace_back([this, name, stage = std::move(stage)] {
      Status status = stage();
      // The queue has room for every stage and is never aborted.
      static_cast<void>(
          ended_.Push({name, std::move(status), static_cast<double>(ThreadCpuNs()) * 1e-9}, 1));
    });
  }

  // Shows progress and looks at the stop flag until every stage has ended. A stage that fails ends
  // the others.
  void Watch(const std::function<void(const PipelineProgress&)>& progress) {
    for (std::size_t ended = 0; ended < threads_.size();) {
      if (const std::optional<StageEnd> end = ended_.PopFor(kLook)) {
        ++ended;
        AfterStage(*end);
        continue;
      }
      if (stop_ && !aborted_) {
        interrupted_ = true;
        Abort();
      }
      if (progress) progress(Progress());
    }
    if (progress) progress(Progress());
  }

  void AfterStage(const StageEnd& end) {
    AddSeconds(end.stage, end.cpu_seconds);
    // A stage may see the flag before Watch does. It has not failed.
    const bool stopped = end.status.code() == Code::kInterrupted;
    interrupted_ = interrupted_ || stopped;
    // The first failure is the cause: stages that end because of the abort report no error.
    if (!end.status.ok() && !stopped && failure_.ok()) failure_ = end.status;
    if (!end.status.ok() || (end.stage == "read" && read_.input_changed())) Abort();
  }

  void Abort() {
    aborted_ = true;
    pages_.Abort();
    digested_.Abort();
    to_judge_.Abort();
    to_spill_.Abort();
    judged_.Abort();
    gate_.Abort();
  }

  PipelineProgress Progress() const {
    return {board_.pages,   board_.bytes,           board_.input_done, board_.input_total,
            board_.skipped, board_.template_blocks, board_.runs};
  }

  // After the threads have ended, so the stages may be asked without a lock.
  PipelineResult Collect() {
    PipelineResult result;
    result.late = std::move(judge_.late());
    result.model = std::move(judge_.model());
    result.counters = fold_.counters();
    result.order = std::move(fold_.order());
    result.counters.Add(read_.counters());
    result.messages = read_.messages();
    for (std::string& message : judge_.messages()) result.messages.push_back(std::move(message));
    result.sampled = judge_.sampled();
    for (const DigestStage& digest : digest_) AddParts(digest.times());
    AddSeconds("judge", -judge_.free_seconds());
    AddSeconds("free", judge_.free_seconds());
    result.seconds = std::move(seconds_);
    result.detector_memory = judge_.memory();
    result.input_changed = read_.input_changed();
    result.written = std::move(read_.written());
    result.named = std::move(read_.named());
    result.lost = board_.lost;
    result.interrupted = interrupted_;
    return result;
  }

  void AddParts(const DigestTimes& times) {
    AddSeconds("digest.decode", static_cast<double>(times.decode_ns) * 1e-9);
    AddSeconds("digest.parse", static_cast<double>(times.parse_ns) * 1e-9);
    AddSeconds("digest.segment", static_cast<double>(times.segment_ns) * 1e-9);
    AddSeconds("digest.tokenise", static_cast<double>(times.tokenise_ns) * 1e-9);
    AddSeconds("digest.invert", static_cast<double>(times.invert_ns) * 1e-9);
  }

  void AddSeconds(std::string_view name, double seconds) {
    for (auto& [known, sum] : seconds_) {
      if (known == name) {
        sum += seconds;
        return;
      }
    }
    seconds_.emplace_back(name, seconds);
  }

  const PipelineOptions& options_;
  const Ledger& ledger_;  // read before the stages start; then it is the spill's

  // Queues come before the stages that hold pointers to them, in the order of the figure.
  ProgressBoard board_;
  BoundedQueue<RawPage> pages_;
  OrderedQueue<Digested> digested_;
  BoundedQueue<ToJudge> to_judge_;
  BoundedQueue<FrozenRun> to_spill_;
  BoundedQueue<JudgedRun> judged_;
  RunGate gate_;

  ReadStage read_;
  std::vector<DigestStage> digest_;
  FoldStage fold_;
  JudgeStage judge_;
  SpillStage spill_;

  // The rest belongs to the caller's thread.
  BoundedQueue<StageEnd> ended_;
  std::vector<std::thread> threads_;
  std::vector<std::pair<std::string, double>> seconds_;
  const std::atomic<bool>& stop_;
  Status failure_;
  bool aborted_ = false, interrupted_ = false;
};

}  // namespace

Result<PipelineResult> RunPipeline(const PipelineOptions& options, SiteJudge& detector,
                                   Ledger* ledger, const std::atomic<bool>& stop,
                                   const std::function<void(const PipelineProgress&)>& progress) {
  return Pipeline(options, detector, ledger, stop).Run(progress);
}

}  // namespace thresh
