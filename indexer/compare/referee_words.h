// RefereeWords: cuts text into tokens for the score, gold labels and stores alike. These are not
// the words of the analyzer, because a score must not depend on how the index cuts words. One
// comparison owns one RefereeWords, since token numbers are equal only within it. Not thread-safe.
//
// NFKC first, then full case folding. Then from left to right a token is one character of the CJK
// ranges (CJK radicals to unified ideographs, kana, Hangul syllables, compatibility ideographs), or
// otherwise a maximal sequence of letters and numbers. Such a sequence may hold CJK characters if
// it does not begin with one. Both rules are those of the reference scorer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/status.h"

namespace thresh {

class RefereeWords {
 public:
  // Appends the numbers of the tokens of `text`: equal words have equal numbers. Malformed UTF-8 is
  // read as U+FFFD. kFailed if ICU fails.
  Status Cut(std::string_view text, std::vector<std::uint32_t>* tokens);

 private:
  std::unordered_map<std::u16string, std::uint32_t> numbers_;
};

}  // namespace thresh
