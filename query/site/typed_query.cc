#include "query/site/typed_query.h"

#include <algorithm>
#include <string_view>

#include "common/base/utf8.h"
#include "query/retrieve/alternatives.h"
#include "query/retrieve/index.h"

namespace thresh {
namespace {

constexpr std::size_t kLeastBytes = 2;  // of a word that may go on

// What was typed without the signs of the query language.
std::string PlainWords(std::string_view typed) {
  constexpr std::u32string_view kSigns = U"\"()+-~*^:\u201c\u201d\u201e";
  std::string words;
  for (std::size_t at = 0; at < typed.size();) {
    const std::size_t begin = at;
    const bool sign = kSigns.find(DecodeUtf8(typed, &at)) != std::u32string_view::npos;
    words += sign ? " " : typed.substr(begin, at - begin);
  }
  return words;
}

// Whether the text ends with a word that no page has.
Result<bool> EndsUnknown(Searcher& searcher, const std::string& text, const Query& query) {
  if (query.typed.empty()) return false;
  const TypedWord& last = query.typed.back();
  if (last.end != text.size() || last.end - last.begin < kLeastBytes) return false;
  std::vector<std::string> terms = last.others;
  terms.push_back(last.term);
  for (const std::string& term : terms) {
    THRESH_ASSIGN_OR_RETURN(const TermRow row, searcher.index().Term(term));
    THRESH_ASSIGN_OR_RETURN(const bool spelt, HasOtherAccents(term, searcher.index()));
    if (row != nullptr || spelt) return false;
  }
  return true;
}

}  // namespace

Result<std::string> AsTyped(Searcher& searcher, const std::string& text, Operator unsigned_pieces) {
  for (const std::string& one : {text, PlainWords(text)}) {
    const Result<Query> query = searcher.Parse(one, unsigned_pieces);
    if (!query.ok()) continue;
    THRESH_ASSIGN_OR_RETURN(const bool unknown, EndsUnknown(searcher, one, query.value()));
    const std::string begun = one + "*";
    return unknown && searcher.Parse(begun, unsigned_pieces).ok() ? begun : one;
  }
  return std::string();
}

}  // namespace thresh
