#include "indexer/build/pipeline.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "common/base/files.h"
#include "indexer/build/queues.h"
#include "indexer/catalog.h"
#include "indexer/page/thread_clock.h"
#include "indexer/run/run.h"
#include "indexer/run/run_format.h"
#include "indexer/run/run_reader.h"
#include "indexer/run/run_writer.h"

namespace thresh {
namespace {

// What digest threads hand to the fold: the page, and of its rows what needs no other page.
struct Digested {
  Page page;
  RunRows rows;
};

double ThreadCpuSeconds() { return static_cast<double>(ThreadCpuNs()) * 1e-9; }

std::size_t BytesOf(const Digested& digested) {
  const RunRows& rows = digested.rows;
  return BytesOf(digested.page) + rows.shape.size() + rows.text.size() + rows.links.size();
}

Hash128 Chain(const Hash128& before, const RawPage& raw) {
  Hasher128 hash;
  hash.Number(before.high);
  hash.Number(before.low);
  hash.Field(raw.url);
  hash.Field(raw.docno);
  hash.Field(raw.bytes);
  return hash.Finish();
}

// What the fold hands to the judge: every page, and after the last page of a run the run. It
// belongs to the spill, which has been handed it before.
struct Event {
  Page page;
  Arrival arrival;
  const Run* run = nullptr;
};
struct FullRun {
  std::unique_ptr<Run> run;
  LedgerRun entry;  // docs, next_sequence, counters
};
struct Verdicts {
  Strikes strikes;
  std::string detector_state;
};

// The figure: read → digest (P threads) → fold → judge and spill. One thread a fold, one owner
// each.
class Pipeline {
 public:
  Pipeline(const PipelineOptions& options, Detector& detector, Ledger* ledger)
      : options_(options),
        detector_(detector),
        ledger_(ledger),
        first_sequence_(ledger->runs.empty() ? 0 : ledger->runs.back().next_sequence),
        raw_(options.queue_bytes / 2),
        digested_(options.queue_bytes / 2, first_sequence_),
        events_(options.queue_bytes / 2),
        full_(2),
        verdicts_(1),
        gate_(options.detect_overlap ? 2 : 1) {}

  Result<PipelineResult> Run(const std::atomic<bool>& stop,
                             const std::function<void(const PipelineProgress&)>& progress) {
    THRESH_RETURN_IF_ERROR(Resume());
    std::vector<std::thread> threads;
    threads.emplace_back([this] { Stage("read", &Pipeline::Read); });
    for (unsigned i = 0; i < options_.threads; ++i)
      threads.emplace_back([this] { Stage("digest", &Pipeline::Digest); });
    threads.emplace_back([this] { Stage("fold", &Pipeline::Fold); });
    threads.emplace_back([this] { Stage("judge", &Pipeline::Judge); });
    threads.emplace_back([this] { Stage("spill", &Pipeline::Spill); });
    Watch(stop, progress, threads.size());
    for (std::thread& t : threads) t.join();
    if (!failure_.ok()) return failure_;
    return std::move(result_);
  }

 private:
  // ---- stages

  Status Read() {
    std::uint64_t sequence = 0;
    for (std::size_t i = 0; i < options_.inputs.size(); ++i) {
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Source> source,
                              OpenSource(options_.inputs[i], options_.source));
      THRESH_RETURN_IF_ERROR(ReadInput(*source, static_cast<std::uint32_t>(i), &sequence));
      const std::lock_guard lock(mutex_);
      source_counters_.Add(source->counters());
      skipped_before_ = source_counters_.Skipped();
      for (const std::string& m : source->messages()) result_.messages.push_back(m);
    }
    if (sequence < first_sequence_) return InputChanged();
    raw_.Close();
    return {};
  }

  Status InputChanged() {
    {
      const std::lock_guard lock(mutex_);
      result_.input_changed = true;
    }
    AbortQueues();
    return {};
  }

  Status ReadInput(Source& source, std::uint32_t input, std::uint64_t* sequence) {
    for (;;) {
      RawPage raw;
      THRESH_ASSIGN_OR_RETURN(const bool more, source.Next(&raw));
      if (!more) return {};
      raw.sequence = (*sequence)++;
      raw.input = input;
      chain_ = Chain(chain_, raw);
      raw.origin = {chain_, raw.bytes.size(), source.bytes_done(), source.bytes_total()};
      skipped_ = skipped_before_ + source.counters().Skipped();
      if (raw.sequence < first_sequence_) {  // in a finished run already
        if (raw.sequence + 1 == first_sequence_ && chain_ != ledger_->runs.back().input_chain)
          return InputChanged();
        continue;
      }
      const std::size_t bytes = sizeof(RawPage) + raw.bytes.size() + raw.url.size();
      if (!raw_.Push(std::move(raw), bytes)) return {};
    }
  }

