// RunLogs: what a detector logged of each site, read back from all runs of a build, site by site.
// The judge stage makes one when the runs are on disk. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "indexer/run/run_reader.h"

namespace thresh {

class RunLogs {
 public:
  static Result<RunLogs> Open(const std::vector<std::string>& files);

  // No site is left behind those that were taken.
  bool done() const;
  // The parts of the site's log, in the order of the runs; empty if it has none. Called for every
  // site, ascending.
  Result<std::vector<std::string>> Take(SiteId site);

 private:
  std::vector<std::unique_ptr<RunFile>> files_;
  std::vector<std::unique_ptr<RunFile::Rows>> rows_;
};

}  // namespace thresh
