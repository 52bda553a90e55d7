// ParseArena: the memory of one parsed page. gumbo asks it for every node, attribute and string; Reset()
// gives all of it back at once, so that a tree is never destroyed node by node.
//
// It is also the guard of the parse: over `memory_bytes`, or over `cpu_ms` of the thread's CPU time since
// Reset(), it leaves the parser by longjmp to exit().
//
// Thread rule: one owner, and the thread that calls Reset() is the one that allocates.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "indexer/page/digest.h"

namespace thresh {

class ParseArena {
 public:
  // What longjmp hands to setjmp.
  enum Exit : int { kOverMemory = 1, kOverTime = 2 };

  explicit ParseArena(const ParseLimits& limits) : limits_(limits) {}

  // Forgets everything; what was given out before is dead.
  void Reset();
  std::jmp_buf& exit() { return exit_; }
  // Bytes opened since Reset(): an upper bound of what was given out.
  std::size_t bytes() const { return bytes_; }

  // gumbo's two callbacks; `arena` is a ParseArena.
  static void* Allocate(void* arena, std::size_t bytes);
  static void Free(void* arena, void* at);

 private:
  struct Slab {
    std::unique_ptr<std::byte[]> data;
    std::size_t bytes = 0;
  };
  void OpenSlab(std::size_t bytes);
  void LookAtClock();

  const ParseLimits limits_;
  std::jmp_buf exit_;
  std::vector<Slab> slabs_;
  std::size_t open_slabs_ = 0;  // the first so many hold something
  std::byte* at_ = nullptr;     // free part of the last open slab
  std::byte* end_ = nullptr;
  std::byte* last_ = nullptr;  // what was given out last
  std::size_t bytes_ = 0;
  unsigned until_clock_ = 0;  // allocations until the next look
  std::int64_t deadline_ns_ = 0;
};

}  // namespace thresh
