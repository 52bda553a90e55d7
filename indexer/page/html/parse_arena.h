// ParseArena: the memory of one parsed page. gumbo asks it for every node, attribute and string;
// Reset() takes all of it back at once, so no tree is destroyed node by node. An HtmlParser owns
// it.
//
// The arena is also where a parse ends early. Over `budget_bytes`, or when a signal handler calls
// Interrupt(), it leaves the parser by siglongjmp to exit(). html.cc says why that is safe.
//
// Not thread-safe. Interrupt() must run on the owner's thread.
#pragma once

#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <memory>
#include <vector>

namespace thresh {

class ParseArena {
 public:
  // The value that siglongjmp gives to sigsetjmp.
  enum Exit : int { kOverMemory = 1, kOverTime = 2 };

  explicit ParseArena(std::size_t budget_bytes) : budget_bytes_(budget_bytes) {}

  // Takes back all memory that was given out. Most of it goes back to the system.
  void Reset();
  sigjmp_buf& exit() { return exit_; }
  // True from sigsetjmp(exit()) until its frame returns: only then may siglongjmp go there.
  void Arm(bool armed) { armed_ = armed ? 1 : 0; }
  void Interrupt();
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
  void MakeSlab(std::size_t bytes);

  const std::size_t budget_bytes_;
  sigjmp_buf exit_;
  std::vector<Slab> slabs_;
  std::size_t open_slabs_ = 0;  // slabs_[0, open_slabs_) are in use
  std::byte* at_ = nullptr;     // free part of the last open slab
  std::byte* end_ = nullptr;
  std::byte* last_ = nullptr;  // what was given out last
  std::size_t bytes_ = 0;
  // Read and written by the signal handler, too.
  volatile std::sig_atomic_t armed_ = 0;
  volatile std::sig_atomic_t in_system_ = 0;  // inside malloc, which may hold a lock
  volatile std::sig_atomic_t expired_ = 0;    // the signal came while in_system_ was set
};

}  // namespace thresh
