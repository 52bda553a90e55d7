#include "common/text/accents.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

#include "common/base/memory.h"
#include "common/base/utf8.h"

namespace thresh {
namespace {

struct Range {
  char32_t first, last;
};
// Letters whose marks are dropped: Latin, Greek, and what Unicode added to both later.
constexpr std::array<Range, 4> kMarked = {
    {{0xc0, 0x24f}, {0x370, 0x3ff}, {0x1e00, 0x1eff}, {0x1f00, 0x1fff}}};
// Marks that stand alone, because no letter is composed with them: they are dropped, too.
constexpr Range kCombining = {0x300, 0x36f};

struct Letter {
  char32_t letter;
  std::string_view plain;
};
// What has no decomposition in Unicode, though people type the plain letters.
constexpr std::array<Letter, 13> kLetters = {{{0xe6, "ae"},
                                              {0xf0, "d"},
                                              {0xf8, "o"},
                                              {0xfe, "th"},
                                              {0x111, "d"},
                                              {0x127, "h"},
                                              {0x131, "i"},
                                              {0x138, "k"},
                                              {0x142, "l"},
                                              {0x14b, "n"},
                                              {0x153, "oe"},
                                              {0x167, "t"},
                                              {0x451, "\xd0\xb5"}}};

bool IsIn(char32_t c, const Range& range) { return c >= range.first && c <= range.last; }

// The letter that a letter is without its marks; the letter itself if it has none.
char32_t WithoutMarks(char32_t c) {
  const bool marked = std::any_of(kMarked.begin(), kMarked.end(),
                                  [c](const Range& range) { return IsIn(c, range); });
  if (!marked) return c;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  icu::UnicodeString parts;
  if (U_FAILURE(error) || !nfd->getDecomposition(static_cast<UChar32>(c), parts)) return c;
  return static_cast<char32_t>(parts.char32At(0));  // its marks stand behind it
}

// Appends the letter without its marks.
void AppendPlain(char32_t c, std::string_view bytes, std::string* out) {
  if (IsIn(c, kCombining)) return;
  const char32_t plain = WithoutMarks(c);
  const auto letter = std::find_if(kLetters.begin(), kLetters.end(),
                                   [plain](const Letter& row) { return row.letter == plain; });
  if (letter != kLetters.end()) {
    *out += letter->plain;
  } else if (plain == c) {
    *out += bytes;
  } else {
    icu::UnicodeString(static_cast<UChar32>(plain)).toUTF8String(*out);
  }
}

}  // namespace

std::string WithoutAccents(std::string_view word) {
  std::string plain;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = AsciiEnd(word, at);
    plain += word.substr(at, end - at);
    at = end;
    if (at == word.size()) break;
    const std::size_t begin = at;
    const char32_t c = DecodeUtf8(word, &at);
    AppendPlain(c, word.substr(begin, at - begin), &plain);
  }
  return plain.empty() ? std::string(word) : plain;
}

}  // namespace thresh
