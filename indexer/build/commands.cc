#include "indexer/build/commands.h"

#include <array>

namespace thresh {
namespace {

constexpr std::array<CommandInfo, 10> kCommands = {{
    {"build", "index a crawl into a store and remove its templates on the way",
     "thresh-index build --store docs.thresh --base-url https://example.org/ mirror/example.org\n"
     "thresh-index build --store docs.thresh --report docs.html crawl-*.warc.gz",
     MakeBuildCommand},
    {"update", "take a newer crawl into a store: pages come, change and go",
     "thresh-index update --store docs.thresh crawl-2024-06.warc.gz\n"
     "thresh-index update --store docs.thresh --complete example.org mirror/example.org",
     MakeUpdateCommand},
    {"delete", "delete pages or sites from a store",
     "thresh-index delete --store docs.thresh --url https://example.org/old.html\n"
     "thresh-index delete --store docs.thresh --site example.org",
     MakeDeleteCommand},
    {"compact", "join the segments of a store; with --rejudge judge all its sites again",
     "thresh-index compact --store docs.thresh", MakeCompactCommand},
    {"merge", "put the pages of several stores into one; of one URL the newer page counts",
     "thresh-index merge --store all.thresh part-1.thresh part-2.thresh", MakeMergeCommand},
    {"route", "copy the records of a crawl into shards, site by site, for tasks on many machines",
     "thresh-index route --count crawl-*.warc.gz > sizes.tsv\n"
     "thresh-index route --shards 64 --plan sizes.tsv --out shards crawl-*.warc.gz",
     MakeRouteCommand},
    {"learn", "learn the templates of a large site from a sample, for tasks that build parts of it",
     "thresh-index learn --site example.org --out example.model crawl-*.warc.gz\n"
     "thresh-index build --store part-1.thresh --model example.model crawl-1.warc.gz",
     MakeLearnCommand},
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
