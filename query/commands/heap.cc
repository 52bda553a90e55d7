#include "query/commands/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace thresh {

void TakeHeapAtOnce() {
  constexpr int kHeapBytes = 8 << 20;
  constexpr std::uintptr_t kLargePage = 2 << 20;
  mallopt(M_TOP_PAD, kHeapBytes);
  mallopt(M_TRIM_THRESHOLD, 8 * kHeapBytes);
  mallopt(M_MMAP_THRESHOLD, 2 * kHeapBytes);
  // More than malloc has left: now the heap grows, unless malloc is another one.
  void* const block = std::malloc(std::size_t{kHeapBytes} / 8);
  const auto begin =
      (reinterpret_cast<std::uintptr_t>(block) + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / kLargePage * kLargePage;
  // A hint: without it, or with a kernel that has no such pages, all works as before.
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(block);
}

}  // namespace thresh
