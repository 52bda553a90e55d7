#include "common/base/memory.h"
#include "indexer/build/commands.h"

int main(int argc, char** argv) {
  thresh::ReturnLargeBlocks();
  return thresh::RunProgram(
      {"thresh-index",
       "indexes a site crawl into a searchable store and removes its templates on the way",
       thresh::IndexCommands(),
       "thresh-query",
       {"search", "serve", "export", "stats", "report", "dump", "explain", "mcp", "run", "eval"}},
      argc, argv);
}
