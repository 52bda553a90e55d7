#include "common/text/ascii_search.h"

#include <algorithm>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/text/analyzer.h"
#include "common/text/ascii_words.h"

namespace thresh {
namespace {}  // namespace

AsciiSearch::AsciiSearch(std::vector<Word> words) : words_(std::move(words)) {
  std::erase_if(words_, [](const Word& word) {
    return word.term.empty() || AsciiEnd(word.term, 0) < word.term.size();
  });
  // A skip is one byte, so at most the first kFarthest bytes of a word are compared.
  shortest_ = kFarthest;
  for (const Word& word : words_) shortest_ = std::min(shortest_, word.term.size());
  skip_.fill(static_cast<std::uint8_t>(shortest_));
  for (const Word& word : words_) {
    for (std::size_t i = 0; i < shortest_; ++i) {
      // Terms are folded and the text is not, so both cases of a letter get the skip.
      for (const char c : {word.term[i], AsciiUpper(word.term[i])}) {
        std::uint8_t& skip = skip_[static_cast<unsigned char>(c)];
        skip = std::min(skip, static_cast<std::uint8_t>(shortest_ - 1 - i));
      }
    }
  }
}

// Reads the byte at which the beginning of a word would end. A skip of 0 means that some word may
// stand here; otherwise no word can end before `at + skip`.
bool AsciiSearch::MayFind(std::string_view text) const {
  for (std::size_t at = shortest_ - 1; at < text.size();) {
    const std::size_t skip = skip_[static_cast<unsigned char>(text[at])];
    if (skip == 0 && StandsAt(text, at + 1 - shortest_)) return true;
    at += std::max<std::size_t>(skip, 1);
  }
  return false;
}

// Checks the borders too: a word cannot begin right behind a byte of another word, nor end right
// before one. The exception is a term of kMaxTermBytes, which may be the first piece of a longer
// word.
bool AsciiSearch::StandsAt(std::string_view text, std::size_t begin) const {
  if (begin > 0 && IsAsciiWordByte(text[begin - 1])) return false;
  return std::any_of(words_.begin(), words_.end(), [&](const Word& word) {
    if (!StartsWithLower(text.substr(begin), word.term)) return false;
    const std::size_t end = begin + word.term.size();
    return word.prefix || word.term.size() == kMaxTermBytes || end == text.size() ||
           !IsAsciiWordByte(text[end]);
  });
}

}  // namespace thresh
