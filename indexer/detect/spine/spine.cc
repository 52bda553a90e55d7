// The default detector: BSC/WFC on style paths and text segments, with a content spine. It departs
// from Chen, Ye and Li (SAC 2006) as docs/DECISIONS.md says, in the words that the README of this
// room defines.
//
// Pages are logged as they come. Names are cleaned with the site's final counts, so a site is
// judged when the input has ended (judge.cc), and all strikes come from Conclude. Neither the
// order of pages nor the cuts of runs can show.
#include <algorithm>
#include <tuple>
#include <vector>

#include "common/base/coder.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/spine/judge.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/parameters.h"

namespace thresh {
namespace {

class Spine final : public Detector {
 public:
  explicit Spine(const SpineParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return {}; }
  Strikes Conclude() override;
  std::size_t bytes() const override;
  std::string SaveState() const override;
  [[nodiscard]] bool RestoreState(std::string_view state) override;

 private:
  const SpineParameters parameters_;
  std::vector<spine::SiteLog> logs_;  // by SiteId
};

void Spine::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate()) return;
  if (arrival.site.value >= logs_.size()) logs_.resize(arrival.site.value + 1);
  logs_[arrival.site.value].Append(page, arrival.doc);
}

Strikes Spine::Conclude() {
  Strikes all;
  for (std::uint32_t site = 0; site < logs_.size(); ++site) {
    spine::JudgeSite(logs_[site], SiteId(site), parameters_, &all);
    logs_[site] = spine::SiteLog();  // a judged site needs no memory beside those that follow
  }
  const auto before = [](const Strike& a, const Strike& b) {
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  };
  // The strikes of one site are in order already, and most inputs are one site. Pages of several
  // sites may alternate.
  if (logs_.size() > 1) std::sort(all.strikes.begin(), all.strikes.end(), before);
  return all;
}

std::size_t Spine::bytes() const {
  std::size_t bytes = sizeof(*this);
  for (const spine::SiteLog& log : logs_) bytes += log.bytes();
  return bytes;
}

std::string Spine::SaveState() const {
  std::string state;
  state.reserve(bytes());  // more than enough, and cheaper than to grow
  RecordWriter out(&state);
  out.List(logs_, [&](const spine::SiteLog& log) { log.Save(&out); });
  return state;
}

bool Spine::RestoreState(std::string_view state) {
  logs_.clear();
  return Decoded(state, [&](RecordReader& in) {
    in.List(logs_, [&](spine::SiteLog& log) { log.Restore(&in); });
  });
}

}  // namespace

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config) {
  return std::make_unique<Spine>(ReadSpineParameters(config));
}

}  // namespace thresh
