#include "query/retrieve/spelling.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/utf8.h"
#include "query/retrieve/alternatives.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

constexpr std::size_t kShortWord = 6;
constexpr std::size_t kMinLetters = 3;
constexpr std::size_t kLongWord = 8;
// Code points below this one are Latin, Greek, Cyrillic and Armenian letters: each takes at most
// two bytes, and blanks separate words. Han, kana and others have no spelling in this sense.
constexpr char32_t kEndOfAlphabets = 0x590;

bool IsSpelt(std::u32string_view letters) {
  return letters.size() >= kMinLetters &&
         std::all_of(letters.begin(), letters.end(),
                     [](char32_t c) { return c < kEndOfAlphabets && !(c >= U'0' && c <= U'9'); });
}

// With two changes of six or seven letters a name that the store lacks becomes a word that nobody
// meant: foobar footer, golang going, andrew andere.
std::size_t MostMistakes(std::size_t letters) {
  return letters < kLongWord ? std::min<std::size_t>(SpellingDistance(letters), 1)
                             : SpellingDistance(letters);
}

// The best term so far.
class Nearest {
 public:
  explicit Nearest(std::u32string letters)
      : letters_(std::move(letters)), distance_(MostMistakes(letters_.size())) {}

  void Offer(std::string_view term, std::uint32_t df) {
    // No letter takes more than two bytes: a longer term is too far without measuring.
    if (term.size() > 2 * (letters_.size() + distance_)) return;
    const std::size_t distance = EditDistance(letters_, AllCodePoints(term), distance_);
    if (distance > distance_ || (distance == distance_ && df <= df_)) return;
    distance_ = distance;
    df_ = df;
    term_ = term;
  }
  std::string Take() { return std::move(term_); }

 private:
  std::u32string letters_;
  std::size_t distance_;  // of the best term so far; at first the largest that is allowed
  std::uint32_t df_ = 0;
  std::string term_;
};

}  // namespace

// The table of Wagner and Fischer 1974, "The string-to-string correction problem", of which only
// three rows are kept: a swap looks back over two.
std::size_t EditDistance(std::u32string_view a, std::u32string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto& above = rows[(i - 1) % 3];
    auto& row = rows[i % 3];
    std::size_t smallest = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      smallest = std::min(smallest, row[j]);
    }
    // A swap reaches over one row, so two rows must be too far.
    if (smallest > limit && *std::min_element(above.begin(), above.end()) > limit) return limit + 1;
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

std::size_t SpellingDistance(std::size_t letters) {
  if (letters < kMinLetters) return 0;
  return letters < kShortWord ? 1 : 2;
}

std::vector<std::string> SpellingBeginnings(std::string_view word) {
  std::vector<std::string> beginnings;
  for (std::size_t at = 0; beginnings.size() < 2 && at < word.size();) {
    const std::size_t begin = at;
    DecodeUtf8(word, &at);
    beginnings.emplace_back(word.substr(begin, at - begin));
  }
  if (beginnings.size() == 2 && beginnings[0] == beginnings[1]) beginnings.pop_back();
  return beginnings;
}

Result<std::string> NearestTerm(std::string_view word, const Index& index) {
  const std::u32string letters = AllCodePoints(word);
  if (!IsSpelt(letters)) return std::string();
  Nearest nearest(letters);
  for (const std::string& beginning : SpellingBeginnings(word)) {
    std::uint64_t seen = 0;
    THRESH_RETURN_IF_ERROR(
        index.VisitTerms(beginning, [&](std::string_view term, std::uint32_t df) {
          nearest.Offer(term, df);
          return ++seen < kMaxTermsSeen;
        }));
  }
  return nearest.Take();
}

Result<std::string> CorrectedText(std::string_view text, const Query& query, const Index& index) {
  std::map<std::string, std::string> nearest;
  std::string corrected;
  std::size_t copied = 0;
  for (const TypedWord& typed : query.typed) {
    if (typed.begin < copied) continue;  // another piece of a word that the analyzer cut by length
    // A search through the dictionary is expensive, so a word that was typed twice is looked up
    // once.
    auto [known, fresh] = nearest.try_emplace(typed.term);
    if (fresh) {
      bool found = false;
      for (const std::string& term : TermsOf({typed.term, 0, typed.others})) {
        THRESH_ASSIGN_OR_RETURN(const TermRow record, index.Term(term));
        THRESH_ASSIGN_OR_RETURN(const bool spelt, HasOtherAccents(term, index));
        found = found || record || spelt;
      }
      if (!found) {
        THRESH_ASSIGN_OR_RETURN(known->second, NearestTerm(typed.term, index));
      }
    }
    if (known->second.empty()) continue;
    corrected += std::string(text.substr(copied, typed.begin - copied)) + known->second;
    copied = typed.end;
  }
  if (copied == 0) return std::string();
  return corrected + std::string(text.substr(copied));
}

}  // namespace thresh
