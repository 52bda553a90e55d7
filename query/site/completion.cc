#include "query/site/completion.h"

#include <algorithm>
#include <utility>

#include "common/base/utf8.h"
#include "query/retrieve/pattern.h"

namespace thresh {
namespace {

constexpr std::size_t kLeastBytes = 2;

// Where the last word of the text begins: behind the last byte that may stand in no word.
std::size_t LastWord(std::string_view text) {
  const std::size_t mark = text.find_last_of(" \t\r\n\"()+-~*^:,;.!?/");
  return mark == std::string_view::npos ? 0 : mark + 1;
}

bool ComesFirst(const CompletedQuery& a, const CompletedQuery& b) {
  return a.pages != b.pages ? a.pages > b.pages : a.query < b.query;
}

}  // namespace

Result<std::vector<CompletedQuery>> CompleteQuery(Searcher& searcher, std::string_view text) {
  std::vector<CompletedQuery> best;
  const std::size_t begin = LastWord(text);
  // Words of the store are folded; what was typed is made the same way.
  const std::vector<std::string> words = searcher.analyzer().Terms(text.substr(begin));
  if (words.size() != 1 || words.front().size() < kLeastBytes || !IsValidUtf8(text)) return best;
  const std::string before(text.substr(0, begin));
  std::uint64_t looked_at = 0;
  const auto look = [&](std::string_view term, std::uint32_t pages) {
    // What was typed as a whole says nothing new.
    if (term.size() > words.front().size()) {
      best.push_back({before + std::string(term), pages});
      std::push_heap(best.begin(), best.end(), ComesFirst);
    }
    if (best.size() > kCompletions) {
      std::pop_heap(best.begin(), best.end(), ComesFirst);
      best.pop_back();
    }
    return ++looked_at < kMaxTermsSeen;
  };
  THRESH_RETURN_IF_ERROR(searcher.index().VisitTerms(words.front(), look));
  std::sort(best.begin(), best.end(), ComesFirst);
  return best;
}

}  // namespace thresh