  Status Digest() {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Digester> digester,
                            Digester::Make(options_.digest));
    while (std::optional<RawPage> raw = raw_.Pop()) {
      const Origin origin = raw->origin;
      Digested digested{digester->Digest(std::move(*raw)), {}};
      digested.page.origin = origin;
      digested.rows = EncodeRunRows(digested.page);
      const std::size_t bytes = BytesOf(digested);
      const std::uint64_t sequence = digested.page.sequence;
      if (!digested_.Push(sequence, std::move(digested), bytes)) break;
    }
    AddDigestTimes(digester->times());
    if (++digesters_done_ == options_.threads) digested_.Close();
    return {};
  }

  Status Fold() {
    RunTable table(options_.run_bytes);
    LedgerRun entry;
    if (!ledger_->runs.empty()) entry.counters = ledger_->runs.back().counters;
    while (std::optional<Digested> digested = digested_.Pop()) {
      const Arrival arrival = AddToRun(*digested, &table, &entry);
      Page& page = digested->page;
      const std::size_t bytes = BytesOf(page);
      if (!events_.Push(Event{std::move(page), arrival, nullptr}, bytes)) return {};
      if (table.full() && !HandOver(&table, &entry)) return {};
    }
    if (!table.empty() && !aborted_ && !HandOver(&table, &entry)) return {};
    page_counters_ = entry.counters;
    events_.Close();
    full_.Close();
    return {};
  }

  Status Judge() {
    MemoryWatch memory;
    double free_seconds = 0;
    for (std::optional<Event> event; NextEvent(&event, &free_seconds);) {
      if (event->run == nullptr) {
        detector_.Observe(event->page, event->arrival);
        memory.AfterPage(detector_);
        continue;
      }
      if (options_.reads_runs) detector_.ReadRun(*event->run);
      Strikes strikes = detector_.EndOfRun();
      Verdicts verdicts{std::move(strikes), detector_.SaveState()};
      memory.Look(detector_);
      template_blocks_ += verdicts.strikes.strikes.size();
      if (!verdicts_.Push(std::move(verdicts), 1)) return {};
    }
    if (!aborted_) result_.late = detector_.Conclude();
    memory.Look(detector_);
    result_.detector_memory = memory.Sum();
    const std::lock_guard lock(mutex_);
    AddSeconds("free", free_seconds);
    AddSeconds("judge", -free_seconds);
    return {};
  }

  // Frees the last event and takes the next one. Every detector has pages freed here: no part of
  // judging.
  bool NextEvent(std::optional<Event>* event, double* seconds) {
    const double begin = ThreadCpuSeconds();
    event->reset();
    *event = events_.Pop();
    *seconds += ThreadCpuSeconds() - begin;
    return event->has_value();
  }

  // A run is written while it is judged; its verdicts come last.
  Status Spill() {
    while (std::optional<FullRun> full = full_.Pop()) {
      spilling_ = std::move(full->run);  // of an aborted build it stays: it may still be judged
      std::optional<Verdicts> verdicts;
      if (!options_.detect_overlap && !(verdicts = verdicts_.Pop())) return {};
      RunWriter writer(options_.work + "/" + RunFileName());
      THRESH_RETURN_IF_ERROR(writer.Put(*spilling_));
      if (!verdicts && !(verdicts = verdicts_.Pop())) return {};
      THRESH_ASSIGN_OR_RETURN(full->entry.file, writer.Finish(verdicts->strikes));
      THRESH_RETURN_IF_ERROR(AddToLedger(std::move(full->entry), verdicts->detector_state));
      spilling_.reset();
      ++runs_;
      gate_.Leave();
    }
    return {};
  }

  // ---- parts of stages

  Arrival AddToRun(const Digested& digested, RunTable* table, LedgerRun* entry) {
    const Page& page = digested.page;
    const Arrival who = catalog_.Add(page.site, page.token_hash, page.body_tokens > 0);
    table->Add(page, digested.rows, who.doc, who.site, who.duplicate_of);
    entry->counters.Add(page.counters);
    ++entry->counters[Counter::kIndexed];
    if (who.duplicate_of) ++entry->counters[Counter::kDuplicate];
    ++entry->docs;
    entry->next_sequence = page.sequence + 1;
    bytes_ += page.origin.bytes;
    input_done_ = page.origin.input_done;
    input_total_ = page.origin.input_total;
    entry->input_chain = page.origin.chain;
    ++pages_;
    return who;
  }

  // false: aborted.
  bool HandOver(RunTable* table, LedgerRun* entry) {
    if (!gate_.Enter()) return false;
    FullRun full{table->Freeze(), *entry};
    entry->docs = 0;
    Event event;
    event.run = full.run.get();
    if (!full_.Push(std::move(full), 1) || !events_.Push(std::move(event), 0)) return false;
    return options_.detect_overlap || gate_.WaitUntilEmpty();
  }

  std::string RunNumber() const {
    return std::to_string(1000000 + ledger_->runs.size() + 1).substr(1);
  }
  std::string RunFileName() const { return "run-" + RunNumber() + ".sst"; }

  Status AddToLedger(LedgerRun entry, const std::string& detector_state) {
    if (!detector_state.empty()) {
      THRESH_ASSIGN_OR_RETURN(
          entry.state, WriteWorkFile(options_.work, "detector-" + RunNumber(), detector_state));
    }
    ledger_->runs.push_back(std::move(entry));
    return ledger_->Save(options_.work);
  }

