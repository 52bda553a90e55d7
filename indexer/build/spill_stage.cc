#include <optional>
#include <utility>

#include "indexer/build/stages.h"
#include "indexer/run/run_writer.h"

namespace thresh {

Status SpillStage::Run() {
  while (std::optional<FrozenRun> frozen = in_.runs->Pop()) {
    // After an abort the run stays in run_ until the pipeline ends: the judge may still read it.
    run_ = std::move(frozen->run);
    std::optional<JudgedRun> judged;
    if (!in_.overlap && !(judged = in_.judged->Pop())) return {};
    RunWriter writer(work_ + "/run-" + RunNumber() + ".sst");
    THRESH_RETURN_IF_ERROR(writer.Put(*run_));
    if (!judged && !(judged = in_.judged->Pop())) return {};
    // Strikes come last in the file, so everything else is written while the judge works.
    THRESH_ASSIGN_OR_RETURN(frozen->entry.file, writer.Finish(judged->strikes));
    THRESH_RETURN_IF_ERROR(AddToLedger(std::move(frozen->entry), judged->detector_state));
    run_.reset();
    ++board_->runs;
    in_.gate->Leave();
  }
  return {};
}

// Six digits, so that the names of run files sort in the order of the runs.
std::string SpillStage::RunNumber() const {
  return std::to_string(1000000 + ledger_->runs.size() + 1).substr(1);
}

// The ledger comes last: it may name only files that are fsynced. A crash before Save leaves files
// that no ledger names, and the run is built again.
Status SpillStage::AddToLedger(LedgerRun entry, const std::string& detector_state) {
  if (!detector_state.empty()) {
    THRESH_ASSIGN_OR_RETURN(entry.state,
                            WriteWorkFile(work_, "detector-" + RunNumber(), detector_state));
  }
  ledger_->runs.push_back(std::move(entry));
  return ledger_->Save(work_);
}

}  // namespace thresh
