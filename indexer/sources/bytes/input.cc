#include "indexer/sources/bytes/input.h"

#include <algorithm>

#include "common/base/check.h"

namespace thresh {
namespace {
constexpr std::size_t kReadBytes = 64u << 10;
}

Status Input::Fill(std::size_t n) {
  // An edge ends view(), so reading on behind an edge would not make view() longer.
  while (view().size() < n && marks_.empty() && !ended_) THRESH_RETURN_IF_ERROR(ReadMore());
  return {};
}

Status Input::FillAcross(std::size_t n) {
  THRESH_RETURN_IF_ERROR(Fill(n));
  while (view().size() < n && CrossEdge()) THRESH_RETURN_IF_ERROR(Fill(n));
  return {};
}

std::string_view Input::view() const {
  std::size_t size = buffered();
  if (!marks_.empty()) {
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, marks_.front().offset - offset_));
  }
  return std::string_view(window_).substr(begin_, size);
}

void Input::Skip(std::size_t n) {
  THRESH_CHECK(n <= view().size());
  begin_ += n;
  offset_ += n;
  // An empty window starts over at its front, and ReadMore has nothing to move.
  if (begin_ == window_.size()) {
    window_.clear();
    begin_ = 0;
  }
}

bool Input::CrossEdge() {
  if (marks_.empty()) return false;
  offset_ += marks_.front().lost;
  marks_.pop_front();
  return true;
}

// Searches every byte once: a line of megabytes must not cost the square of its length.
Result<std::size_t> Input::Find(char c, std::size_t limit) {
  std::size_t searched = 0;
  while (true) {
    const std::string_view bytes = view().substr(0, limit);
    const std::size_t at = bytes.find(c, searched);
    if (at != std::string_view::npos || bytes.size() == limit) return at;
    searched = bytes.size();
    THRESH_RETURN_IF_ERROR(FillAcross(searched + 1));
    if (view().size() == searched) return std::string_view::npos;
  }
}

void Input::Unread(std::string_view bytes, std::uint64_t lost) {
  THRESH_CHECK(bytes.size() + lost <= offset_);
  offset_ -= lost;
  // The hole lies in front of all other edges.
  if (lost > 0) marks_.push_front({offset_, Edge::kBreak, lost});
  // The bytes before begin_ were taken, so their room is reused.
  window_.replace(0, begin_, bytes);
  begin_ = 0;
  offset_ -= bytes.size();
}

std::optional<std::uint64_t> Input::bytes_left() const {
  const auto left = stream_->bytes_left();
  if (!left) return std::nullopt;
  return *left + buffered();
}

Status Input::ReadMore() {
  // The window moves only after it has lost more bytes than it keeps. So each byte is moved at most
  // once on average, and memory stays within twice what is buffered.
  if (begin_ > kReadBytes && begin_ > buffered()) {
    window_.erase(0, begin_);
    begin_ = 0;
  }
  const std::size_t old_size = window_.size();
  window_.resize(old_size + kReadBytes);
  Result<Chunk> chunk = stream_->Read(window_.data() + old_size, kReadBytes);
  window_.resize(old_size + (chunk.ok() ? chunk->size : 0));
  if (!chunk.ok()) return chunk.status();
  ended_ = chunk->size == 0;
  // Marks hold offsets in the stream. Offsets in the window would change with each move.
  if (chunk->before != Edge::kNone && !ended_) {
    marks_.push_back({offset_ + old_size - begin_, chunk->before, 0});
  }
  return {};
}

}  // namespace thresh
