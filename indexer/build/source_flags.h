// The flags that say how inputs are read. Every command that reads a crawl has the same ones, and
// `compare` passes them on to the builds that it starts.
#pragma once

#include <string>
#include <vector>

#include "common/cli/options.h"
#include "indexer/sources/source.h"

namespace thresh {

// Declares --format, --base-url, --include and --exclude. `source` must outlive Options::Parse.
void DeclareSource(Options& options, SourceOptions* source);

// kUsage if a value makes no sense.
Status CheckSource(const SourceOptions& source);

// The same flags with the values of `source`, as words of a command line.
std::vector<std::string> SourceFlags(const SourceOptions& source);

}  // namespace thresh
