#include "query/site/completion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/postings/postings.h"
#include "query/retrieve/deadline.h"
#include "query/retrieve/pattern.h"

namespace thresh {
namespace {

constexpr std::size_t kLeastBytes = 2;
// Words whose pages are counted one by one: those with a title, and those of a phrase.
constexpr std::size_t kTitleWords = 1000, kPhraseWords = 32;
constexpr double kPhraseMs = 200;  // for all phrases

// Where the last word of the text begins: behind the last byte that may stand in no word.
std::size_t LastWord(std::string_view text) {
  const std::size_t mark = text.find_last_of(" \t\r\n\"()+-~*^:,;.!?/");
  return mark == std::string_view::npos ? 0 : mark + 1;
}

// What stands before the last word, and says which pages have it.
struct Context {
  bool none = false;  // a site, a URL, a day or the rest of a pattern: no word of pages goes there
  std::optional<Field> field = std::nullopt;
  std::optional<std::size_t> phrase = std::nullopt;  // where it begins, with its field
};

// The text from the last piece of the query on: pieces are parted by blanks and brackets.
std::size_t LastPiece(std::string_view text) {
  const std::size_t mark = text.find_last_of(" \t\r\n()");
  const std::size_t begin = mark == std::string_view::npos ? 0 : mark + 1;
  const bool sign = begin < text.size() && (text[begin] == '+' || text[begin] == '-');
  return begin + (sign ? 1 : 0);
}

// Where the quote stands that is open at the end, if one is.
std::optional<std::size_t> OpenQuote(std::string_view text) {
  constexpr std::u32string_view kQuotes = U"\"\u201c\u201d\u201e";
  std::optional<std::size_t> open;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (kQuotes.find(DecodeUtf8(text, &at)) == std::u32string_view::npos) continue;
    open = open ? std::nullopt : std::optional(begin);
  }
  return open;
}

Context ContextOf(std::string_view before) {
  Context context;
  const std::optional<std::size_t> quote = OpenQuote(before);
  const std::string_view outside = before.substr(0, quote.value_or(before.size()));
  const std::size_t piece = LastPiece(outside);
  const std::string named = LowerAscii(outside.substr(piece));
  if (quote) context.phrase = piece;
  if (named.starts_with("title:") || named.starts_with("intitle:")) context.field = Field::kTitle;
  if (named.starts_with("inurl:")) context.field = Field::kUrl;
  context.none = named.ends_with("*") || named.ends_with("~");
  for (const std::string_view other : {"site:", "url:", "after:", "before:", "http:", "https:"})
    context.none = context.none || named.starts_with(other);
  return context;
}

bool ComesFirst(const CompletedQuery& a, const CompletedQuery& b) {
  return a.pages != b.pages ? a.pages > b.pages : a.query < b.query;
}

// The `most` words on the most pages that begin as `word` does and are longer.
Result<std::vector<CompletedQuery>> Commonest(Searcher& searcher, const std::string& word,
                                              std::size_t most) {
  std::vector<CompletedQuery> best;
  std::uint64_t looked_at = 0;
  const auto look = [&](std::string_view term, std::uint32_t pages) {
    // What was typed as a whole says nothing new.
    if (term.size() > word.size()) {
      best.push_back({std::string(term), pages});
      std::push_heap(best.begin(), best.end(), ComesFirst);
    }
    if (best.size() > most) {
      std::pop_heap(best.begin(), best.end(), ComesFirst);
      best.pop_back();
    }
    return ++looked_at < kMaxTermsSeen;
  };
  THRESH_RETURN_IF_ERROR(searcher.index().VisitTerms(word, look));
  std::sort(best.begin(), best.end(), ComesFirst);
  return best;
}

// Counts the pages that have the words in one field, and leaves out words that none has.
Status CountInField(Searcher& searcher, Field field, std::vector<CompletedQuery>* words) {
  for (CompletedQuery& word : *words) {
    THRESH_ASSIGN_OR_RETURN(const TermRow row, searcher.index().Term(word.query));
    const FieldList* list = row == nullptr ? nullptr : row->Find(field);
    word.pages = list == nullptr ? 0 : list->df;
  }
  std::erase_if(*words, [](const CompletedQuery& word) { return word.pages == 0; });
  std::sort(words->begin(), words->end(), ComesFirst);
  return {};
}

// The same for the phrases that the words end. What is not counted in time is not offered.
Status CountPhrases(Searcher& searcher, const std::string& phrase,
                    std::vector<CompletedQuery>* words) {
  const Deadline deadline(kPhraseMs);
  SearchOptions options;
  options.n = 1;
  options.counts = true;
  options.deadline_ms = kPhraseMs;
  for (CompletedQuery& word : *words) {
    const std::string pages_word = std::exchange(word.query, std::string());
    word.pages = 0;
    if (!deadline.Check().ok()) continue;
    const Result<Query> query = searcher.Parse(phrase + pages_word + "\"");
    if (!query.ok()) continue;
    const Result<Ranking> found = searcher.Search(query.value(), options);
    if (!found.ok() && found.status().code() != Code::kFailed) return found.status();
    if (!found.ok()) continue;
    word = {pages_word, static_cast<std::uint32_t>(found.value().matches)};
  }
  std::erase_if(*words, [](const CompletedQuery& word) { return word.pages == 0; });
  std::sort(words->begin(), words->end(), ComesFirst);
  return {};
}

}  // namespace

Result<std::vector<CompletedQuery>> CompleteQuery(Searcher& searcher, std::string_view text) {
  const std::size_t begin = LastWord(text);
  // Words of the store are folded; what was typed is made the same way.
  const std::vector<std::string> words = searcher.analyzer().Terms(text.substr(begin));
  const std::string before(text.substr(0, begin));
  const Context context = ContextOf(before);
  if (words.size() != 1 || words.front().size() < kLeastBytes || !IsValidUtf8(text) || context.none)
    return std::vector<CompletedQuery>();
  const std::size_t most = context.phrase  ? kPhraseWords
                           : context.field ? kTitleWords
                                           : kCompletions;
  THRESH_ASSIGN_OR_RETURN(std::vector<CompletedQuery> best,
                          Commonest(searcher, words.front(), most));
  if (context.phrase) {
    THRESH_RETURN_IF_ERROR(CountPhrases(searcher, before.substr(*context.phrase), &best));
  } else if (context.field) {
    THRESH_RETURN_IF_ERROR(CountInField(searcher, *context.field, &best));
  }
  if (best.size() > kCompletions) best.resize(kCompletions);
  for (CompletedQuery& each : best) each.query.insert(0, before);
  return best;
}

}  // namespace thresh
