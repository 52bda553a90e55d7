// The default detector: BSC/WFC on style paths and text segments, with a content spine. It departs
// from Chen, Ye and Li (SAC 2006) as docs/DECISIONS.md says, in the words that the README of this
// room defines.
//
// Pages are logged as they come. Names are cleaned with the site's final counts, so a site is
// judged when the input has ended (judge.cc), and all strikes come from Conclude. Neither the
// order of pages nor the cuts of runs can show.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/check.h"
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
    THRESH_CHECK(spine::JudgeSite(logs_[site], SiteId(site), parameters_, &all).ok());
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
        decoded_bytes_(std::min(spine::PassLimits().decoded_bytes, memory_bytes / 32)) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  std::vector<LogPart> TakeLog() override;
  bool keeps_last_run() const override { return true; }
  Status Judge(SiteId site, const NextPart& next, const PageOrder& order,
               const TakeStrikes& take) override;
  Status Learn(SiteId site, const NextPart& next, const PageOrder& order,
               std::string* model) override;
  Status TakeModel(const std::string& host, std::string_view model) override;
  std::size_t bytes() const override;

 private:
  using Wanted = std::function<bool(DocId)>;
  struct Logs {
    spine::SiteLog firsts, copies;
    std::size_t bytes() const { return firsts.bytes() + copies.bytes(); }
    void JoinTo(spine::SiteLog* all, const Wanted& wanted) const {
      all->Join(firsts, wanted);
      all->Join(copies, wanted);
    }
  };
  static Status Restore(std::string_view part, const PageOrder& order, Logs* logs);
  static Status Join(std::string_view part, const PageOrder& order, bool as_arrived,
                     spine::SiteLog* all);
  Status JudgeLog(const spine::SiteLog& log, SiteId site, const TakeStrikes& take) const {
    Strikes strikes;
    THRESH_RETURN_IF_ERROR(
        spine::JudgeSite(log, site, parameters_, &strikes, {decoded_bytes_, stop()}));
    take(std::move(strikes));
    return {};
  }
  Logs TakeLast(SiteId site) {
    auto last = logs_.extract(site);
    if (!last) return Logs();
    log_bytes_ -= last.mapped().bytes();
    return std::move(last.mapped());
  }
  Status Draw(SiteId site, const NextPart& next, const PageOrder& order, const Logs& last,
              spine::SiteLog* sample) const;
  Status Apply(const spine::SiteLog& model, SiteId site, const NextPart& next,
               const PageOrder& order, const Logs& last, const TakeStrikes& take) const;
  Status JudgeWhole(SiteId site, const NextPart& next, const PageOrder& order, Logs last,
                    const TakeStrikes& take) const;

  const SpineParameters parameters_;
  const std::size_t decoded_bytes_;
  // Of the run that fills or was taken last. A crawl may have far more sites than a run.
  std::map<SiteId, Logs> logs_;
  // Of all of them. To add them up for every page would take the square of the number of sites.
  std::size_t log_bytes_ = 0;
  bool taken_ = false;
  std::map<std::string, spine::SiteLog> models_;  // that were given, by host
};

void SpineJudge::Observe(const Page& page, const Arrival& arrival) {
  if (std::exchange(taken_, false)) {
    logs_.clear();
    log_bytes_ = 0;
  }
  const auto [at, added] = logs_.try_emplace(arrival.site);
  Logs& logs = at->second;
  if (!added) log_bytes_ -= logs.bytes();
  (arrival.duplicate() ? logs.copies : logs.firsts).Append(page, arrival.doc);
  log_bytes_ += logs.bytes();
}

std::vector<LogPart> SpineJudge::TakeLog() {
  std::vector<LogPart> parts;
  for (const auto& [site, logs] : logs_) {
    LogPart& part = parts.emplace_back(LogPart{site, {}});
    RecordWriter out(&part.bytes);
    logs.firsts.Save(&out);
    logs.copies.Save(&out);
  }
  taken_ = true;
  return parts;
}

Status SpineJudge::Restore(std::string_view part, const PageOrder& order, Logs* logs) {
  const bool whole = Decoded(part, [&](RecordReader& in) {
    logs->firsts.Restore(&in);
    logs->copies.Restore(&in);
  });
  const std::size_t arrived = order.arrived();
  if (!whole || logs->firsts.last_doc() >= arrived || logs->copies.last_doc() >= arrived)
    return Status(Code::kUnusable, "damaged log of a site");
  return {};
}

