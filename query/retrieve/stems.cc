#include "query/retrieve/stems.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace thresh {

bool HasStems(const QueryUnit& unit) {
  return std::any_of(unit.words.begin(), unit.words.end(), [](const QueryUnit::Word& word) {
    return std::any_of(word.others.begin(), word.others.end(),
                       [&](const std::string& other) { return other != word.term; });
  });
}

std::vector<QueryUnit> StemsOf(const QueryUnit& unit) {
  std::size_t others = 0;
  for (const QueryUnit::Word& word : unit.words) others = std::max(others, word.others.size());
  std::vector<QueryUnit> stems;
  for (std::size_t s = 0; s <= others; ++s) {
    QueryUnit stem = unit;
    for (QueryUnit::Word& word : stem.words) {
      if (s > 0 && s <= word.others.size()) word.term = std::move(word.others[s - 1]);
      word.others.clear();
    }
    if (std::find(stems.begin(), stems.end(), stem) == stems.end())
      stems.push_back(std::move(stem));
  }
  return stems;
}

std::vector<std::string> TermsOf(const QueryUnit::Word& word) {
  std::vector<std::string> terms = {word.term};
  for (const std::string& other : word.others) {
    if (std::find(terms.begin(), terms.end(), other) == terms.end()) terms.push_back(other);
  }
  return terms;
}

}  // namespace thresh
