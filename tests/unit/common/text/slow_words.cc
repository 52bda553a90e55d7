#include "tests/unit/common/text/slow_words.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/rbbi.h>
#include <unicode/ubrk.h>
#include <unicode/unistr.h>

#include <memory>

namespace thresh {
namespace {

std::unique_ptr<icu::RuleBasedBreakIterator> MakeIterator() {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> root(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  std::string rules;
  dynamic_cast<const icu::RuleBasedBreakIterator&>(*root).getRules().toUTF8String(rules);
  std::string without_at;
  for (char c : rules) {
    if (c != '@') without_at.push_back(c);
  }
  UParseError place;
  auto iterator = std::make_unique<icu::RuleBasedBreakIterator>(
      icu::UnicodeString::fromUTF8(without_at), place, error);
  THRESH_CHECK(U_SUCCESS(error));
  return iterator;
}

WordKind KindOf(int status) {
  if (status < UBRK_WORD_NUMBER_LIMIT) return WordKind::kNumber;
  if (status < UBRK_WORD_LETTER_LIMIT) return WordKind::kLetter;
  return status < UBRK_WORD_KANA_LIMIT ? WordKind::kKana : WordKind::kIdeo;
}

std::string Utf8(const icu::UnicodeString& text) {
  std::string bytes;
  return text.toUTF8String(bytes);
}

}  // namespace

std::vector<Word> SlowWords(std::string_view text) {
  static const std::unique_ptr<icu::RuleBasedBreakIterator> iterator = MakeIterator();
  const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  iterator->setText(wide);
  std::vector<Word> words;
  std::size_t byte = 0;
  for (int from = 0, to = iterator->next(); to != icu::BreakIterator::DONE;
       from = to, to = iterator->next()) {
    const std::size_t size = Utf8(wide.tempSubStringBetween(from, to)).size();
    const int status = iterator->getRuleStatus();
    if (status >= UBRK_WORD_NONE_LIMIT) words.push_back({byte, byte + size, KindOf(status), false});
    byte += size;
  }
  return words;
}

std::vector<SlowWord> SlowTokens(std::string_view text) {
  std::vector<SlowWord> tokens;
  UErrorCode error = U_ZERO_ERROR;
  for (const Word& word : SlowWords(text)) {
    const std::string source(text.substr(word.begin, word.end - word.begin));
    const icu::UnicodeString folded = icu::Normalizer2::getNFKCCasefoldInstance(error)->normalize(
        icu::UnicodeString::fromUTF8(source), error);
    if (!folded.isEmpty()) tokens.push_back({Utf8(folded), word.begin, word.end});
  }
  THRESH_CHECK(U_SUCCESS(error));
  return tokens;
}

std::vector<SlowWord> Tokens(Analyzer& analyzer, std::string_view text) {
  struct Collector : TokenSink {
    void Add(const Token& token) override {
      if (token.piece) {
        tokens.back().term += token.term;
      } else {
        tokens.push_back({std::string(token.term), token.begin, token.end});
      }
    }
    std::vector<SlowWord> tokens;
  } collector;
  analyzer.Tokenise(text, collector);
  return collector.tokens;
}

std::string RandomText(std::mt19937_64& random, const std::vector<std::string>& units,
                       std::size_t longest) {
  std::string text;
  for (std::size_t n = 1 + random() % longest; n > 0; --n) text += units[random() % units.size()];
  return text;
}

}  // namespace thresh
