// Completion: how a query may go on, by the words of the store that begin as its last word does.
// The search field offers it while somebody types. A function of its arguments only; one thread for
// each Searcher.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/searcher.h"

namespace thresh {

inline constexpr std::size_t kCompletions = 8;

struct CompletedQuery {
  std::string query;        // the text as it was typed, with its last word completed
  std::uint32_t pages = 0;  // that have that word: in its field, if it has one, or in its phrase
  friend bool operator==(const CompletedQuery&, const CompletedQuery&) = default;
};

// Words on the most pages first, ties by byte order. Empty if the text ends with anything but a
// word, or with less than two bytes of one; also within a site, a URL, a day or a pattern. At most
// kMaxTermsSeen (query/retrieve/pattern.h) words of the store are looked at. Behind "title:" or
// "inurl:", and within a phrase, only those that are on the most pages of all are counted there.
Result<std::vector<CompletedQuery>> CompleteQuery(Searcher& searcher, std::string_view text);

}  // namespace thresh
