#include "indexer/detect/methods.h"

namespace thresh {
namespace {

class None final : public Detector {
 public:
  void Observe(const Page&, const Arrival&) override {}
  Strikes EndOfRun() override { return {}; }
  Strikes Conclude() override { return {}; }
  std::size_t bytes() const override { return sizeof(*this); }
};

class NoneJudge final : public SiteJudge {
 public:
  void Observe(const Page&, const Arrival&) override {}
  std::size_t bytes() const override { return sizeof(*this); }
};

}  // namespace

std::unique_ptr<Detector> MakeNone(const DetectorConfig&) { return std::make_unique<None>(); }
std::unique_ptr<SiteJudge> MakeNoneJudge(const DetectorConfig&, std::size_t) {
  return std::make_unique<NoneJudge>();
}

}  // namespace thresh