  // The catalog and the detector as they were after the last finished run.
  Status Resume() {
    for (const LedgerRun& run : ledger_->runs) {
      THRESH_RETURN_IF_ERROR(
          ForEachRunDoc(options_.work + "/" + run.file.path, [&](const RunDocRecord& record) {
            catalog_.Add(record.host, record.doc.token_hash, record.doc.body_tokens_seen > 0);
          }));
    }
    pages_ = catalog_.docs();
    runs_ = ledger_->runs.size();
    if (ledger_->runs.empty() || ledger_->runs.back().state.path.empty()) return {};
    const std::string file = options_.work + "/" + ledger_->runs.back().state.path;
    THRESH_ASSIGN_OR_RETURN(const std::string state, ReadFile(file));
    if (!detector_.RestoreState(state))
      return Status(Code::kUnusable, "cannot resume from " + file + ": damaged");
    return {};
  }

  // ---- around the stages

  // Runs one stage on its thread; an error ends them all.
  void Stage(const char* name, Status (Pipeline::*stage)()) {
    const Status status = (this->*stage)();
    if (!status.ok()) Abort(status);
    const std::lock_guard lock(mutex_);
    AddSeconds(name, ThreadCpuSeconds());
    ++stages_done_;
    done_.notify_all();
  }

  void Abort(const Status& status) {
    {
      const std::lock_guard lock(mutex_);
      if (failure_.ok()) failure_ = status;
    }
    AbortQueues();
  }

  void AbortQueues() {
    aborted_ = true;
    raw_.Abort();
    digested_.Abort();
    events_.Abort();
    full_.Abort();
    verdicts_.Abort();
    gate_.Abort();
  }

  // The caller's thread: shows progress and looks at the stop flag until every stage has ended. An
  // interrupted build throws the unfinished run away: cut there, it would not be the run of an
  // uninterrupted build.
  void Watch(const std::atomic<bool>& stop,
             const std::function<void(const PipelineProgress&)>& progress, std::size_t stages) {
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, std::chrono::milliseconds(100),
                           [&] { return stages_done_ == stages; })) {
      const PipelineProgress now = Progress();
      lock.unlock();
      if (stop && !aborted_) {
        result_.interrupted = true;
        AbortQueues();
      }
      if (progress) progress(now);
      lock.lock();
    }
    result_.counters = page_counters_;
    result_.counters.Add(source_counters_);
    if (progress) progress(Progress());
  }

  PipelineProgress Progress() {
    return {pages_, bytes_, input_done_, input_total_, skipped_, template_blocks_, runs_};
  }

  void AddDigestTimes(const DigestTimes& t) {
    const std::lock_guard lock(mutex_);
    AddSeconds("digest.decode", static_cast<double>(t.decode_ns) * 1e-9);
    AddSeconds("digest.parse", static_cast<double>(t.parse_ns) * 1e-9);
    AddSeconds("digest.segment", static_cast<double>(t.segment_ns) * 1e-9);
    AddSeconds("digest.tokenise", static_cast<double>(t.tokenise_ns) * 1e-9);
    AddSeconds("digest.invert", static_cast<double>(t.invert_ns) * 1e-9);
  }

  void AddSeconds(const std::string& name, double seconds) {  // mutex_ is held
    for (auto& [known, sum] : result_.seconds) {
      if (known == name) {
        sum += seconds;
        return;
      }
    }
    result_.seconds.emplace_back(name, seconds);
  }

  const PipelineOptions& options_;
  Detector& detector_;
  Ledger* ledger_;
  const std::uint64_t first_sequence_;
  Hash128 chain_;                     // of the pages read so far
  std::uint64_t skipped_before_ = 0;  // in the inputs before the one being read
  Catalog catalog_;

  BoundedQueue<RawPage> raw_;
  OrderedQueue<Digested> digested_;
  BoundedQueue<Event> events_;
  BoundedQueue<FullRun> full_;
  BoundedQueue<Verdicts> verdicts_;
  std::unique_ptr<thresh::Run> spilling_;
  RunGate gate_;

  std::atomic<unsigned> digesters_done_{0};
  std::atomic<bool> aborted_{false};
  std::atomic<std::uint64_t> pages_{0}, bytes_{0}, input_done_{0}, input_total_{0}, skipped_{0},
      template_blocks_{0}, runs_{0};

  std::mutex mutex_;  // guards what stands below
  std::condition_variable done_;
  std::size_t stages_done_ = 0;
  Status failure_;
  Counters source_counters_, page_counters_;
  PipelineResult result_;
};

}  // namespace

Result<PipelineResult> RunPipeline(const PipelineOptions& options, Detector& detector,
                                   Ledger* ledger, const std::atomic<bool>& stop,
                                   const std::function<void(const PipelineProgress&)>& progress) {
  return Pipeline(options, detector, ledger).Run(stop, progress);
}

}  // namespace thresh
