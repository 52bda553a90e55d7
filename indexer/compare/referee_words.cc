#include "indexer/compare/referee_words.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>

namespace thresh {
namespace {

// The CJK ranges of the reference scorer, punctuation included.
bool IsSingle(UChar32 c) {
  return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af) ||
         (c >= 0xf900 && c <= 0xfaff);
}

// What Python's \w matches except the underscore: its isalnum goes by the numeric type, not by the
// general category.
bool IsLetterOrNumber(UChar32 c) {
  return u_isalpha(c) != 0 || u_getIntPropertyValue(c, UCHAR_NUMERIC_TYPE) != U_NT_NONE;
}

Result<icu::UnicodeString> Fold(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error) != 0) return Status(Code::kFailed, "ICU has no data for NFKC");
  const icu::UnicodeString raw =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
  icu::UnicodeString folded = nfkc->normalize(raw, error);
  if (U_FAILURE(error) != 0) return Status(Code::kFailed, "ICU cannot normalise text");
  return folded.foldCase();
}

// Returns the end of the token that begins at `at`, or `at` itself if no token begins there.
std::int32_t TokenEnd(const icu::UnicodeString& text, std::int32_t at) {
  if (IsSingle(text.char32At(at))) return text.moveIndex32(at, 1);
  // Only the first character is tested for the CJK ranges, as in the reference scorer.
  while (at < text.length() && IsLetterOrNumber(text.char32At(at))) at = text.moveIndex32(at, 1);
  return at;
}

}  // namespace

Status RefereeWords::Cut(std::string_view text, std::vector<std::uint32_t>* tokens) {
  THRESH_ASSIGN_OR_RETURN(const icu::UnicodeString folded, Fold(text));
  for (std::int32_t at = 0; at < folded.length();) {
    const std::int32_t end = TokenEnd(folded, at);
    if (end == at) {
      at = folded.moveIndex32(at, 1);
      continue;
    }
    const std::u16string word(folded.getBuffer() + at, static_cast<std::size_t>(end - at));
    tokens->push_back(
        numbers_.try_emplace(word, static_cast<std::uint32_t>(numbers_.size())).first->second);
    at = end;
  }
  return {};
}

}  // namespace thresh
