// RunWriter: a run → one table file under work/, fsynced, ready to be named in the ledger.
// Everything but the strikes may be put while the run is still being judged.
#pragma once

#include <string>

#include "common/base/status.h"
#include "indexer/run/ledger.h"
#include "indexer/run/run.h"
#include "indexer/segment/table_writer.h"
#include "indexer/strikes.h"

namespace thresh {

class RunWriter {
 public:
  explicit RunWriter(const std::string& file);

  Status Put(const Run& run);
  // Size and hash of the file. A full disk shows only here; nothing is half-trusted.
  Result<FileEntry> Finish(const Strikes& strikes);

 private:
  TableWriter table_;
};

}  // namespace thresh
