// Input: a ByteStream with a window that readers look into before they take. Every reader of a
// stream owns one. Not thread-safe.
//
// view() never reaches over an edge of the stream (a border of compressed members, a loss). A
// reader that cares asks edge() and calls CrossEdge; a reader that does not care uses FillAcross.
// The window grows only as far as a reader asks, plus one chunk.
//
// Before the first Fill the window is empty. At the end of the stream Fill succeeds with fewer
// bytes than asked for, however often it is called. An I/O error is returned as a Status by the
// call that needed the bytes; the Input must not be used after it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "indexer/sources/bytes/byte_stream.h"

namespace thresh {

class Input {
 public:
  explicit Input(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  // Reads until view() has `n` bytes. It has fewer only before an edge and at the end.
  Status Fill(std::size_t n);
  // The same across edges: view() has fewer bytes only at the end.
  Status FillAcross(std::size_t n);

  // The bytes that were read and not taken, up to the next edge. Any other call invalidates them.
  std::string_view view() const;
  // Takes `n` bytes. REQUIRES: n <= view().size().
  void Skip(std::size_t n);

  // The edge that ends view() after a Fill that fell short; kNone means the end of the stream.
  Edge edge() const { return marks_.empty() ? Edge::kNone : marks_.front().edge; }
  // Lets view() reach to the next edge. Returns false if there is none.
  bool CrossEdge();

  // Position of the first `c` in view(), edges crossed. Returns npos if the first `limit` bytes do
  // not have it.
  Result<std::size_t> Find(char c, std::size_t limit);

  // Puts bytes that were taken back before the window. If `lost` bytes that followed them are
  // thrown away, a kBreak edge goes in their place. REQUIRES: bytes.size() + lost <= offset().
  void Unread(std::string_view bytes, std::uint64_t lost);

  std::uint64_t offset() const { return offset_; }  // of view() in the decoded stream
  std::optional<std::uint64_t> bytes_left() const;  // from view() on, if known

 private:
  struct Mark {
    std::uint64_t offset;
    Edge edge;
    std::uint64_t lost = 0;  // bytes behind it that nobody gets
  };
  Status ReadMore();
  std::size_t buffered() const { return window_.size() - begin_; }

  std::unique_ptr<ByteStream> stream_;
  std::string window_;
  std::size_t begin_ = 0;
  std::uint64_t offset_ = 0;
  std::deque<Mark> marks_;  // edges in the window, ascending
  bool ended_ = false;
};

}  // namespace thresh
