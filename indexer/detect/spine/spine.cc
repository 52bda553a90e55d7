// BSC/WFC on style paths and text segments, with a content spine: docs/DESIGN.md says how it
// departs from Chen, Ye, Li (SAC 2006). Pages are logged as they come; names are cleaned with the
// site's final frequencies, so all verdicts are given when the input has ended, and neither the
// order of pages nor the cuts of runs can show.
#include <algorithm>
#include <map>
#include <tuple>

#include "common/base/coder.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/verdicts.h"

namespace thresh {
namespace {

class Spine final : public Detector {
 public:
  explicit Spine(const SpineParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, const Arrival& arrival) override {
    LogOf(page.site).Append(page, arrival.doc);
  }
  Strikes EndOfRun() override { return {}; }
  Strikes Conclude() override;
  std::size_t bytes() const override;
  std::string SaveState() const override;
  [[nodiscard]] bool RestoreState(std::string_view state) override;

 private:
  spine::SiteLog& LogOf(const std::string& site);

  const SpineParameters parameters_;
  std::map<std::string, std::uint32_t> numbers_;  // of sites: SiteId, in order of first appearance
  std::vector<spine::SiteLog> logs_;              // by SiteId
};

spine::SiteLog& Spine::LogOf(const std::string& site) {
  const auto [at, is_new] = numbers_.try_emplace(site, static_cast<std::uint32_t>(logs_.size()));
  if (is_new) logs_.emplace_back();
  return logs_[at->second];
}

Strikes Spine::Conclude() {
  Strikes all;
  for (std::uint32_t site = 0; site < logs_.size(); ++site) {
    spine::JudgeSite(logs_[site], SiteId(site), parameters_, &all);
    logs_[site] = spine::SiteLog();
  }
  const auto before = [](const Strike& a, const Strike& b) {
    return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
  };
  // Sites may alternate in the input.
  if (logs_.size() > 1) std::sort(all.strikes.begin(), all.strikes.end(), before);
  return all;
}

std::size_t Spine::bytes() const {
  std::size_t bytes = sizeof(*this);
  for (const auto& [site, number] : numbers_)
    bytes += sizeof(std::string) + site.size() + 64 + logs_[number].bytes();
  return bytes;
}

std::string Spine::SaveState() const {
  std::vector<const std::string*> sites(logs_.size());
  for (const auto& [site, number] : numbers_) sites[number] = &site;
  std::string state;
  state.reserve(bytes());  // more than enough
  RecordWriter out(&state);
  out.Number(logs_.size());
  for (std::size_t s = 0; s < logs_.size(); ++s) {
    out.String(*sites[s]);
    logs_[s].Save(&out);
  }
  return state;
}

bool Spine::RestoreState(std::string_view state) {
  numbers_.clear();
  logs_.clear();
  return Decoded(state, [&](RecordReader& in) {
    std::uint32_t count = 0;
    in.Number(count);
    for (std::uint32_t s = 0; s < count && in.ok(); ++s) {
      std::string site;
      in.String(site);
      if (!numbers_.emplace(site, s).second) in.Fail();
      logs_.emplace_back().Restore(&in);
    }
  });
}

}  // namespace

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config) {
  return std::make_unique<Spine>(ReadSpineParameters(config));
}

}  // namespace thresh
