// Vocabulary: the distinct words of one page, numbered in order of first appearance. An Inverter
// owns one. It is an open hash table whose slots carry the page's number, so that the next page
// need not clear it: pages are small, and the table is as large as the largest one needed. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"

namespace thresh {

class Vocabulary {
 public:
  Vocabulary() : slots_(kFirstSlots) {}

  // Forgets all words.
  void Clear() {
    bytes_.clear();
    ends_.clear();
    hashes_.clear();
    if (++page_ != 0) return;
    slots_.assign(slots_.size(), Slot());  // once in 2^32 pages
    page_ = 1;
  }

  // The number of `word`.
  std::uint32_t Add(std::string_view word) {
    const std::uint64_t hash = FastHash64(word);
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      Slot& slot = slots_[at];
      if (slot.page != page_) {
        slot = {page_, size()};
        return Append(word, hash);
      }
      if (hashes_[slot.word] == hash && this->word(slot.word) == word) return slot.word;
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::string_view word(std::uint32_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }  // FastHash64 of each
  const std::string& bytes() const { return bytes_; }  // all words, one after the other

 private:
  static constexpr std::size_t kFirstSlots = 4096;
  struct Slot {
    std::uint32_t page = 0;
    std::uint32_t word = 0;
  };

  std::size_t mask() const { return slots_.size() - 1; }

  std::uint32_t Append(std::string_view word, std::uint64_t hash) {
    bytes_ += word;
    ends_.push_back(bytes_.size());
    hashes_.push_back(hash);
    if (ends_.size() * 2 > slots_.size()) Grow();
    return size() - 1;
  }

  void Grow() {
    slots_.assign(slots_.size() * 2, Slot());
    for (std::uint32_t i = 0; i < size(); ++i) {
      std::size_t at = hashes_[i] & mask();
      while (slots_[at].page == page_) at = (at + 1) & mask();
      slots_[at] = {page_, i};
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half of them taken
  std::uint32_t page_ = 1;
  std::string bytes_;
  std::vector<std::size_t> ends_;  // of each word in bytes_
  std::vector<std::uint64_t> hashes_;
};

}  // namespace thresh
