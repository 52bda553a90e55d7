#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "indexer/build/stages.h"
#include "indexer/page/thread_clock.h"
#include "indexer/run/run_logs.h"

namespace thresh {

Status JudgeStage::Run() {
  for (std::optional<PageOrRun> item; Next(&item);) {
    if (item->run == nullptr) {
      sites_ = std::max(sites_, item->arrival.site.value + 1);
      detector_.Observe(item->page, item->arrival);
      memory_.AfterPage(detector_);
    } else if (!io_.judged->Push(JudgeRun(*item->run), 1)) {
      return {};
    }
  }
  // An abort is not the end of the input, so nothing must be concluded from it.
  if (io_.pages->aborted()) return {};
  return JudgeSites();
}

// Frees the last item and takes the next one. Pages of all detectors are freed here, so this time
// is measured apart: the times of detectors are compared.
bool JudgeStage::Next(std::optional<PageOrRun>* item) {
  const std::int64_t begin_ns = ThreadCpuNs();
  item->reset();
  *item = io_.pages->Pop();
  free_seconds_ += static_cast<double>(ThreadCpuNs() - begin_ns) * 1e-9;
  return item->has_value();
}

JudgedRun JudgeStage::JudgeRun(const thresh::Run& run) {
  JudgedRun judged;
  judged.strikes = detector_.EndOfRun(run);
  judged.log = detector_.TakeLog();
  ++runs_;
  memory_.Look(detector_);
  board_->template_blocks += judged.strikes.strikes.size();
  return judged;
}

// A detector that keeps the log of the last run judges a build of one run at once, while the spill
// still writes. All other logs are read back from the runs.
Status JudgeStage::JudgeSites() {
  const bool keeps = detector_.keeps_last_run() && runs_ > 0;
  std::vector<std::string> files;
  if (!keeps || runs_ > 1 || io_.resumed) {
    if (!io_.gate->WaitUntilEmpty()) return {};
    for (const LedgerRun& run : io_.ledger->runs) files.push_back(work_ + "/" + run.file.path);
    if (keeps) files.pop_back();
  }
  THRESH_ASSIGN_OR_RETURN(RunLogs logs, RunLogs::Open(files));
  for (SiteId site; site.value < sites_ || !logs.done(); ++site.value) {
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> parts, logs.Take(site));
    THRESH_RETURN_IF_ERROR(detector_.Judge(site, parts, &late_));
    memory_.Look(detector_);
  }
  AppendStrikes(detector_.Conclude(), &late_);
  return {};
}

}  // namespace thresh
