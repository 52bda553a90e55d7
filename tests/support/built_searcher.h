// A store built from a folder of pages and opened for search.
#pragma once

#include <atomic>
#include <memory>

#include "indexer/build/build.h"
#include "query/retrieve/searcher.h"

namespace thresh {

inline Result<std::unique_ptr<Searcher>> BuildAndOpen(const BuildOptions& options) {
  const std::atomic<bool> stop{false};
  THRESH_RETURN_IF_ERROR(Build(options, stop, {}).status());
  return Searcher::Open(options.store);
}

}  // namespace thresh
