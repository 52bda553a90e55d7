#include "common/text/ascii_words.h"

#include <array>
#include <cstdint>

namespace thresh {
namespace {

// The Word_Break classes of Unicode Standard Annex 29 that ASCII characters have. Unlike the annex,
// ICU does not count ':' as MidLetter.
enum Class : std::uint8_t {
  kLetter = 1,
  kDigit = 2,
  kExtend = 4,     // ExtendNumLet
  kMidLetter = 8,  // joins two letters
  kMidNum = 16,    // joins two digits
  kUpper = 32,     // a letter that has a lower case
};
constexpr std::uint8_t kInWord = kLetter | kDigit | kExtend;

constexpr std::array<std::uint8_t, 256> MakeClasses() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter | kUpper;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes['_'] = kExtend;
  classes['.'] = classes['\''] = kMidLetter | kMidNum;  // MidNumLet, Single_Quote
  classes[','] = classes[';'] = kMidNum;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = MakeClasses();

inline std::uint8_t ClassOf(char c) { return kClasses[static_cast<unsigned char>(c)]; }

// Does `middle` join its two neighbours (UAX 29: WB6, WB7, WB11, WB12)?
inline bool Joins(std::uint8_t left, std::uint8_t middle, std::uint8_t right) {
  return ((middle & kMidLetter) != 0 && (left & right & kLetter) != 0) ||
         ((middle & kMidNum) != 0 && (left & right & kDigit) != 0);
}

// A trailing '_' has the kind of what it extends.
inline WordKind KindOf(std::uint8_t last, std::uint8_t before) {
  const std::uint8_t deciding = (last & kExtend) != 0 ? before : last;
  return (deciding & kDigit) != 0 ? WordKind::kNumber : WordKind::kLetter;
}

}  // namespace

bool IsAsciiWordByte(char c) { return (ClassOf(c) & kInWord) != 0; }

bool AsciiWords::Next(Word* word) {
  std::size_t i = at_;
  while (i < end_) {
    while (i < end_ && (ClassOf(text_[i]) & kInWord) == 0) ++i;
    if (i == end_) break;
    const std::size_t begin = i;
    // `last` and `before` are the last two bytes of the word that are no punctuation.
    std::uint8_t last = ClassOf(text_[i++]);
    std::uint8_t before = 0;
    std::uint8_t seen = last;
    for (; i < end_; ++i) {
      const std::uint8_t here = ClassOf(text_[i]);
      if ((here & kInWord) == 0) {
        if (i + 1 == end_ || !Joins(last, here, ClassOf(text_[i + 1]))) break;
        continue;
      }
      before = last;
      last = here;
      seen |= here;
    }
    if (i - begin == 1 && last == kExtend) continue;  // a lone '_' extends nothing
    *word = {begin, i, KindOf(last, before), (seen & kUpper) == 0};
    at_ = i;
    return true;
  }
  at_ = end_;
  return false;
}

}  // namespace thresh
