// RefereeWords: how the referee cuts text into tokens, gold and store alike. Not the analyzer's
// words: the score may not depend on how an index cuts its words.
//
// NFKC, then full case folding, then from left to right: one character of the CJK ranges (CJK
// radicals to unified ideographs, kana, Hangul syllables, compatibility ideographs) or else a
// maximal run of letters and numbers. The run may hold CJK characters where it does not begin with
// one.
//
// Tokens are numbered: equal words have equal numbers within one RefereeWords. Thread rule: one
// owner.
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
  // Appends the tokens of `text` (UTF-8; malformed bytes are U+FFFD). kFailed where ICU fails.
  Status Cut(std::string_view text, std::vector<std::uint32_t>* tokens);

 private:
  std::unordered_map<std::u16string, std::uint32_t> numbers_;
};

}  // namespace thresh
