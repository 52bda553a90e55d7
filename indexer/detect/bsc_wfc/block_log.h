// BlockLog: the blocks of all runs so far with their words, for a decision at the end of the input.
// A text that stands on many pages is kept once. An extension of CYL (docs/DECISIONS.md).
//
// Number folding: in blocks with fewer than 30 % numbers all numbers are one word, so that a footer
// with a year or a counter is one text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/bytes.h"
#include "indexer/run/run.h"

namespace thresh {

class BlockLog {
 public:
  explicit BlockLog(bool fold_numbers) : fold_numbers_(fold_numbers) {}

  // The body blocks with words of its pages, but for duplicates.
  void Append(const Run& run);
  void Clear();

  // Ascending by (doc, block). Where numbers were folded, `distinct` and `text_hash` say so.
  std::span<const RunBlockInfo> blocks() const { return blocks_; }
  // Calls f(hash of the word, RunPosting) for each distinct word of blocks()[block].
  template <typename F>
  void ForEachWord(std::size_t block, F f) const;
  std::size_t bytes() const;

 private:
  struct Text {
    Hash128 hash;  // of its words, numbers folded
    std::size_t begin = 0;
    std::uint32_t distinct = 0;
  };
  struct Word {
    std::uint64_t term = 0;
    const unsigned char* differences = nullptr;
    std::uint32_t count = 0;
    bool is_number = false;
  };
  class NewTexts;
  void AddText(std::span<const Word> words, std::uint32_t tokens, Text* text);
  void PutWord(std::uint64_t term, std::uint32_t count, std::string_view differences);
  void PutNumbers(std::span<const Word> words);

  bool fold_numbers_;
  std::vector<RunBlockInfo> blocks_;
  std::vector<std::uint32_t> text_of_;                   // in texts_, by block
  std::vector<Text> texts_;                              // by first appearance
  std::unordered_map<Hash128, std::uint32_t> by_words_;  // in texts_, by hash before folding
  std::string words_;  // of all texts: term (8 bytes, big-endian), count, differences
};

template <typename F>
void BlockLog::ForEachWord(std::size_t block, F f) const {
  const Text& text = texts_[text_of_[block]];
  const auto* at = reinterpret_cast<const unsigned char*>(words_.data()) + text.begin;
  for (std::uint32_t w = 0; w < text.distinct; ++w) {
    std::uint64_t term = 0;
    for (int i = 0; i < 8; ++i) term = term << 8 | *at++;
    RunPosting posting;
    posting.count = static_cast<std::uint32_t>(TakeVarint(&at));
    posting.bytes = at;
    for (std::uint32_t left = posting.count; left > 0; ++at) left -= *at < 0x80 ? 1 : 0;
    f(term, posting);
  }
}

}  // namespace thresh
