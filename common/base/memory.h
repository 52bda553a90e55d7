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
// made a third of the memory of a build. To be called once, before any thread starts.
inline void ReturnLargeBlocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

// The most memory that the process had at once (VmHWM of Linux). 0 if the system does not tell.
std::uint64_t PeakMemoryBytes();

// Ends as `new` does where a function of C had no memory for its result.
inline void OutOfMemoryIf(bool none) {
  if (none) throw std::bad_alloc();
}

}  // namespace thresh
