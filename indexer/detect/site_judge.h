// SiteJudge: the detector of a build. Pages are logged as they stream in, the logs go into the run
// files, and each site is judged by its log when the input has ended. So a build needs the memory
// of the run that fills and of the largest site, and a build that was interrupted finds all that
// the detector knew in its runs.
//
// The owner calls, in input order: Observe for every page of a run, EndOfRun, TakeLog, and so on
// for every run; then Judge for every site, ascending, and Conclude. Not thread-safe. The judge
// stage of a build owns one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/base/stop.h"
#include "indexer/detect/detector.h"
#include "indexer/page_order.h"

namespace thresh {

// Reads the next part of a site's log. Returns false behind the last one. Without a string it goes
// back to the first part, and returns true.
using NextPart = std::function<Result<bool>(std::string* part)>;

// Takes strikes on a site, as often as it is called; each block once in all of them.
using TakeStrikes = std::function<void(Strikes)>;

class SiteJudge {
 public:
  virtual ~SiteJudge() = default;
  virtual void Observe(const Page& page, const Arrival& arrival) = 0;

  // The run is full or the input has ended. Strikes that are certain by now: a method that counts
  // each run by itself says all of them here. `run` is valid during the call.
  virtual Strikes EndOfRun(const Run&) { return {}; }
  // Whether EndOfRun looks at the blocks of the run.
  virtual bool reads_runs() const { return false; }
  // The log of the pages since the last call, by site, ascending; of one site in any number of
  // parts.
  virtual std::vector<LogPart> TakeLog() { return {}; }
  // True: the log of the run that was taken last stays in memory until the next page comes, and
  // Judge is not given its parts. A build of one run reads no log back.
  virtual bool keeps_last_run() const { return false; }

  // Gives the strikes on the site to the last argument. `next` gives its log, in the order of the
  // runs. The evidence is what `order` says: pages may be superseded, and the first copy of several
  // need not be the one that came first. kUnusable if a part is damaged.
  virtual Status Judge(SiteId, const NextPart&, const PageOrder&, const TakeStrikes&) { return {}; }
  // For methods whose row says `learns`. A site that the order says is learnt, or that has a model,
  // is judged by a sample of its pages: Judge applies to every page what was learnt from those.
  //
  // Writes the model of a site: the log of its sample, or of all its evidence if it is not learnt.
  // REQUIRES: as for Judge, which is not called.
  virtual Status Learn(SiteId, const NextPart&, const PageOrder&, std::string*) { return {}; }
  // The site with this host is judged by this model. kUnusable if the model is damaged. To be
  // called before the first page.
  virtual Status TakeModel(const std::string& /*host*/, std::string_view /*model*/) { return {}; }

  // All sites were judged. Returns the strikes that are left.
  virtual Strikes Conclude() { return {}; }

  // Sites that were too large to be judged at once (JudgeRoom::judge_bytes), with the pages of the
  // samples, and what a person is to know of it. After Conclude.
  virtual std::map<SiteId, std::uint32_t> sampled() const { return {}; }
  virtual std::vector<std::string> messages() const { return {}; }

  virtual std::size_t bytes() const = 0;  // asked every few pages

  // Judge and Learn return kInterrupted soon after `stop` was set. To be called before the first
  // page; the flag must live as long.
  void StopAt(StopFlag stop) { stop_ = stop; }

 protected:
  StopFlag stop() const { return stop_; }

 private:
  StopFlag stop_ = nullptr;
};

struct JudgeRoom {
  // What the build may use. A judge takes a part of it for what only saves time.
  std::size_t memory_bytes = std::size_t{2} << 30;
  // What judging a site at once may take; 0: anything. A site that needs more is judged in groups
  // of its pages (site_rows.h). It decides what the store holds, so it is a setting of the store.
  std::size_t judge_bytes = 0;
  // Where what is too much for memory may wait; empty: nothing may.
  std::string folder = {};
};

// The judge_bytes of a new store: three quarters of what --memory leaves beside the rest of the
// process.
std::size_t JudgeShare(std::size_t memory_bytes);

std::unique_ptr<SiteJudge> MakeSiteJudge(const DetectorInfo& info, const DetectorConfig& config,
                                         JudgeRoom room = {});

}  // namespace thresh
