#include "query/retrieve/expansion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/base/ascii.h"
#include "common/postings/statistics_file.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

// Counts by term. A map, so that sums and ties are the same in every search.
using Counts = std::map<std::string, double, std::less<>>;

// What terms are asked to be: letters and digits of a length that words have. Anserini's RM3 asks
// the same of its terms, and Unicode's letters are no less letters.
bool IsWord(const Token& token) {
  constexpr std::size_t kShortest = 2, kLongest = 20;
  if (token.stop || token.piece) return false;
  return token.term.size() >= kShortest && token.term.size() <= kLongest &&
         token.term.find_first_of("._'") == std::string_view::npos;
}

class WordCounts : public TokenSink {
 public:
  void Add(const Token& token) override {
    if (IsWord(token)) of[std::string(token.term)] += weight;
  }
  double weight = 1;
  Counts of;
};

Counts CountWords(const FeedbackPage& page, const Index& index, PageAnalyzers& analyzers) {
  WordCounts counts;
  Analyzer& analyzer = analyzers.Of(page.stemmer);
  for (const std::string& text : page.texts) analyzer.Tokenise(text, counts);
  counts.weight = index.template_share();
  for (const std::string& text : page.struck) analyzer.Tokenise(text, counts);
  return std::move(counts.of);
}

// df and cf of a term in the whole collection; nothing if no page has it.
struct Seen {
  double df = 0, cf = 0, docs = 0;
};
Result<std::optional<Seen>> See(std::string_view term, const Index& index) {
  TermRow record;
  const StatisticsFile* const whole = index.whole();
  if (whole != nullptr) {
    THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> found, whole->Find(term));
    if (found) record = std::make_shared<const TermRecord>(std::move(*found));
  } else {
    THRESH_ASSIGN_OR_RETURN(record, index.Term(term));
  }
  const double share = index.template_share();
  if (!record || DfOf(*record).empty(share)) return std::optional<Seen>();
  Seen seen{.df = DfOf(*record).Weighed(share),
            .docs = whole ? whole->docs() : static_cast<double>(index.lengths().docs())};
  for (const FieldList& list : record->fields)
    seen.cf += (IsTemplateField(list.field) ? share : 1) * static_cast<double>(list.cf);
  return std::optional<Seen>(seen);
}

