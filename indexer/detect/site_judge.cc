#include "indexer/detect/site_judge.h"

#include <algorithm>
#include <utility>

#include "indexer/detect/replay.h"

namespace thresh {
namespace {

// A method that counts in each run by itself, as the paper does it. It logs nothing.
class RunJudge final : public SiteJudge {
 public:
  explicit RunJudge(std::unique_ptr<Detector> detector) : detector_(std::move(detector)) {}
  void Observe(const Page& page, const Arrival& arrival) override {
    detector_->Observe(page, arrival);
  }
  Strikes EndOfRun(const Run& run) override {
    detector_->ReadRun(run);
    return detector_->EndOfRun();
  }
  bool reads_runs() const override { return true; }
  std::size_t bytes() const override { return detector_->bytes(); }

 private:
  const std::unique_ptr<Detector> detector_;
};

}  // namespace

std::size_t JudgeShare(std::size_t memory_bytes) {
  constexpr std::size_t kOther = std::size_t{64} << 20, kLeast = std::size_t{8} << 20;
  return std::max(kLeast, (memory_bytes - std::min(memory_bytes, kOther)) / 4 * 3);
}

std::unique_ptr<SiteJudge> MakeSiteJudge(const DetectorInfo& info, const DetectorConfig& config,
                                         JudgeRoom room) {
  if (info.judge != nullptr) return info.judge(config, room.memory_bytes);
  if (info.CountsRuns(config)) return std::make_unique<RunJudge>(info.make(config));
  return MakeReplay(info, config, std::move(room));
}

}  // namespace thresh
