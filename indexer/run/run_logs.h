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

  // Reads the next part of the site's log, in the order of the runs. Returns false if none is left.
  // Called for every site, ascending, until it has none left.
  Result<bool> Next(SiteId site, std::string* part);
  // Goes back to the first part of the site.
  void Rewind(SiteId site);

 private:
  std::vector<std::unique_ptr<RunFile>> files_;
  std::vector<std::unique_ptr<RunFile::Rows>> rows_;
};

}  // namespace thresh
