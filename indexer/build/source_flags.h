// The flags that say how inputs are read: the same for every command that reads a crawl.
#pragma once

#include <string>
#include <vector>

#include "common/cli/options.h"
#include "indexer/sources/source.h"

namespace thresh {

// --format, --base-url, --include, --exclude. `source` must outlive Parse.
void DeclareSource(Options& options, SourceOptions* source);

// The same flags with these values, for a command line.
std::vector<std::string> SourceFlags(const SourceOptions& source);

}  // namespace thresh
