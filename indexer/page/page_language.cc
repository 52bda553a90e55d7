#include "indexer/page/page_language.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "common/base/ascii.h"
#include "common/base/check.h"
#include "common/base/utf8.h"
#include "indexer/page/language_words.h"

namespace thresh {
namespace {

// What is read of a page: some ten thousand words, and many fewer tell a language.
constexpr std::size_t kMostBytes = std::size_t{64} << 10;
// A text is in a language only if at least this share of its words are small words of it. Prose has
// an eighth of them and more, and a list of names has none. Words of another script do not count.
constexpr double kLeastShare = 0.08;
// Their weight must be at least this. Against a language that the page says it must be this much,
// and this many times the weight of the other, more, unless the text is in another script.
constexpr double kLeast = 3, kLeastAgainst = 6, kTimesAgainst = 3;
// A character of Han, kana or Hangul says about as much as three letters.
constexpr double kLettersOfOther = 3;

constexpr std::size_t kScripts = static_cast<std::size_t>(Script::kCount);
constexpr std::size_t kMostRows = 64;
using RowSet = std::uint64_t;  // rows of the table of languages

// Letters of scripts stand in ranges of code points. What is missing here, such as signs, has no
// script.
struct Range {
  char32_t first, last;
  Script script;
};
constexpr auto kRanges = std::to_array<Range>({
    {0x41, 0x5a, Script::kLatin},      {0x61, 0x7a, Script::kLatin},
    {0xc0, 0x24f, Script::kLatin},     {0x370, 0x3ff, Script::kGreek},
    {0x400, 0x52f, Script::kCyrillic}, {0x530, 0x58f, Script::kArmenian},
    {0x590, 0x5ff, Script::kHebrew},   {0x620, 0x6ff, Script::kArabic},
    {0x750, 0x77f, Script::kArabic},   {0x900, 0x963, Script::kDevanagari},
    {0xb80, 0xbff, Script::kTamil},    {0xe00, 0xeff, Script::kOther},
    {0x1000, 0x109f, Script::kOther},  {0x1100, 0x11ff, Script::kOther},
    {0x1e00, 0x1eff, Script::kLatin},  {0x1f00, 0x1fff, Script::kGreek},
    {0x3040, 0x30ff, Script::kOther},  {0x3400, 0x9fff, Script::kOther},
    {0xac00, 0xd7af, Script::kOther},  {0xfb50, 0xfdff, Script::kArabic},
});

Script ScriptOf(char32_t c) {
  for (const Range& range : kRanges) {
    if (c <= range.last) return c >= range.first ? range.script : Script::kCount;
  }
  return Script::kCount;
}

// Calls visit(word) for each word of a list with blanks between the words.
template <typename Visit>
void EachWord(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

// Which rows have each small word.
const std::unordered_map<std::string_view, RowSet>& SmallWords() {
  static const std::unordered_map<std::string_view, RowSet> kWords = [] {
    std::unordered_map<std::string_view, RowSet> made;
    for (std::size_t row = 0; row < LanguageRows().size(); ++row) {
      EachWord(LanguageRows()[row].words,
               [&](std::string_view word) { made[word] |= RowSet{1} << row; });
    }
    return made;
  }();
  return kWords;
}

// What a text has of each script and language.
class Evidence {
 public:
  explicit Evidence(std::string_view text) {
    std::string word;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      const char32_t c = DecodeUtf8(text, &at);
      const Script script = ScriptOf(c);
      if (script == Script::kCount) {
        AddWord(&word);
        continue;
      }
      if (word.empty()) ++words_[static_cast<std::size_t>(script)];
      letters_[static_cast<std::size_t>(script)] += script == Script::kOther ? kLettersOfOther : 1;
      if (at == begin + 1) {
        word += AsciiLower(text[begin]);
      } else {
        word += text.substr(begin, at - begin);
      }
    }
    AddWord(&word);
  }

  Script script() const {
    return static_cast<Script>(std::max_element(letters_.begin(), letters_.end()) -
                               letters_.begin());
  }
  // Of that script.
  double words() const { return words_[static_cast<std::size_t>(script())]; }
  // The small words of a row, and what they weigh: a word of two languages is half a word of each.
  double SmallWordsOf(std::size_t row) const { return small_words_[row]; }
  double WeightOf(std::size_t row) const { return weights_[row]; }

 private:
  void AddWord(std::string* word) {
    if (word->empty()) return;
    const auto known = SmallWords().find(*word);
    if (known != SmallWords().end()) {
      const double weight = 1.0 / std::popcount(known->second);
      for (RowSet rows = known->second; rows != 0; rows &= rows - 1) {
        const auto row = static_cast<std::size_t>(std::countr_zero(rows));
        ++small_words_[row];
        weights_[row] += weight;
      }
    }
    word->clear();
  }

  std::array<double, kScripts> letters_{}, words_{};
  std::array<double, kMostRows> small_words_{}, weights_{};
};

// "pt" of "pt-BR", in lower case.
std::string PrimaryTag(std::string_view tag) {
  return LowerAscii(tag.substr(0, tag.find_first_of("-_")));
}

bool HasTag(const LanguageRow& row, std::string_view primary) {
  bool has = false;
  EachWord(row.tags, [&](std::string_view tag) { has = has || tag == primary; });
  return has;
}

// A language, and how much of a text speaks for it.
struct Candidate {
  const LanguageRow* row = nullptr;
  double weight = 0;
  bool in_script = true;  // the row's script is that of the text
};

// What the page says. Of a language with two scripts, the row in that of the text counts.
Candidate SaidBy(std::string_view tag, const Evidence& evidence) {
  const std::span<const LanguageRow> rows = LanguageRows();
  const std::string primary = PrimaryTag(tag);
  Candidate said;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!HasTag(rows[row], primary)) continue;
    const bool in_script = rows[row].script == evidence.script();
    if (said.row == nullptr || in_script)
      said = {&rows[row], in_script ? evidence.WeightOf(row) : 0, in_script};
  }
  return said;
}

// What the text says; no row if it says nothing.
Candidate FoundBy(const Evidence& evidence) {
  const std::span<const LanguageRow> rows = LanguageRows();
  Candidate best;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].script != evidence.script()) continue;
    // The one language of its script needs no small words.
    const bool alone = rows[row].words.empty();
    const Candidate candidate{&rows[row], alone ? evidence.words() : evidence.WeightOf(row)};
    const double small_words = alone ? evidence.words() : evidence.SmallWordsOf(row);
    const bool enough = candidate.weight >= kLeast && small_words >= kLeastShare * evidence.words();
    if (enough && candidate.weight > best.weight) best = candidate;
  }
  return best;
}

}  // namespace

PageLanguage LanguageOf(std::string_view tag, std::string_view text) {
  THRESH_CHECK(LanguageRows().size() <= kMostRows);
  const Evidence evidence(text.substr(0, kMostBytes));
  const Candidate said = SaidBy(tag, evidence), found = FoundBy(evidence);
  if (said.row == nullptr && found.row == nullptr) return {};
  if (said.row == nullptr) return {.stemmer = found.row->stemmer, .guessed = true};
  const double least = said.in_script ? kLeastAgainst + kTimesAgainst * said.weight : kLeast;
  const bool other =
      found.row != nullptr && found.row->stemmer != said.row->stemmer && found.weight >= least;
  return {.stemmer = (other ? found : said).row->stemmer, .corrected = other};
}

}  // namespace thresh
