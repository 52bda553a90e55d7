// The default detector: BSC/WFC on style paths and text segments, with a content spine. It departs
// from Chen, Ye and Li (SAC 2006) as docs/DECISIONS.md says, in the words that the README of this
// room defines.
//
// Pages are logged as they come. Names are cleaned with the site's final counts, so a site is
// judged when the input has ended (judge.cc), and all strikes come from Conclude. Neither the
// order of pages nor the cuts of runs can show.
#include <algorithm>
#include <tuple>
#include <utility>
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

// Judges sites by the logs of their runs.
class SpineJudge final : public SiteJudge {
 public:
  explicit SpineJudge(const SpineParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  std::vector<LogPart> TakeLog() override;
  bool keeps_last_run() const override { return true; }
  Status Judge(SiteId site, std::span<const std::string> parts, Strikes* strikes) override;
  std::size_t bytes() const override;

 private:
  const SpineParameters parameters_;
  std::vector<spine::SiteLog> logs_;  // of the run that fills or was taken last, by SiteId
  bool taken_ = false;
};

void SpineJudge::Observe(const Page& page, const Arrival& arrival) {
  if (std::exchange(taken_, false)) logs_.clear();
  if (arrival.duplicate()) return;
  if (arrival.site.value >= logs_.size()) logs_.resize(arrival.site.value + 1);
  logs_[arrival.site.value].Append(page, arrival.doc);
}

std::vector<LogPart> SpineJudge::TakeLog() {
  // A run may consist of duplicates, whose pages cleared nothing.
  if (std::exchange(taken_, true)) logs_.clear();
  std::vector<LogPart> parts;
  for (std::uint32_t site = 0; site < logs_.size(); ++site) {
    if (logs_[site].pages() == 0) continue;
    LogPart& part = parts.emplace_back(LogPart{SiteId(site), {}});
    RecordWriter out(&part.bytes);
    logs_[site].Save(&out);
  }
  return parts;
}

Status SpineJudge::Judge(SiteId site, std::span<const std::string> parts, Strikes* strikes) {
  spine::SiteLog last, all;
  if (site.value < logs_.size()) last = std::move(logs_[site.value]);
  if (parts.empty()) {
    spine::JudgeSite(last, site, parameters_, strikes);
    return {};
  }
  for (const std::string& part : parts) {
    spine::SiteLog log;
    if (!Decoded(part, [&](RecordReader& in) { log.Restore(&in); }))
      return Status(Code::kUnusable, "damaged log of a site");
    all.Join(log);
  }
  all.Join(last);
  last = {};  // judging needs the memory
  all.CountPages();
  spine::JudgeSite(all, site, parameters_, strikes);
  return {};
}

std::size_t SpineJudge::bytes() const {
  std::size_t bytes = sizeof(*this);
  for (const spine::SiteLog& log : logs_) bytes += log.bytes();
  return bytes;
}

}  // namespace

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config) {
  return std::make_unique<Spine>(ReadSpineParameters(config));
}

std::unique_ptr<SiteJudge> MakeSpineJudge(const DetectorConfig& config) {
  return std::make_unique<SpineJudge>(ReadSpineParameters(config));
}

}  // namespace thresh
