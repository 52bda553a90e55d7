#include "common/icu_words.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>
#include <unicode/utf16.h>

#include <utility>

#include "common/utf8.h"

namespace thresh {
namespace {

Status IcuStatus(UErrorCode error) {
  return Status(Code::kFailed, std::string("ICU cannot split words: ") + u_errorName(error));
}

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
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> root(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  if (U_FAILURE(error)) return IcuStatus(error);
  const auto* root_rules = dynamic_cast<const icu::RuleBasedBreakIterator*>(root.get());
  CHECK(root_rules != nullptr);
  icu::UnicodeString source(root_rules->getRules());
  source.findAndReplace(u"@", u"");
  std::string rules;
  source.toUTF8String(rules);
  return IcuWords(std::move(rules));
}

// Takes a third of the time of a search that needs it for nothing: ASCII has its own rules.
void IcuWords::Compile() {
  UErrorCode error = U_ZERO_ERROR;
  UParseError place;
  iterator_ =
      std::make_unique<icu::RuleBasedBreakIterator>(icu::UnicodeString::fromUTF8(rules_), place, error);
  // $dictionary of the rules.
  dictionary_ = std::make_unique<icu::UnicodeSet>(
      u"[[:LineBreak=Complex_Context:][:Han:][:Hiragana:][:Katakana:][\uac00-\ud7a3]]", error);
  CHECK(U_SUCCESS(error));  // rules that ICU has compiled, but for a letter
  dictionary_->freeze();
}

void IcuWords::Reset(std::string_view text, std::size_t begin, std::size_t end) {
  if (iterator_ == nullptr) Compile();
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

// Takes the text up to its end, or up to the window's end in the first run of dictionary characters that is
// too long. A cut before a combining mark would lose the mark, so such a window may grow to twice the size.
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
  CHECK(U_SUCCESS(error));
}

// Moves the iterator's place to unit `to` of the window, code point by code point in both forms.
void IcuWords::Advance(std::size_t to) {
  while (unit_ < to) unit_ += Decode(text_, &byte_) > 0xffff ? 2U : 1U;
}

}  // namespace thresh
