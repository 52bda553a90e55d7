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
    RunWriter writer(work_ + "/run-" + RunNumber() + ".sst", frozen->full);
    THRESH_RETURN_IF_ERROR(writer.Put(*run_, in_.stop));
    if (!judged && !(judged = in_.judged->Pop())) return {};
    // What the judge says comes last in the file, so everything else is written while it works.
    THRESH_ASSIGN_OR_RETURN(frozen->entry.file, writer.Finish(judged->strikes, judged->log));
    // The ledger comes last: it may name only files that are fsynced. A crash before Save leaves
    // files that no ledger names, and the run is built again.
    ledger_->runs.push_back(std::move(frozen->entry));
    THRESH_RETURN_IF_ERROR(ledger_->Save(work_));
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

}  // namespace thresh
