// What keeps the memory of a process near to what it uses. GiveBackMemory: freed memory goes back
// to the system. The allocator keeps what was freed for later use, and each thread has an arena of
// its own; between two phases of a build the first one's memory would stay beside the second one's.
#pragma once

#include <cstdint>
#include <cstdlib>  // defines __GLIBC__ where it is glibc
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace thresh {

inline void GiveBackMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// Large blocks go back to the system as soon as they are freed. The allocator would learn from the
// first ones that large blocks are short-lived, keep them in its arenas, and leave holes there that
// made a third of the memory of a build. What small ones leave at the end of the heap stays: to ask
// for it again and again is a tenth of the time of a build of 1,000 pages. To be called once,
// before any thread starts.
inline void ReturnLargeBlocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TOP_PAD, kLarge);
  mallopt(M_TRIM_THRESHOLD, 16 * kLarge);
#endif
}

// Threads share `arenas` heaps, so that one thread can use what another one has freed. To be called
// before any other thread starts.
inline void ShareArenas(unsigned arenas) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, static_cast<int>(arenas));
#else
  static_cast<void>(arenas);
#endif
}

// The most memory that the process had at once (VmHWM of Linux). 0 if the system does not tell.
std::uint64_t PeakMemoryBytes();

// Ends as `new` does where a function of C had no memory for its result.
inline void OutOfMemoryIf(bool none) {
  if (none) throw std::bad_alloc();
}

}  // namespace thresh
