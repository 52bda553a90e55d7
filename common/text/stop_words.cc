#include "common/text/stop_words.h"

#include <algorithm>
#include <array>

namespace thresh {
namespace {

// Lucene's English list.
// Sorted, because Contains() searches by halves.
constexpr std::array<std::string_view, 33> kEnglish = {
    "a",   "an",    "and",  "are",   "as",    "at",   "be",   "but", "by",  "for",  "if",
    "in",  "into",  "is",   "it",    "no",    "not",  "of",   "on",  "or",  "such", "that",
    "the", "their", "then", "there", "these", "they", "this", "to",  "was", "will", "with"};

constexpr std::array<StopList, 2> kLists = {{{"none", {}}, {"english", kEnglish}}};

}  // namespace

bool StopList::Contains(std::string_view word) const {
  return std::binary_search(words.begin(), words.end(), word);
}

std::span<const StopList> StopLists() { return kLists; }

}  // namespace thresh
