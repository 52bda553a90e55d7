// ChunkedBytes: strings one after the other, in chunks that never move: to grow copies nothing, and
// a string lies in one piece. Zeros follow each chunk, so that what reads a string may look a
// little beyond its end.
//
// Thread rule: as its owner's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

class ChunkedBytes {
 public:
  static constexpr std::size_t kPad = 8;  // zeros after a chunk

  void Append(std::string_view string) {
    if (chunks_.empty() || chunks_.back().size() + string.size() > chunks_.back().capacity())
      Open(string);
    std::string& chunk = chunks_.back();
    chunk.resize(chunk.size() - kPad);
    chunk.append(string).append(kPad, '\0');
    size_ += string.size();
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_; }

  template <typename F>  // f(std::string_view), in order; each holds some of the strings
  void ForEachChunk(F f) const {
    for (const std::string& chunk : chunks_)
      f(std::string_view(chunk).substr(0, chunk.size() - kPad));
  }

 private:
  // Chunks grow with the whole: a crawl may have thousands of small sites.
  void Open(std::string_view first) {
    constexpr std::size_t kLeast = 1 << 10, kMost = 1 << 20;
    std::string& chunk = chunks_.emplace_back();
    chunk.reserve(std::max(first.size() + kPad, std::clamp(size_, kLeast, kMost)));
    chunk.append(kPad, '\0');
    capacity_ += chunk.capacity();
  }

  std::vector<std::string> chunks_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace thresh
