// Fault shim: preloaded into a program of ours, it counts the I/O calls on files below some folders
// and makes the k-th one fail. Our code does not notice the shim; what the program does with the
// error is what the test looks at.
//
//   FAULT_UNDER   folders, separated by ':'
//   FAULT_KINDS   kinds counted, separated by ','; all if there are none
//   FAULT_AT      k, from 1; 0 only counts
//   FAULT_ERROR   errno of the failing call
//   FAULT_STICKY  1: every later counted call fails too (a disk that stays full)
//   FAULT_SHORT   1: no call fails; a read or write that is struck moves half of its bytes
//   FAULT_KILL    1: no call fails; the program is killed before the call that is struck
//   FAULT_TRACE   file that receives one line a counted call: number, kind, path, "struck" if it
//                 was the one
//
// Kinds: open_read open_write read write sync rename link mkdir unlink truncate allocate stat
// close.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

// Calls f for every part of `list`; true as soon as one call is.
template <typename F>
bool AnyPart(std::string_view list, char separator, F f) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (f(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

template <typename F>
F* Real(F*, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

const char* Setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Writes past our own wrappers, so that tracing counts nothing.
void AppendLine(const char* file, const char* line) {
  static auto* real_open = Real(static_cast<int (*)(const char*, int, ...)>(nullptr), "open");
  static auto* real_write = Real(&write, "write");
  static auto* real_close = Real(&close, "close");
  const int fd = real_open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return;
  static_cast<void>(real_write(fd, line, std::strlen(line)));
  real_close(fd);
}

class Faults {
 public:
  static Faults& Get() {
    static Faults faults;
    return faults;
  }

  // true: this call is the one, and errno is set. The caller must fail, or move fewer bytes.
  bool Hit(std::string_view kind, std::string_view path) {
    if (!Below(path) || !Counted(kind)) return false;
    const long number = ++calls_;
    const bool struck = number == at_ || (sticky_ && number > at_ && at_ > 0);
    if (*trace_ != '\0') Trace(number, kind, path, struck);
    if (struck && kill_) ::raise(SIGKILL);
    if (struck) errno = error_;
    return struck;
  }
  // true: the caller must fail.
  bool Strike(std::string_view kind, std::string_view path) { return Hit(kind, path) && !short_; }
  bool Short() const { return short_; }

 private:
  bool Below(std::string_view path) const {
    return AnyPart(under_, ':', [&](std::string_view folder) {
      return path.substr(0, folder.size()) == folder &&
             (path.size() == folder.size() || path[folder.size()] == '/');
    });
  }
  bool Counted(std::string_view kind) const {
    return kinds_.empty() ||
           AnyPart(kinds_, ',', [&](std::string_view part) { return part == kind; });
  }
  void Trace(long number, std::string_view kind, std::string_view path, bool struck) const {
    char line[PATH_MAX + 64];
    std::snprintf(line, sizeof line, "%ld %.*s %.*s%s\n", number, static_cast<int>(kind.size()),
                  kind.data(), static_cast<int>(path.size()), path.data(), struck ? " struck" : "");
    AppendLine(trace_, line);
  }

  const std::string_view under_ = Setting("FAULT_UNDER");
  const std::string_view kinds_ = Setting("FAULT_KINDS");
  const char* const trace_ = Setting("FAULT_TRACE");
  const long at_ = std::atol(Setting("FAULT_AT"));
  const int error_ = std::atoi(Setting("FAULT_ERROR"));
  const bool sticky_ = *Setting("FAULT_STICKY") == '1';
  const bool short_ = *Setting("FAULT_SHORT") == '1';
  const bool kill_ = *Setting("FAULT_KILL") == '1';
  std::atomic<long> calls_{0};
};

bool StrikePath(const char* kind, const char* path) {
  return path != nullptr && Faults::Get().Strike(kind, path);
}

std::string_view PathOf(int fd, char (&target)[PATH_MAX]) {
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = readlink(link, target, sizeof target);
  return {target, n > 0 ? static_cast<std::size_t>(n) : 0};
}

bool StrikeAt(const char* kind, int folder, const char* path) {
  if (path == nullptr || path[0] == '/' || folder == AT_FDCWD) return StrikePath(kind, path);
  char target[PATH_MAX];
  return Faults::Get().Strike(kind, PathOf(folder, target));
}

bool StrikeFd(const char* kind, int fd) { return StrikeAt(kind, fd, ""); }

bool HitFd(const char* kind, int fd) {
  char target[PATH_MAX];
  return Faults::Get().Hit(kind, PathOf(fd, target));
}

bool StrikeOpen(int folder, const char* path, int flags) {
  return StrikeAt((flags & O_ACCMODE) == O_RDONLY ? "open_read" : "open_write", folder, path);
}

mode_t Mode(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

// A wrapper: fails with `failed` where the fault strikes, else hands the call on.
#define WRAP(result, name, parameters, arguments, strike, failed) \
  extern "C" result name parameters {                             \
    static auto* real = Real(&name, #name);                       \
    if (strike) return failed;                                    \
    return real arguments;                                        \
  }

#define WRAP_OPEN(name)                                                      \
  extern "C" int name(const char* path, int flags, ...) {                    \
    static auto* real = Real(&name, #name);                                  \
    va_list arguments;                                                       \
    va_start(arguments, flags);                                              \
    const mode_t mode = Mode(flags, arguments);                              \
    va_end(arguments);                                                       \
    return StrikeOpen(AT_FDCWD, path, flags) ? -1 : real(path, flags, mode); \
  }
WRAP_OPEN(open)
WRAP_OPEN(open64)

#define WRAP_OPENAT(name)                                                          \
  extern "C" int name(int folder, const char* path, int flags, ...) {              \
    static auto* real = Real(&name, #name);                                        \
    va_list arguments;                                                             \
    va_start(arguments, flags);                                                    \
    const mode_t mode = Mode(flags, arguments);                                    \
    va_end(arguments);                                                             \
    return StrikeOpen(folder, path, flags) ? -1 : real(folder, path, flags, mode); \
  }
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)

// stdio opens and reads below the dynamic linker's sight: its own entry points are wrapped instead.
#define WRAP_FOPEN(name)                                                                      \
  WRAP(FILE*, name, (const char* path, const char* mode), (path, mode),                       \
       StrikePath(std::strcmp(mode, "r") == 0 || std::strcmp(mode, "rb") == 0 ? "open_read"   \
                                                                              : "open_write", \
                  path),                                                                      \
       nullptr)
WRAP_FOPEN(fopen)
WRAP_FOPEN(fopen64)

WRAP(size_t, fread_unlocked, (void* to, size_t size, size_t count, FILE* file),
     (to, size, count, file), StrikeFd("read", fileno(file)), 0)
WRAP(size_t, fread, (void* to, size_t size, size_t count, FILE* file), (to, size, count, file),
     StrikeFd("read", fileno(file)), 0)
WRAP(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file),
     (from, size, count, file), StrikeFd("write", fileno(file)), 0)

// A call that moves `n` bytes (or parts) by the descriptor `fd`: it fails, or moves half of them.
#define WRAP_MOVE(name, kind, fd, parameters, arguments) \
  extern "C" ssize_t name parameters {                   \
    static auto* real = Real(&name, #name);              \
    if (HitFd(kind, fd)) {                               \
      if (!Faults::Get().Short()) return -1;             \
      n = (n + 1) / 2;                                   \
    }                                                    \
    return real arguments;                               \
  }
WRAP_MOVE(read, "read", fd, (int fd, void* to, size_t n), (fd, to, n))
WRAP_MOVE(pread, "read", fd, (int fd, void* to, size_t n, off_t at), (fd, to, n, at))
WRAP_MOVE(pread64, "read", fd, (int fd, void* to, size_t n, off64_t at), (fd, to, n, at))
WRAP_MOVE(write, "write", fd, (int fd, const void* from, size_t n), (fd, from, n))
WRAP_MOVE(writev, "write", fd, (int fd, const iovec* from, int n), (fd, from, n))
WRAP_MOVE(pwrite, "write", fd, (int fd, const void* from, size_t n, off_t at), (fd, from, n, at))
WRAP_MOVE(pwrite64, "write", fd, (int fd, const void* from, size_t n, off64_t at),
          (fd, from, n, at))
WRAP_MOVE(sendfile, "write", to, (int to, int from, off_t* at, size_t n), (to, from, at, n))

WRAP(DIR*, opendir, (const char* path), (path), StrikePath("open_read", path), nullptr)
WRAP(dirent*, readdir, (DIR * folder), (folder), StrikeFd("read", dirfd(folder)), nullptr)

WRAP(int, fsync, (int fd), (fd), StrikeFd("sync", fd), -1)
WRAP(int, fdatasync, (int fd), (fd), StrikeFd("sync", fd), -1)
// Without flags it only asks whether the call exists: no disk is touched, so none can fail.
WRAP(int, sync_file_range, (int fd, off64_t at, off64_t n, unsigned flags), (fd, at, n, flags),
     flags != 0 && StrikeFd("sync", fd), -1)

WRAP(int, rename, (const char* from, const char* to), (from, to), StrikePath("rename", to), -1)
WRAP(int, link, (const char* from, const char* to), (from, to), StrikePath("link", to), -1)
WRAP(int, mkdir, (const char* path, mode_t mode), (path, mode), StrikePath("mkdir", path), -1)
WRAP(int, unlink, (const char* path), (path), StrikePath("unlink", path), -1)
WRAP(int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags),
     StrikeAt("unlink", folder, path), -1)
WRAP(int, rmdir, (const char* path), (path), StrikePath("unlink", path), -1)
WRAP(int, remove, (const char* path), (path), StrikePath("unlink", path), -1)

WRAP(int, truncate, (const char* path, off_t n), (path, n), StrikePath("truncate", path), -1)
WRAP(int, ftruncate, (int fd, off_t n), (fd, n), StrikeFd("truncate", fd), -1)
WRAP(int, ftruncate64, (int fd, off64_t n), (fd, n), StrikeFd("truncate", fd), -1)
WRAP(int, fallocate, (int fd, int mode, off_t at, off_t n), (fd, mode, at, n),
     StrikeFd("allocate", fd), -1)
WRAP(int, fallocate64, (int fd, int mode, off64_t at, off64_t n), (fd, mode, at, n),
     StrikeFd("allocate", fd), -1)
WRAP(int, posix_fallocate, (int fd, off_t at, off_t n), (fd, at, n), StrikeFd("allocate", fd),
     errno)

WRAP(int, stat, (const char* path, struct stat* to), (path, to), StrikePath("stat", path), -1)
WRAP(int, lstat, (const char* path, struct stat* to), (path, to), StrikePath("stat", path), -1)
WRAP(int, fstat, (int fd, struct stat* to), (fd, to), StrikeFd("stat", fd), -1)

// A close that reports an error has closed all the same.
extern "C" int close(int fd) {
  static auto* real = Real(&close, "close");
  const bool struck = StrikeFd("close", fd);
  const int error = errno;
  const int closed = real(fd);
  if (!struck) return closed;
  errno = error;
  return -1;
}
