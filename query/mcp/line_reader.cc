#include "query/mcp/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace thresh {

Result<LineReader::Kind> LineReader::Next(std::string* line) {
  line->clear();
  std::array<char, 64 << 10> block;  // NOLINT: read fills it
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched_);
    const bool whole = end != std::string::npos;
    if (whole || (ended_ && (!buffer_.empty() || skipping_))) {
      const std::size_t size = whole ? end : buffer_.size();
      const bool too_long = skipping_ || size > most_bytes_;
      if (!too_long) line->assign(buffer_, 0, size);
      buffer_.erase(0, whole ? end + 1 : size);
      searched_ = 0;
      skipping_ = false;
      return too_long ? Kind::kTooLong : Kind::kLine;
    }
    if (ended_) return Kind::kEnd;
    searched_ = buffer_.size();
    if (buffer_.size() > most_bytes_) {
      skipping_ = true;
      buffer_.clear();
      searched_ = 0;
    }
    const ssize_t got = ::read(fd_, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoStatus(errno, "cannot read", "standard input");
    ended_ = got == 0;
    buffer_.append(block.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace thresh
