#include "common/base/status.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace thresh {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "thresh: bug: THRESH_CHECK(%s) failed at %s:%d; please report it\n",
               condition, file, line);
  std::fflush(stderr);
  // Not exit(): after a bug no destructor and no exit handler may write anything more.
  _exit(static_cast<int>(Code::kBug));
}

Status ErrnoStatus(int error, const std::string& what, const std::string& file) {
  Code code = Code::kIo;
  if (error == ENOENT || error == ENOTDIR) code = Code::kMissing;
  if (error == EACCES || error == EPERM || error == EROFS) code = Code::kCannotCreate;
  return Status(code, what + " " + file + ": " + std::strerror(error));
}

}  // namespace thresh
