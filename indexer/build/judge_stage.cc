#include <optional>
#include <utility>

#include "indexer/build/stages.h"
#include "indexer/page/thread_clock.h"

namespace thresh {

bool JudgeStage::RestoreDetector(std::string_view state) { return detector_.RestoreState(state); }

Status JudgeStage::Run() {
  for (std::optional<PageOrRun> item; Next(&item);) {
    if (item->run == nullptr) {
      detector_.Observe(item->page, item->arrival);
      memory_.AfterPage(detector_);
    } else if (!judged_->Push(JudgeRun(*item->run), 1)) {
      return {};
    }
  }
  // An abort is not the end of the input, so the detector must not conclude from it.
  if (pages_->aborted()) return {};
  late_ = detector_.Conclude();
  memory_.Look(detector_);
  return {};
}

// Frees the last item and takes the next one. Pages of all detectors are freed here, so this time
// is measured apart: the times of detectors are compared.
bool JudgeStage::Next(std::optional<PageOrRun>* item) {
  const std::int64_t begin_ns = ThreadCpuNs();
  item->reset();
  *item = pages_->Pop();
  free_seconds_ += static_cast<double>(ThreadCpuNs() - begin_ns) * 1e-9;
  return item->has_value();
}

JudgedRun JudgeStage::JudgeRun(const thresh::Run& run) {
  if (reads_runs_) detector_.ReadRun(run);
  JudgedRun judged;
  judged.strikes = detector_.EndOfRun();
  // The state after EndOfRun: a resumed build goes on with the first page of the next run.
  judged.detector_state = detector_.SaveState();
  memory_.Look(detector_);
  board_->template_blocks += judged.strikes.strikes.size();
  return judged;
}

}  // namespace thresh
