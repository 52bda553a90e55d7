#include "indexer/build/commands.h"

int main(int argc, char** argv) {
  return thresh::RunProgram(
      {"thresh-index", "a site crawl in, a searchable store out, templates removed on the way",
       thresh::IndexCommands()},
      argc, argv);
}
