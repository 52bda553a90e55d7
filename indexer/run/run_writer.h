// RunWriter: writes a run into one table file under work/, synced and ready to be named in the
// ledger. The spill makes one for each run, on its thread. Everything but what the judge says may
// be put while the run is still being judged, which is why that comes last. Not thread-safe.
#pragma once

#include <span>
#include <string>

#include "common/base/status.h"
#include "common/base/stop.h"
#include "indexer/run/ledger.h"
#include "indexer/run/run.h"
#include "indexer/segment/table_writer.h"
#include "indexer/strikes.h"

namespace thresh {

class RunWriter {
 public:
  // `packed`: compressed, because the run is one of several, which wait on disk. One that is alone
  // is read at once, and what packing takes is a twentieth of a small build.
  explicit RunWriter(const std::string& file, bool packed = true);

  // kInterrupted soon after `stop` was set.
  Status Put(const Run& run, StopFlag stop = nullptr);
  // Called once, after Put. Returns size and hash of the file. A full disk may show only here, so
  // the file is worth nothing if this fails.
  Result<FileEntry> Finish(const Strikes& strikes, std::span<const LogPart> log = {});

 private:
  TableWriter table_;
};

}  // namespace thresh