// The largest first; equal ones in the order of the terms.
std::vector<FeedbackTerm> Largest(const Counts& weights, std::size_t most) {
  std::vector<FeedbackTerm> terms;
  for (const auto& [term, weight] : weights) {
    if (weight > 0) terms.push_back({term, weight});
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  terms.resize(std::min(terms.size(), most));
  return terms;
}

// The terms of a page that are not on more than a tenth of all pages; of these the `most` with the
// largest frequency.
Result<Counts> WordsOfPage(const FeedbackPage& page, std::size_t most, const Index& index,
                           PageAnalyzers& analyzers) {
  constexpr double kCommon = 0.1;
  Counts counts = CountWords(page, index, analyzers);
  for (auto at = counts.begin(); at != counts.end();) {
    THRESH_ASSIGN_OR_RETURN(const std::optional<Seen> seen, See(at->first, index));
    at = !seen || seen->df / seen->docs > kCommon ? counts.erase(at) : std::next(at);
  }
  Counts kept;
  for (FeedbackTerm& term : Largest(counts, most)) kept.emplace(std::move(term.term), term.weight);
  return kept;
}

// Lavrenko and Croft 2001, "Relevance-based language models", as Anserini computes it: the mean of
// the language models of the pages, weighed by their scores. The weights sum up to 1.
Result<std::vector<FeedbackTerm>> WeighRm3(const std::vector<FeedbackPage>& pages, std::size_t most,
                                           const Index& index, PageAnalyzers& analyzers) {
  Counts model;
  for (const FeedbackPage& page : pages) {
    THRESH_ASSIGN_OR_RETURN(const Counts words, WordsOfPage(page, most, index, analyzers));
    double length = 0;
    for (const auto& [term, tf] : words) length += tf;
    for (const auto& [term, tf] : words) model[term] += page.score * tf / length;
  }
  std::vector<FeedbackTerm> terms = Largest(model, most);
  double sum = 0;
  for (const FeedbackTerm& term : terms) sum += term.weight;
  for (FeedbackTerm& term : terms) term.weight /= sum;
  return terms;
}

// Amati 2003, "Probability models for information retrieval based on divergence from randomness",
// Bo1: how far the frequency on the best pages is from that in the collection. A term that one page
// alone has says what that page is about, not what the query is about. The largest weight is 1.
Result<std::vector<FeedbackTerm>> WeighBo1(const std::vector<FeedbackPage>& pages, std::size_t most,
                                           const Index& index, PageAnalyzers& analyzers) {
  Counts frequency, on_pages, weights;
  for (const FeedbackPage& page : pages) {
    for (const auto& [term, tf] : CountWords(page, index, analyzers)) {
      frequency[term] += tf;
      ++on_pages[term];
    }
  }
  const double least = std::min<double>(2, static_cast<double>(pages.size()));
  for (const auto& [term, tf] : frequency) {
    if (on_pages[term] < least) continue;
    THRESH_ASSIGN_OR_RETURN(const std::optional<Seen> seen, See(term, index));
    if (!seen || seen->cf == 0) continue;
    const double mean = seen->cf / seen->docs;
    weights[term] = tf * std::log2((1 + mean) / mean) + std::log2(1 + mean);
  }
  std::vector<FeedbackTerm> terms = Largest(weights, most);
  for (std::size_t at = terms.size(); at > 0; --at) terms[at - 1].weight /= terms.front().weight;
  return terms;
}

constexpr std::array<ExpansionInfo, 3> kExpansions = {{
    {"none", "only the words of the query", 0, nullptr},
    {"rm3", "relevance model of the ten best pages (Lavrenko and Croft 2001)", 10, &WeighRm3},
    {"bo1", "divergence from randomness of the three best pages (Amati 2003)", 3, &WeighBo1},
}};

// What the words of the query weigh together.
double WeightOf(const Query& query) {
  double sum = 0;
  for (const QueryUnit& unit : query.units) sum += unit.frequency * unit.weight;
  return sum;
}

QueryUnit* FindWord(const std::string& term, Query* query) {
  const auto unit = std::find_if(query->units.begin(), query->units.end(), [&](const auto& other) {
    if (other.kind != QueryUnit::Kind::kWords || other.field || other.words.size() != 1)
      return false;
    const std::vector<std::string> terms = TermsOf(other.words.front());
    return std::find(terms.begin(), terms.end(), term) != terms.end();
  });
  return unit == query->units.end() ? nullptr : &*unit;
}

}  // namespace

std::span<const ExpansionInfo> ExpansionTable() { return kExpansions; }

Result<const ExpansionInfo*> FindExpansion(std::string_view name) {
  std::string known;
  for (const ExpansionInfo& row : kExpansions) {
    if (row.name == name) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  return Status(Code::kUsage, "no expansion '" + std::string(name) + "'; there are " + known);
}

Result<Query> ExpandQuery(Query query, const std::vector<FeedbackPage>& pages, const Index& index,
                          PageAnalyzers& analyzers, const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const ExpansionInfo* expansion, FindExpansion(options.expand));
  if (expansion->weigh == nullptr || pages.empty()) return query;
  const auto most = static_cast<std::size_t>(options.parameters.feedback_terms);
  THRESH_ASSIGN_OR_RETURN(const std::vector<FeedbackTerm> terms,
                          expansion->weigh(pages, most, index, analyzers));
  double sum = 0;
  for (const FeedbackTerm& term : terms) sum += term.weight;
  if (sum == 0) return query;
  const double original = options.parameters.original_weight;
  const double scale = (1 - original) / original * WeightOf(query) / sum;
  for (const FeedbackTerm& term : terms) {
    if (QueryUnit* unit = FindWord(term.term, &query)) {
      // A word behind a - stays out: its frequency is 0, whatever its weight.
      if (unit->frequency > 0) unit->weight += term.weight * scale / unit->frequency;
      continue;
    }
    QueryUnit unit{.words = {{term.term}}};
    unit.weight = term.weight * scale;
    unit.added = true;
    query.units.push_back(std::move(unit));
  }
  return query;
}

}  // namespace thresh
