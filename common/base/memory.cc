#include "common/base/memory.h"

#include <fstream>
#include <string>

namespace thresh {

// getrusage would count the process that started this one, too: what fork copies counts until exec.
std::uint64_t PeakMemoryBytes() {
  std::ifstream status("/proc/self/status");
  std::uint64_t kib = 0;
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") return status >> kib ? kib * 1024 : 0;
  }
  return 0;
}

}  // namespace thresh
