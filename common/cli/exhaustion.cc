#include "common/cli/exhaustion.h"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "common/base/status.h"

namespace thresh {
namespace {

// A terminate handler can reach only globals. Written once, before any thread starts.
std::string_view g_program;

// Takes no memory. Threads often fail together: the first one ends the process, the others wait.
[[noreturn]] void End(std::string_view what) {
  static std::atomic_flag ended;
  while (ended.test_and_set()) ::pause();
  // Only the indexer has that option.
  constexpr std::string_view kMore = "; run it again with more memory";
  const std::string_view end =
      g_program.ends_with("index") ? ", or with a smaller --memory\n" : "\n";
  constexpr std::string_view kColon = ": ";
  std::array<iovec, 5> parts{};
  std::size_t count = 0;
  for (const std::string_view text : {g_program, kColon, what, kMore, end})
    parts[count++] = {const_cast<char*>(text.data()), text.size()};
  static_cast<void>(!::writev(STDERR_FILENO, parts.data(), static_cast<int>(count)));
  std::_Exit(static_cast<int>(Code::kTryAgain));
}

void OnTerminate() {
  if (const std::exception_ptr thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      End("out of memory");
    } catch (const std::system_error& error) {
      if (error.code() == std::errc::resource_unavailable_try_again) End("cannot start a thread");
    } catch (...) {  // NOLINT: a bug, and aborts
    }
  }
  std::abort();
}

// Tells by trying, because an assertion does not say why it failed. A new-expression in place of
// the call might be optimised away.
bool MemoryIsGone() {
  constexpr std::size_t kLittle = std::size_t{1} << 20;
  void* const little = ::operator new(kLittle, std::nothrow);
  ::operator delete(little);
  return little == nullptr;
}

}  // namespace

void EndWellWhenExhausted(std::string_view program) {
  g_program = program;
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(OnTerminate);
}

}  // namespace thresh

// What a failed assert() of a library calls, in place of the C library's own function: RocksDB
// asserts that zstd had memory for a context.
extern "C" void __assert_fail(  // NOLINT: the name is the C library's
    const char* condition, const char* file, unsigned line, const char* function) noexcept {
  if (thresh::MemoryIsGone()) thresh::End("out of memory");
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
  std::abort();
}
