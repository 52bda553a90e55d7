// LineReader: cuts what comes from a descriptor into lines. A line that is too long is read to its
// end and not kept, so memory is bounded whatever the other side sends. A command makes one for its
// standard input. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>

#include "common/base/status.h"

namespace thresh {

class LineReader {
 public:
  enum class Kind { kLine, kTooLong, kEnd };

  // `fd` stays open and belongs to the caller.
  LineReader(int fd, std::size_t most_bytes) : fd_(fd), most_bytes_(most_bytes) {}

  // Waits for the next line and writes it without its line end. The last line needs none. kEnd
  // after the last line, and again at every later call. Text behind a line that is too long is
  // empty. kIo if the descriptor cannot be read.
  Result<Kind> Next(std::string* line);

 private:
  const int fd_;
  const std::size_t most_bytes_;
  std::string buffer_;
  std::size_t searched_ = 0;  // bytes of the buffer without a line end
  bool skipping_ = false;     // the rest of a line that is too long
  bool ended_ = false;
};

}  // namespace thresh