// Adds what is evidence of a run.
Status SpineJudge::Join(std::string_view part, const PageOrder& order, bool as_arrived,
                        spine::SiteLog* all) {
  Logs logs;
  THRESH_RETURN_IF_ERROR(Restore(part, order, &logs));
  const auto evidence = [&](DocId doc) { return order.IsEvidence(doc); };
  all->Join(logs.firsts, evidence);
  if (!as_arrived) all->Join(logs.copies, evidence);
  return {};
}

Status SpineJudge::Judge(SiteId site, const NextPart& next, const PageOrder& order,
                         const TakeStrikes& take) {
  Logs last = TakeLast(site);
  const auto given = models_.find(order.Host(site));
  if (given != models_.end()) return Apply(given->second, site, next, order, last, take);
  if (order.LearntFrom(site) == 0) return JudgeWhole(site, next, order, std::move(last), take);
  spine::SiteLog sample;
  THRESH_RETURN_IF_ERROR(Draw(site, next, order, last, &sample));
  sample.Close();
  THRESH_RETURN_IF_ERROR(next(nullptr).status());
  return Apply(sample, site, next, order, last, take);
}

// A site whose log is in memory, and is the evidence as it is, is judged at once.
Status SpineJudge::JudgeWhole(SiteId site, const NextPart& next, const PageOrder& order, Logs last,
                              const TakeStrikes& take) const {
  const bool as_arrived = order.AsArrived(site);
  std::string part;
  THRESH_ASSIGN_OR_RETURN(bool more, next(&part));
  if (!more && as_arrived) {
    last.firsts.Close();
    return JudgeLog(last.firsts, site, take);
  }
  spine::SiteLog all;
  while (more) {
    THRESH_RETURN_IF_ERROR(Going(stop()));
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
  return JudgeLog(all, site, take);
}

// The log of the pages that the site is learnt from.
Status SpineJudge::Draw(SiteId site, const NextPart& next, const PageOrder& order, const Logs& last,
                        spine::SiteLog* sample) const {
  const bool all = order.LearntFrom(site) == 0;
  const Wanted wanted = [&](DocId doc) {
    return all ? order.IsEvidence(doc) : order.IsSample(doc);
  };
  std::string part;
  for (;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, next(&part));
    if (!more) break;
    THRESH_RETURN_IF_ERROR(Going(stop()));
    Logs logs;
    THRESH_RETURN_IF_ERROR(Restore(part, order, &logs));
    logs.JoinTo(sample, wanted);
  }
  last.JoinTo(sample, wanted);
  return {};
}

// Goes over the pages of the site once more, as many at a time as the model has, so the memory is
// that of the model and a run. Pages of the sample are judged as all others: what a page loses
// depends on the model and on the page.
Status SpineJudge::Apply(const spine::SiteLog& model, SiteId site, const NextPart& next,
                         const PageOrder& order, const Logs& last, const TakeStrikes& take) const {
  const Wanted evidence = [&](DocId doc) { return order.IsEvidence(doc); };
  std::unique_ptr<spine::SiteLog> batch;
  const auto judge = [&] {
    batch->Close();
    batch->CountPages();
    GiveBackMemory();  // the logs that were joined are scattered
    const Status judged = JudgeLog(*batch, site, take);
    batch.reset();
    return judged;
  };
  const auto add = [&](const Logs& logs) {
    if (batch == nullptr) {
      batch = std::make_unique<spine::SiteLog>();
      batch->Join(model, [](DocId) { return true; });
    }
    batch->Apply(logs.firsts, evidence);
    batch->Apply(logs.copies, evidence);
    return batch->all_pages() >= 2 * batch->pages() ? judge() : Status();
  };
  std::string part;
  for (;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, next(&part));
    if (!more) break;
    Logs logs;
    THRESH_RETURN_IF_ERROR(Restore(part, order, &logs));
    THRESH_RETURN_IF_ERROR(add(logs));
  }
  THRESH_RETURN_IF_ERROR(add(last));
  return batch != nullptr ? judge() : Status();
}

Status SpineJudge::Learn(SiteId site, const NextPart& next, const PageOrder& order,
                         std::string* model) {
  spine::SiteLog sample;
  THRESH_RETURN_IF_ERROR(Draw(site, next, order, TakeLast(site), &sample));
  RecordWriter out(model);
  sample.Save(&out);
  return {};
}

Status SpineJudge::TakeModel(const std::string& host, std::string_view model) {
  const bool whole = Decoded(model, [&](RecordReader& in) { models_[host].Restore(&in); });
  return whole ? Status() : Status(Code::kUnusable, "damaged model of " + host);
}

std::size_t SpineJudge::bytes() const {
  std::size_t bytes = sizeof(*this) + log_bytes_;
  for (const auto& [host, model] : models_) bytes += model.bytes();
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
