#include "common/text/icu_words.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>
#include <unicode/utf16.h>

#include <utility>

#include "common/base/hash.h"
#include "common/base/memory.h"
#include "common/base/utf8.h"

namespace thresh {
namespace {

// U+FFFD is in no word, so a malformed sequence separates words.
UChar32 Decode(std::string_view text, std::size_t* at) {
  constexpr UChar32 kReplacement = 0xfffd;
  const char32_t c = DecodeUtf8(text, at);
  return c == kMalformed ? kReplacement : static_cast<UChar32>(c);
}

void Append(UChar32 c, std::u16string* out) {
  if (c > 0xffff) out->push_back(U16_LEAD(c));
  out->push_back(c > 0xffff ? U16_TRAIL(c) : static_cast<char16_t>(c));
}

bool IsMark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};

}  // namespace

Result<IcuWords> IcuWords::Make() {
  THRESH_ASSIGN_OR_RETURN(WordRules rules, InstalledWordRules());
  return IcuWords(std::move(rules));
}

// Loads the rules with the first text that needs them: most queries and many pages are plain ASCII.
void IcuWords::Load() {
  const BuiltIn built_in = BuiltInWordRules();
  if (rules_.icu_version != built_in.icu_version ||
      HashBytes(rules_.text).Hex() != built_in.text_hash) {
    compiled_ = std::make_unique<CompiledWordRules>(Compile(rules_));
    return LoadCompiled(compiled_->tables, compiled_->dictionary);
  }
  LoadCompiled(built_in.tables, built_in.dictionary);
}

void IcuWords::LoadCompiled(std::span<const std::uint8_t> tables,
                            std::span<const std::uint16_t> dictionary) {
  UErrorCode error = U_ZERO_ERROR;
  iterator_ = std::make_unique<icu::RuleBasedBreakIterator>(
      tables.data(), static_cast<std::uint32_t>(tables.size()), error);
  dictionary_ = std::make_unique<icu::UnicodeSet>(dictionary.data(),
                                                  static_cast<std::int32_t>(dictionary.size()),
                                                  icu::UnicodeSet::kSerialized, error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));
  // LoadWindow() asks for every character, and a frozen set answers faster.
  dictionary_->freeze();
}

void IcuWords::Reset(std::string_view text, std::size_t begin, std::size_t end) {
  if (iterator_ == nullptr) Load();
  text_ = text.substr(0, end);
  loaded_ = begin;
  LoadWindow();
}

bool IcuWords::Next(Word* word) {
  for (;;) {
    const int to = iterator_->next();
    if (to == icu::BreakIterator::DONE) {
      if (loaded_ == text_.size()) return false;
      LoadWindow();
      continue;
    }
    const std::size_t begin = byte_;
    Advance(static_cast<std::size_t>(to));
    const int status = iterator_->getRuleStatus();
    // ICU's status values are ranges that ascend, so each limit is compared once.
    if (status < UBRK_WORD_NONE_LIMIT) continue;
    WordKind kind = WordKind::kIdeo;
    if (status < UBRK_WORD_NUMBER_LIMIT)
      kind = WordKind::kNumber;
    else if (status < UBRK_WORD_LETTER_LIMIT)
      kind = WordKind::kLetter;
    else if (status < UBRK_WORD_KANA_LIMIT)
      kind = WordKind::kKana;
    *word = {begin, byte_, kind, false};
    return true;
  }
}

// Loads the text up to its end, or up to the end of the window in the first stretch of dictionary
// characters that is too long. A cut before a combining mark would part the mark from its letter,
// so such a window may grow to twice the size.
void IcuWords::LoadWindow() {
  byte_ = loaded_;
  unit_ = 0;
  window_.clear();
  std::size_t run = 0;
  for (std::size_t next = loaded_; next < text_.size(); loaded_ = next) {
    const UChar32 c = Decode(text_, &next);
    run = dictionary_->contains(c) ? run + 1 : 0;
    if (run > kWindow && (!IsMark(c) || run > 2 * kWindow)) break;
    Append(c, &window_);
  }
  UErrorCode error = U_ZERO_ERROR;
  UText view = UTEXT_INITIALIZER;
  const std::unique_ptr<UText, CloseText> opened(
      utext_openUChars(&view, window_.data(), static_cast<std::int64_t>(window_.size()), &error));
  iterator_->setText(opened.get(), error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));
}

// Moves byte_ to the place of unit `to` of the window: the same code points in UTF-8 and UTF-16.
void IcuWords::Advance(std::size_t to) {
  while (unit_ < to) unit_ += Decode(text_, &byte_) > 0xffff ? 2U : 1U;
}

}  // namespace thresh
