// Input: a ByteStream with a window that readers look into before they take.
//
// view() never reaches over an edge of the stream (a border of compressed members, a loss): a
// reader that cares asks edge() and crosses it on purpose; one that does not uses FillAcross. The
// window grows only as far as a reader asks, plus one chunk.
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

  // Reads until view() has `n` bytes; fewer only before an edge or at the end.
  Status Fill(std::size_t n);
  // The same, edges crossed: fewer only at the end.
  Status FillAcross(std::size_t n);

  std::string_view view() const;
  void Skip(std::size_t n);  // n <= view().size()

  // What ends view() after a Fill that fell short; kNone: the end of the stream.
  Edge edge() const { return marks_.empty() ? Edge::kNone : marks_.front().edge; }
  // Lets view() reach to the next edge; false where there is none.
  bool CrossEdge();

  // Position of the first `c` in view(), edges crossed; npos where it does not stand in the first
  // `limit` bytes.
  Result<std::size_t> Find(char c, std::size_t limit);

  // Puts bytes before the window again. `hole`: what followed them was partly thrown away.
  void Unread(std::string_view bytes, bool hole);

  std::uint64_t offset() const { return offset_; }  // of view() in the decoded stream
  std::optional<std::uint64_t> bytes_left() const;  // from view() on, where known

 private:
  struct Mark {
    std::uint64_t offset;
    Edge edge;
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
