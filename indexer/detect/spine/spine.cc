// The default detector: BSC/WFC on style paths and text segments, with a content spine. It departs
// from Chen, Ye and Li (SAC 2006) as docs/DECISIONS.md says, in the words that the README of this
// room defines.
//
// Pages are logged as they come. Names are cleaned with the site's final counts, so a site is
// judged when the input has ended (judge.cc), and all strikes come from Conclude. Neither the
// order of pages nor the cuts of runs can show.
#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "common/base/memory.h"
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
  // Pages of several sites may alternate.
  SortStrikes(&all.strikes);
  return all;
}

std::size_t Spine::bytes() const {
  std::size_t bytes = sizeof(*this);
  for (const spine::SiteLog& log : logs_) bytes += log.bytes();
  return bytes;
}

// Judges sites by the logs of their runs. A page that repeats another one's words as it comes is
// logged apart, because the evidence may be this copy in the end.
class SpineJudge final : public SiteJudge {
 public:
  SpineJudge(const SpineParameters& parameters, std::size_t memory_bytes)
      : parameters_(parameters),
        decoded_bytes_(std::min(spine::kDecodedBytes, memory_bytes / 32)) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  std::vector<LogPart> TakeLog() override;
  bool keeps_last_run() const override { return true; }
  Status Judge(SiteId site, const NextPart& next, const PageOrder& order,
               Strikes* strikes) override;
  std::size_t bytes() const override;

 private:
  struct Logs {
    spine::SiteLog firsts, copies;
  };
  static Status Join(std::string_view part, const PageOrder& order, bool as_arrived,
                     spine::SiteLog* all);

  const SpineParameters parameters_;
  const std::size_t decoded_bytes_;
  std::vector<Logs> logs_;  // of the run that fills or was taken last, by SiteId
  bool taken_ = false;
};

void SpineJudge::Observe(const Page& page, const Arrival& arrival) {
  if (std::exchange(taken_, false)) logs_.clear();
  if (arrival.site.value >= logs_.size()) logs_.resize(arrival.site.value + 1);
  Logs& logs = logs_[arrival.site.value];
  (arrival.duplicate() ? logs.copies : logs.firsts).Append(page, arrival.doc);
}

std::vector<LogPart> SpineJudge::TakeLog() {
  std::vector<LogPart> parts;
  for (std::uint32_t site = 0; site < logs_.size(); ++site) {
    const Logs& logs = logs_[site];
    if (logs.firsts.pages() + logs.copies.pages() == 0) continue;
    LogPart& part = parts.emplace_back(LogPart{SiteId(site), {}});
    RecordWriter out(&part.bytes);
    logs.firsts.Save(&out);
    logs.copies.Save(&out);
  }
  taken_ = true;
  return parts;
}

// Adds what is evidence of a run.
Status SpineJudge::Join(std::string_view part, const PageOrder& order, bool as_arrived,
                        spine::SiteLog* all) {
  Logs logs;
  const bool whole = Decoded(part, [&](RecordReader& in) {
    logs.firsts.Restore(&in);
    logs.copies.Restore(&in);
  });
  const std::size_t arrived = order.arrived();
  if (!whole || logs.firsts.last_doc() >= arrived || logs.copies.last_doc() >= arrived)
    return Status(Code::kUnusable, "damaged log of a site");
  const auto evidence = [&](DocId doc) { return order.IsEvidence(doc); };
  all->Join(logs.firsts, evidence);
  if (!as_arrived) all->Join(logs.copies, evidence);
  return {};
}

// A site whose log is in memory, and is the evidence as it is, is judged at once.
Status SpineJudge::Judge(SiteId site, const NextPart& next, const PageOrder& order,
                         Strikes* strikes) {
  Logs last;
  if (site.value < logs_.size()) last = std::move(logs_[site.value]);
  const bool as_arrived = order.AsArrived(site);
  std::string part;
  THRESH_ASSIGN_OR_RETURN(bool more, next(&part));
  if (!more && as_arrived) {
    last.firsts.Close();
    spine::JudgeSite(last.firsts, site, parameters_, strikes, decoded_bytes_);
    return {};
  }
  spine::SiteLog all;
  while (more) {
    THRESH_RETURN_IF_ERROR(Join(part, order, as_arrived, &all));
    THRESH_ASSIGN_OR_RETURN(more, next(&part));
  }
  part = {};
  const auto evidence = [&](DocId doc) { return order.IsEvidence(doc); };
  all.Join(last.firsts, evidence);
  if (!as_arrived) all.Join(last.copies, evidence);
  last = {};  // judging needs the memory
  all.Close();
  all.CountPages();
  // What the logs of the runs took is scattered, and worth a call only where it was much.
  constexpr std::size_t kMuch = std::size_t{16} << 20;
  if (all.bytes() > kMuch) GiveBackMemory();
  spine::JudgeSite(all, site, parameters_, strikes, decoded_bytes_);
  return {};
}

std::size_t SpineJudge::bytes() const {
  std::size_t bytes = sizeof(*this);
  for (const Logs& logs : logs_) bytes += logs.firsts.bytes() + logs.copies.bytes();
  return bytes;
}

}  // namespace

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config) {
  return std::make_unique<Spine>(ReadSpineParameters(config));
}

std::unique_ptr<SiteJudge> MakeSpineJudge(const DetectorConfig& config, std::size_t memory_bytes) {
  return std::make_unique<SpineJudge>(ReadSpineParameters(config), memory_bytes);
}

}  // namespace thresh
