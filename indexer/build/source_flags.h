// The flags that say how inputs are read. Every command that reads a crawl has the same ones, and
// `compare` passes them on to the builds that it starts.
#pragma once

#include <string>
#include <vector>

#include "common/cli/options.h"
#include "common/store/manifest.h"
#include "indexer/build/pipeline.h"
#include "indexer/sources/source.h"

namespace thresh {

// What a command does with a store, for the help: a build keeps what it was told about folders, and
// an update takes it from there (KnownFolders).
enum class SourceFor { kBuild, kUpdate, kOther };
// Declares --format, --base-url, --include and --exclude. `source` must outlive Options::Parse.
void DeclareSource(Options& options, SourceOptions* source, SourceFor command = SourceFor::kOther);

// kUsage if a value makes no sense.
Status CheckSource(const SourceOptions& source);

// The same flags with the values of `source`, as words of a command line.
std::vector<std::string> SourceFlags(const SourceOptions& source);

// The names of the inputs that are folders or pages in folders.
std::vector<std::string> NamesOfFolders(const std::vector<std::string>& inputs);

// What a build keeps of folders in its manifest, and what an update finds there. The flags of an
// update are not kept: they are of its crawl.
void KeepFolders(const KnownFolders& known, std::vector<Setting>* config);
KnownFolders FoldersOf(const Manifest& manifest);

}  // namespace thresh
