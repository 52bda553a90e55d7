#include "query/commands/commands.h"

int main(int argc, char** argv) {
  const thresh::Program program = {"thresh-query",
                                   "store in, ranked pages and reports out",
                                   thresh::QueryCommands(),
                                   "thresh-index",
                                   {"build", "update", "delete", "merge", "compact", "verify",
                                    "compare", "learn", "detectors", "route"}};
  return thresh::RunProgram(program, argc, argv);
}
