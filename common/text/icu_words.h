// IcuWords: the words of any text by the word rules of ICU (word_rules.h). A word is a segment with
// the status letter, number, kana or ideo. The Analyzer owns one and uses it for text that is not
// ASCII.
//
// ICU looks up a stretch of Han, kana, Hangul, Thai, Khmer, Lao or Myanmar in dictionaries as a
// whole, in quadratic time for some scripts. Such a stretch is therefore split into windows of
// kWindow characters. The place of a cut depends on the stretch alone, so that the same stretch
// always gives the same words.
//
// Not thread-safe.
#pragma once

#include <unicode/rbbi.h>
#include <unicode/uniset.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/status.h"
#include "common/text/word.h"
#include "common/text/word_rules.h"

namespace thresh {

class IcuWords {
 public:
  static constexpr std::size_t kWindow = 1024;

  // kFailed if ICU's data is missing. The rules are loaded with the first text.
  static Result<IcuWords> Make();

  // Starts with text[begin, end), which should be UTF-8: a malformed sequence is in no word. Ranges
  // of words count from the start of `text`, which must stay until the last Next().
  void Reset(std::string_view text, std::size_t begin, std::size_t end);
  // Writes the next word. Returns false after the last one, and again at every later call until
  // Reset(). REQUIRES: Reset() was called.
  bool Next(Word* word);

  const WordRules& rules() const { return rules_; }  // for the fingerprint

 private:
  explicit IcuWords(WordRules rules) : rules_(std::move(rules)) {}
  void Load();
  void LoadCompiled(std::span<const std::uint8_t> tables,
                    std::span<const std::uint16_t> dictionary);
  void LoadWindow();
  void Advance(std::size_t to);

  WordRules rules_;
  // Only with another ICU than that of the build. Stands before iterator_, which reads it.
  std::unique_ptr<CompiledWordRules> compiled_;
  std::unique_ptr<icu::RuleBasedBreakIterator> iterator_;
  std::unique_ptr<icu::UnicodeSet> dictionary_;  // characters that ICU looks up in dictionaries
  std::string_view text_;                        // up to the end of the range
  std::size_t loaded_ = 0;                       // byte after the current window
  std::size_t byte_ = 0;                         // of the iterator's place in text_
  std::size_t unit_ = 0;                         // the same place in window_
  std::u16string window_;
};

}  // namespace thresh
