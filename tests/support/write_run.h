// A run and its strikes in one go.
#pragma once

#include <string>

#include "indexer/run/run_writer.h"

namespace thresh {

inline Result<FileEntry> WriteRun(const Run& run, const Strikes& strikes, const std::string& file) {
  RunWriter writer(file);
  THRESH_RETURN_IF_ERROR(writer.Put(run));
  return writer.Finish(strikes);
}

}  // namespace thresh
