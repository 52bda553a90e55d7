// IcuWords: the words of any text by the word rules of ICU (word_rules.h): segments with the status
// letter, number, kana or ideo.
//
// ICU looks a run of Han, kana, Hangul, Thai, Khmer, Lao or Myanmar up in dictionaries as a whole,
// with time and memory that are up to the script's engine. Such a run is therefore split in windows
// of kWindow characters, each on its own: the place of a cut depends on the run alone, so the same
// run always gives the same words.
//
// Thread rule: one owner. Reset() starts a text, Next() is false at its end; the text must outlive
// both.
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

  // kFailed where ICU's data is missing. The rules are loaded with the first text.
  static Result<IcuWords> Make();

  // The words of text[begin, end), UTF-8; ranges count from the start of `text`. A malformed
  // sequence is in no word.
  void Reset(std::string_view text, std::size_t begin, std::size_t end);
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
  std::unique_ptr<CompiledWordRules>
      compiled_;  // of another ICU than the build's; before what reads it
  std::unique_ptr<icu::RuleBasedBreakIterator> iterator_;
  std::unique_ptr<icu::UnicodeSet> dictionary_;  // characters that ICU looks up in dictionaries
  std::string_view text_;                        // up to the end of the range
  std::size_t loaded_ = 0;                       // byte after the current window
  std::size_t byte_ = 0;                         // of the iterator's place in text_
  std::size_t unit_ = 0;                         // the same place in window_
  std::u16string window_;
};

}  // namespace thresh
