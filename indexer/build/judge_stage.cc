#include <optional>
#include <utility>

#include "common/base/memory.h"
#include "indexer/build/stages.h"
#include "indexer/page/thread_clock.h"
#include "indexer/run/run_logs.h"

namespace thresh {

Status JudgeStage::Run() {
  for (std::optional<ToJudge> item; Next(&item);) {
    if (item->order != nullptr) {
      THRESH_RETURN_IF_ERROR(JudgeSites(*item->order));
    } else if (item->run == nullptr) {
      detector_.Observe(item->page, item->arrival);
      memory_.AfterPage(detector_);
    } else if (!io_.judged->Push(JudgeRun(*item->run), 1)) {
      return {};
    }
  }
  return {};
}

// Frees the last item and takes the next one. Pages of all detectors are freed here, so this time
// is measured apart: the times of detectors are compared.
bool JudgeStage::Next(std::optional<ToJudge>* item) {
  const std::int64_t begin_ns = ThreadCpuNs();
  item->reset();
  *item = io_.pages->Pop();
  free_seconds_ += static_cast<double>(ThreadCpuNs() - begin_ns) * 1e-9;
  return item->has_value();
}

JudgedRun JudgeStage::JudgeRun(const thresh::Run& run) {
  JudgedRun judged;
  // A run may hold nothing but records that are no pages.
  if (run.docs().empty()) return judged;
  judged.strikes = detector_.EndOfRun(run);
  judged.log = detector_.TakeLog();
  ++runs_;
  memory_.Look(detector_);
  board_->template_blocks += judged.strikes.strikes.size();
  return judged;
}

// A detector that keeps the log of the last run judges a build of one run at once, while the spill
// still writes. All other logs are read back from the runs.
Status JudgeStage::JudgeSites(const PageOrder& order) {
  const bool keeps = detector_.keeps_last_run() && runs_ > 0;
  std::vector<std::string> files;
  if (!keeps || runs_ > 1 || io_.resumed) {
    if (!io_.gate->WaitUntilEmpty()) return {};
    // All runs were written and freed.
    GiveBackMemory();
    for (const LedgerRun& run : io_.ledger->runs) files.push_back(work_ + "/" + run.file.path);
    if (keeps) files.pop_back();
  }
  THRESH_ASSIGN_OR_RETURN(RunLogs logs, RunLogs::Open(files));
  for (SiteId site; site.value < order.sites() && !io_.pages->aborted(); ++site.value) {
    const TakeStrikes take = [&](Strikes strikes) { AddLate(site, std::move(strikes)); };
    const NextPart next = [&](std::string* part) -> Result<bool> {
      if (part != nullptr) return logs.Next(site, part);
      logs.Rewind(site);
      return true;
    };
    if (!learn_host_.empty()) {
      if (order.Host(site) != learn_host_) continue;
      logs.Rewind(site);  // the logs of the sites before it were not read
      THRESH_RETURN_IF_ERROR(detector_.Learn(site, next, order, &model_));
      continue;
    }
    THRESH_RETURN_IF_ERROR(detector_.Judge(site, next, order, take));
    memory_.Look(detector_);
  }
  if (!learn_host_.empty()) return {};
  for (auto& [site, strikes] : BySite(detector_.Conclude())) AddLate(site, std::move(strikes));
  return {};
}

// Packed, because those of all sites wait for the merge.
void JudgeStage::AddLate(SiteId site, Strikes strikes) {
  if (strikes.strikes.empty()) return;
  // A detector may have read the pages in another order than that of their arrival.
  SortStrikes(&strikes.strikes);
  board_->template_blocks += strikes.strikes.size();
  late_.push_back({site, EncodeStrikes(strikes)});
}

}  // namespace thresh
