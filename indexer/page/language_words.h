// The languages that page_language.h tells apart, a row each: those that have a stemmer, and others
// that would be taken for one of them. A constant table, safe on any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace thresh {

enum class Script : std::uint8_t {
  kLatin,
  kGreek,
  kCyrillic,
  kArmenian,
  kHebrew,
  kArabic,
  kDevanagari,
  kTamil,
  kOther,  // Han, kana, Hangul, Thai, ...: no language written so has a stemmer
  kCount
};

struct LanguageRow {
  std::string_view tags;     // primary language subtags (ISO 639-1), with blanks between them
  std::string_view stemmer;  // "none": no Snowball algorithm
  Script script = Script::kLatin;
  // Frequent small words in lower case, with blanks between them. Empty for the one language of its
  // script. A word may stand in several rows: it then says less.
  std::string_view words;
};

// A language that is written in two scripts has two rows.
std::span<const LanguageRow> LanguageRows();

}  // namespace thresh
