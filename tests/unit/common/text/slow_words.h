// The slow twin of the analyzer: the whole text through one ICU iterator, every word through ICU's
// UTF-16 normaliser, byte places by converting what lies before. No fast path, no cuts, no windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "common/text/analyzer.h"
#include "common/text/word.h"

namespace thresh {

struct SlowWord {
  std::string term;
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const SlowWord&, const SlowWord&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SlowWord& word) {
    return out << word.term << '[' << word.begin << ',' << word.end << ')';
  }
};

// What Tokenise should report without stemmer, and what it does report; the pieces of a long word
// are joined.
std::vector<SlowWord> SlowTokens(std::string_view text);
std::vector<SlowWord> Tokens(Analyzer& analyzer, std::string_view text);
// What a splitter should report; `folded` is left false.
std::vector<Word> SlowWords(std::string_view text);

// One to `longest` units, each drawn from `units`.
std::string RandomText(std::mt19937_64& random, const std::vector<std::string>& units,
                       std::size_t longest);

// Random rounds of a test: sanitizers make them slow.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int kRounds = 500000;
#else
inline constexpr int kRounds = 4000000;
#endif

}  // namespace thresh
