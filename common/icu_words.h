// IcuWords: the words of any text by the word rules of ICU. The rules are the root rules of the installed ICU
// without
// `@`, which ICU 72 takes for a letter; segments with the status letter, number, kana or ideo are words.
//
// ICU looks a run of Han, kana, Hangul, Thai, Khmer, Lao or Myanmar up in dictionaries as a whole, with time
// and memory that are up to the script's engine. Such a run is therefore split in windows of kWindow
// characters, each on its own: the place of a cut depends on the run alone, so the same run always gives the
// same words.
//
// Thread rule: one owner. Reset() starts a text, Next() is false at its end; the text must outlive both.
#pragma once

#include <unicode/rbbi.h>
#include <unicode/uniset.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "common/status.h"
#include "common/word.h"

namespace thresh {

class IcuWords {
 public:
  static constexpr std::size_t kWindow = 1024;

  // kFailed where ICU's data is missing. The rules are compiled with the first text.
  static Result<IcuWords> Make();

  // The words of text[begin, end), UTF-8; ranges count from the start of `text`. A malformed sequence is in
  // no word.
  void Reset(std::string_view text, std::size_t begin, std::size_t end);
  bool Next(Word* word);

  const std::string& rules() const { return rules_; }  // as compiled, for the fingerprint

 private:
  explicit IcuWords(std::string rules) : rules_(std::move(rules)) {}
  void Compile();
  void LoadWindow();
  void Advance(std::size_t to);

  std::string rules_;
  std::unique_ptr<icu::RuleBasedBreakIterator> iterator_;
  std::unique_ptr<icu::UnicodeSet> dictionary_;  // characters that ICU looks up in dictionaries
  std::string_view text_;                        // up to the end of the range
  std::size_t loaded_ = 0;                       // byte after the current window
  std::size_t byte_ = 0;                         // of the iterator's place in text_
  std::size_t unit_ = 0;                         // the same place in window_
  std::u16string window_;
};

}  // namespace thresh
