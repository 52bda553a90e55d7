#include "indexer/build/commands.h"

#include <array>

namespace thresh {
namespace {

constexpr std::array<CommandInfo, 4> kCommands = {{
    {"build", "index a crawl into a store and remove its templates on the way",
     "thresh-index build --store docs.thresh --base-url https://example.org/ mirror/example.org\n"
     "thresh-index build --store docs.thresh --report docs.html crawl-*.warc.gz",
     MakeBuildCommand},
    {"compare", "run every detector on one crawl: accuracy, sizes and times in one table",
     "thresh-index compare --gold gold.jsonl --base-url https://example.org/ mirror/example.org",
     MakeCompareCommand},
    {"verify", "check every byte of a store against its checksums",
     "thresh-index verify --store docs.thresh", MakeVerifyCommand},
    {"detectors", "list the template detectors and their parameters",
     "thresh-index detectors --parameters", MakeDetectorsCommand},
}};

}  // namespace

std::span<const CommandInfo> IndexCommands() { return kCommands; }

}  // namespace thresh
