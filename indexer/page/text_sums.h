// TextSums: what detectors and the merge know of the words of a text: their number and two hashes.
// An Inverter sums up the blocks of a page, and a TextHasher one text that is put into no list.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/text/analyzer.h"
#include "indexer/records.h"

namespace thresh {

// A sequence of words is hashed as the sequence of the hashes of its words.
Hash128 HashSequence(std::span<const std::uint64_t> words);

// The hash of a text by its lower half: a harvest keeps no more of it.
inline Hash128 TextHash(std::uint64_t low) { return {Mix64(low), low}; }

// In the folded hash of a text all numbers count as one word, if less than 15 % of its words are
// numbers. So "you are on page 27 of the guide" equals the line on page 28, but no price, byline or
// table row equals another.
class TextSums {
 public:
  // Fills in what `block` knows of these words. `is_number` is asked by their index.
  template <typename IsNumberAt>
  void SumUp(std::span<const std::uint64_t> words, IsNumberAt is_number, Block* block) {
    block->tokens = static_cast<std::uint32_t>(words.size());
    block->text_hash = TextHash(HashSequence(words).low);
    block->folded_hash = block->text_hash.low;
    std::uint64_t numbers = 0;
    for (std::size_t i = 0; i < words.size(); ++i) numbers += is_number(i) ? 1U : 0U;
    block->only_numbers = numbers != 0 && numbers == words.size();
    // The share comes from DECISIONS, "Numbers that change": bylines and prices must go on to
    // differ.
    if (numbers == 0 || 100 * numbers >= 15 * words.size()) return;
    folded_.assign(words.begin(), words.end());
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (is_number(i)) folded_[i] = kNumberHash;
    }
    block->folded_hash = HashSequence(folded_).low;
  }

 private:
  static constexpr std::uint64_t kNumberHash = 0;  // of every number in a folded hash
  std::vector<std::uint64_t> folded_;
};

// Cuts texts into words and keeps nothing but their hashes. A Digester owns one. Not thread-safe.
class TextHasher final : private TokenSink {
 public:
  // Forgets all words. Those that come are cut by `analyzer`.
  void Begin(Analyzer* analyzer) {
    analyzer_ = analyzer;
    words_.clear();
    numbers_.clear();
  }
  void AddText(std::string_view text) { analyzer_->Tokenise(text, *this); }
  // Of all words since Begin.
  const std::vector<std::uint64_t>& words() const { return words_; }
  void SumUp(Block* block) {
    sums_.SumUp(
        words_, [this](std::size_t i) { return static_cast<bool>(numbers_[i]); }, block);
  }

 private:
  void Add(const Token& token) override;

  Analyzer* analyzer_ = nullptr;
  std::vector<std::uint64_t> words_;
  std::vector<bool> numbers_;
  TextSums sums_;
};

// What a TextHasher says of texts of a few bytes. Pages of a site have most of them in common, so
// those that came last are kept: each text has one place in a table. A Digester owns one. Not
// thread-safe.
class ShortTexts {
 public:
  static constexpr std::size_t kMostBytes = 48;  // of a text that is kept

  // Fills in what `block` knows of the words of `text`, as `analyzer` cuts it. The analyzer must
  // outlive this.
  void SumUp(std::string_view text, Analyzer* analyzer, Block* block);

 private:
  struct Row {
    const Analyzer* analyzer = nullptr;
    std::array<char, kMostBytes> text{};
    std::uint32_t bytes = 0, tokens = 0;
    Hash128 text_hash;
    std::uint64_t folded_hash = 0;
    bool only_numbers = false;
  };
  static constexpr std::size_t kRows = 4096;
  TextHasher hasher_;
  std::vector<Row> rows_;  // none before the first text
};

}  // namespace thresh
