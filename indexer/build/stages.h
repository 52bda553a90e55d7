// The five stages of a build and what passes between them. `pipeline.cc` makes the stages and the
// queues, joins them in order and starts a thread for each: no stage knows another one.
//
// A stage owns its members and works on the thread that calls Run. Run returns when the input queue
// is closed and empty, when a queue was aborted, or with the first error; after an error the
// pipeline aborts all queues. Results of a stage may be read after its thread has ended.
// A bad page is data and never ends a stage.
//
// The pipeline owns the stages until all threads have ended, because a run that the spill owns may
// still be read by the judge.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "indexer/build/memory_watch.h"
#include "indexer/build/pipeline.h"
#include "indexer/build/queues.h"
#include "indexer/catalog.h"
#include "indexer/detect/site_judge.h"
#include "indexer/page/digest.h"
#include "indexer/page_order.h"
#include "indexer/run/ledger.h"
#include "indexer/run/run.h"
#include "indexer/run/run_format.h"
#include "indexer/sources/source.h"

namespace thresh {

// The figures of the progress display, the only members that stages share. Each figure is written
// by one stage and read by the thread that draws the display; `lost` is read by the fold.
struct ProgressBoard {
  std::atomic<std::uint64_t> skipped{0};  // by the read stage
  std::atomic<bool> lost{false};          // by the read stage, before it closes its queue
  std::atomic<std::uint64_t> pages{0}, bytes{0}, input_done{0}, input_total{0};  // by the fold
  std::atomic<std::uint64_t> template_blocks{0};                                 // by the judge
  std::atomic<std::uint64_t> runs{0};                                            // by the spill
};

// ---- what passes between the stages

// From digest to fold: a page, and those of its rows in a run that depend on no other page.
struct Digested {
  Page page;
  RunRows rows;
};

// From fold to judge: a page, or after the last page of a run that run, or after the last run the
// order of all pages. The run belongs to the spill, which was handed it before, the order to the
// fold.
struct ToJudge {
  Page page;
  Arrival arrival;
  const Run* run = nullptr;
  const PageOrder* order = nullptr;
};

// From fold to spill: a run and its line in the ledger, without its file.
struct FrozenRun {
  std::unique_ptr<Run> run;
  LedgerRun entry;
  bool full = false;  // else it is the last one
};

// From judge to spill: what the detector says of a run, and what it logged of its pages.
struct JudgedRun {
  Strikes strikes;
  std::vector<LogPart> log;
};

// ---- read

// Where the finished runs of an interrupted build end in the input; all zero for a new build.
struct ResumePoint {
  std::uint64_t sequence = 0;  // of the first page that is in no finished run
  Hash128 chain;               // of the pages before it
};

// Reads the inputs one after the other and numbers their pages. Pages of finished runs are read
// again, to see whether the input is still the same, and go no further.
class ReadStage {
 public:
  ReadStage(const PipelineInput& input, ResumePoint resume, ProgressBoard* board,
            BoundedQueue<RawPage>* pages);
  // Leaves the queue open if the input has changed: no page is missing, the build must start anew.
  Status Run();

  const Counters& counters() const { return counters_; }
  const std::vector<std::string>& messages() const { return messages_; }  // of the sources
  // The input does not begin with the pages of the finished runs.
  bool input_changed() const { return input_changed_; }
  // Hosts of the crawl and of the stores whose sites are written anew.
  HostSet& written() { return written_; }
  // Of the hosts that the crawl is to touch anyway (FeedRules), those that it has named.
  HostSet& named() { return named_; }

 private:
  Result<std::unique_ptr<Source>> OpenCrawl(std::size_t number, const std::string& name);
  Status SetAddress(const std::string& input, SourceOptions* options) const;
  void NoteLeftOut(const std::string& input, const Source& source);
  Status ReadInput(Source& source);
  Status ReadStores();
  bool Matters(const RawPage& record) const;
  void TakeSpelling(RawPage* record);
  void NoteHost(const RawPage& record);
  Status LookAt(const RawPage& record);
  void CheckResumed(const RawPage& page);

  const PipelineInput& input_;
  const ResumePoint resume_;
  ProgressBoard* board_;
  BoundedQueue<RawPage>* pages_;
  std::uint64_t next_sequence_ = 0;
  Hash128 chain_;  // of the pages read so far
  HostSet named_;
  Counters counters_;            // of the inputs read so far
  std::uint64_t spellings_ = 0;  // revisits that TakeSpelling has changed
  std::vector<std::string> messages_;
  bool input_changed_ = false;
  bool of_crawl_ = true;  // what is being read
  CrawlSays crawl_;
  HostSet written_;
};

// ---- digest

// Turns pages into their digested form and remembers nothing. There are P of these stages on P
// threads, between the same two queues.
class DigestStage {
 public:
  DigestStage(const DigestOptions& options, BoundedQueue<RawPage>* pages,
              OrderedQueue<Digested>* digested)
      : options_(options), pages_(pages), digested_(digested) {}
  Status Run();

