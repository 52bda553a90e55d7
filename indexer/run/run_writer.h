// RunWriter: a judged run → one table file under work/, fsynced, ready to be named in the ledger.
#pragma once

#include <string>

#include "common/status.h"
#include "indexer/run/ledger.h"
#include "indexer/run/run.h"
#include "indexer/run/strikes.h"

namespace thresh {

// Writes `file` and returns its size and hash. A full disk shows only at the end; nothing is half-trusted.
Result<FileEntry> WriteRun(const Run& run, const Strikes& strikes, const std::string& file);

}  // namespace thresh
