// GiveBackMemory: freed memory goes back to the system. The allocator keeps what was freed for
// later use, and each thread has an arena of its own; between two phases of a build the first one's
// memory would stay beside the second one's.
#pragma once

#include <cstdlib>  // defines __GLIBC__ where it is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace thresh {

inline void GiveBackMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace thresh