  const DigestTimes& times() const { return times_; }

 private:
  const DigestOptions& options_;
  BoundedQueue<RawPage>* pages_;
  OrderedQueue<Digested>* digested_;
  DigestTimes times_;
};

// ---- fold

// Gives pages their numbers, fills the run table with them and freezes it when it is full.
class FoldStage {
 public:
  struct Out {
    BoundedQueue<ToJudge>* judge;
    BoundedQueue<FrozenRun>* spill;
    RunGate* gate;
    bool overlap;  // the next run fills while this one is judged and written
  };
  // `before`: the counters of the pages in finished runs.
  // `learn_pages`: as PageOrderMaker::Finish takes it.
  FoldStage(RunTable table, const GoneRules& rules, std::uint32_t learn_pages,
            const Counters& before, ProgressBoard* board, OrderedQueue<Digested>* digested,
            Out out);
  // A page of a finished run. To be called for all of them, in order, before Run.
  void Restore(const RunDocRecord& record);
  // A record of a finished run that is no page.
  void Restore(const CrawlEvent& event) { places_.AddEvent(event); }
  Status Run();

  // Of all pages, restored ones too, after the last page.
  Counters counters() const;
  PageOrder& order() { return order_; }

 private:
  Arrival AddToRun(const Digested& digested);
  void AddEvent(const Page& record);
  void Count(const Page& record);
  [[nodiscard]] bool HandOver();

  ProgressBoard* board_;
  OrderedQueue<Digested>* digested_;
  const Out out_;
  const GoneRules rules_;
  const std::uint32_t learn_pages_;
  Catalog catalog_;
  PageOrderMaker places_;
  PageOrder order_;
  RunTable table_;
  LedgerRun entry_;  // of the run that fills
};

// ---- judge

// Owns the detector's thread: the detector sees pages and runs here and nowhere else. When the
// input has ended the sites are judged, by the logs in the runs.
class JudgeStage {
 public:
  struct Io {
    BoundedQueue<ToJudge>* pages;
    BoundedQueue<JudgedRun>* judged;
    RunGate* gate;         // empty when all runs are on disk
    const Ledger* ledger;  // read when the gate is empty
    bool resumed;          // the ledger had runs when the build began
  };
  // `learn_host`: the site whose model is written, in place of judging any site; or empty.
  JudgeStage(SiteJudge& detector, std::string work, ProgressBoard* board, Io io,
             std::string learn_host)
      : detector_(detector),
        work_(std::move(work)),
        learn_host_(std::move(learn_host)),
        board_(board),
        io_(io) {}
  Status Run();

  std::vector<PackedStrikes>& late() { return late_; }
  std::string& model() { return model_; }
  std::vector<std::string> messages() const { return detector_.messages(); }
  std::map<SiteId, std::uint32_t> sampled() const { return detector_.sampled(); }
  DetectorMemory memory() const { return memory_.Sum(); }
  // CPU time for taking pages from the queue and freeing them, which is no part of judging.
  double free_seconds() const { return free_seconds_; }

 private:
  bool Next(std::optional<ToJudge>* item);
  JudgedRun JudgeRun(const thresh::Run& run);
  Status JudgeSites(const PageOrder& order);
  void AddLate(SiteId site, Strikes strikes);

  SiteJudge& detector_;
  const std::string work_, learn_host_;
  ProgressBoard* board_;
  const Io io_;
  std::size_t runs_ = 0;  // that were judged here
  MemoryWatch memory_;
  std::vector<PackedStrikes> late_;
  std::string model_;
  double free_seconds_ = 0;
};

// ---- spill

// Writes each run to a file while the judge works on it, then what the judge says and logs, and
// adds it to the ledger: from then on a crash does not lose the run.
class SpillStage {
 public:
  struct In {
    BoundedQueue<FrozenRun>* runs;
    BoundedQueue<JudgedRun>* judged;
    RunGate* gate;
    bool overlap;  // false: a run is judged first and then written
    StopFlag stop;
  };
  SpillStage(std::string work, Ledger* ledger, ProgressBoard* board, In in)
      : work_(std::move(work)), ledger_(ledger), board_(board), in_(in) {}
  Status Run();

 private:
  std::string RunNumber() const;

  const std::string work_;
  Ledger* ledger_;
  ProgressBoard* board_;
  const In in_;
  std::unique_ptr<thresh::Run> run_;  // the run that is being written
};

}  // namespace thresh
