#include "query/retrieve/more_like.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/postings/statistics_file.h"
#include "common/store/page_text.h"

namespace thresh {
namespace {

// Counts the words of the kept text that can tell a page from others: no stop words, numbers or
// single letters. A map, so that ties in the weights are in the order of the terms in every search.
class WordCounts : public TokenSink {
 public:
  void Add(const Token& token) override {
    const bool letter = token.term.find_first_not_of("0123456789.,") != std::string_view::npos;
    if (!token.stop && letter && token.term.size() > 1) ++of[std::string(token.term)];
  }
  std::map<std::string, double> of;
};

struct WeighedTerm {
  double weight;
  std::string term;
};

Result<std::vector<WeighedTerm>> Weigh(const WordCounts& counts, const Index& index) {
  std::vector<WeighedTerm> weighed;
  const StatisticsFile* const whole = index.whole();
  const double docs = whole ? whole->docs() : static_cast<double>(index.lengths().docs());
  for (const auto& [term, tf] : counts.of) {
    THRESH_ASSIGN_OR_RETURN(const TermRow record, index.Term(term));
    // A word of this page alone finds no other page.
    if (!record || record->df < 2) continue;
    weighed.push_back({tf * std::log(docs / record->df), term});
  }
  std::stable_sort(weighed.begin(), weighed.end(),
                   [](const WeighedTerm& a, const WeighedTerm& b) { return a.weight > b.weight; });
  weighed.resize(std::min(weighed.size(), kMoreLikeTerms));
  return weighed;
}

}  // namespace

Result<Query> MoreLikePage(DocId page, const TextRecord& text, const Index& index,
                           Analyzer& analyzer) {
  WordCounts counts;
  for (const ShownSpan& span : ShowSpans(text)) {
    if (span.kept()) analyzer.Tokenise(span.text, counts);
  }
  THRESH_ASSIGN_OR_RETURN(std::vector<WeighedTerm> terms, Weigh(counts, index));
  Query query;
  Condition any{.kind = Condition::Kind::kAny}, other{.kind = Condition::Kind::kNot};
  for (WeighedTerm& term : terms) {
    any.parts.push_back({.kind = Condition::Kind::kUnit, .unit = query.units.size()});
    query.units.push_back({.words = {{std::move(term.term)}}});
  }
  if (query.units.empty()) return query;
  // Without this condition the page itself would nearly always be the best hit.
  other.parts.push_back({.kind = Condition::Kind::kPage, .page = page});
  query.filter =
      Condition{.kind = Condition::Kind::kAll, .parts = {std::move(any), std::move(other)}};
  return query;
}

}  // namespace thresh
