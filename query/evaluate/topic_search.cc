#include "query/evaluate/topic_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "common/cli/table.h"
#include "common/store/page_names.h"
#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "query/retrieve/index.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// Collects the words of a topic as a query: each word once, with its frequency.
class WordCounter : public TokenSink {
 public:
  void Add(const Token& token) override {
    if (token.stop) return;
    // A topic has few words, so a search through all of them is enough.
    const auto same =
        std::find_if(query.units.begin(), query.units.end(),
                     [&](const QueryUnit& unit) { return unit.words.front().term == token.term; });
    if (same != query.units.end()) {
      ++same->frequency;
    } else {
      query.units.emplace_back().words.push_back(WordOf(token));
    }
  }
  // What is left without these words, or all of them if nothing is.
  Query Without(const TypedStopWords& stop_words) && {
    Query left = query;
    std::erase_if(left.units, [&](const QueryUnit& unit) {
      return stop_words.contains(unit.words.front().term);
    });
    return left.units.empty() ? std::move(query) : left;
  }
  Query query;
};

Result<Query> WordsOf(const Topic& topic, Searcher& searcher, const TopicSearchOptions& options) {
  const std::string text = TopicQuery(topic, options.fields);
  WordCounter counter;
  searcher.analyzer().Tokenise(text, counter);
  Query query = std::move(counter).Without(searcher.stop_words());
  THRESH_ASSIGN_OR_RETURN(query.name, NameOf(text, searcher.analyzer()));
  return query;
}

// The terms as a query. A word of the topic keeps its frequency, which some models look at.
Query QueryOfTerms(const std::vector<TermWeight>& terms, Query words) {
  std::map<std::string_view, double> weights;
  for (const TermWeight& term : terms) weights[term.term] += term.weight;
  Query query;
  for (QueryUnit& unit : words.units) {
    const auto found = weights.find(unit.words.front().term);
    if (found == weights.end()) continue;
    unit.weight = found->second / unit.frequency;
    query.units.push_back(std::move(unit));
    weights.erase(found);
  }
  for (const TermWeight& term : terms) {
    const auto found = weights.find(term.term);
    if (found == weights.end()) continue;
    QueryUnit& unit = query.units.emplace_back();
    unit.words.emplace_back().term = term.term;
    unit.weight = found->second;
    unit.added = true;
    weights.erase(found);
  }
  return query;
}

// The result of one topic.
struct Answer {
  std::vector<TrecHit> hits;
  bool words = false;
  double milliseconds = 0;
  std::uint64_t postings = 0;
};

// The postings that a search would read if it skipped none.
Result<std::uint64_t> PostingsOf(const Query& query, const Index& index) {
  std::uint64_t postings = 0;
  for (const QueryUnit& unit : query.units) {
    for (const std::string& term : TermsOf(unit.words.front())) {
      THRESH_ASSIGN_OR_RETURN(const TermRow record, index.Term(term));
      if (record) postings += record->df;
    }
  }
  return postings;
}

Result<std::vector<TrecHit>> NameHits(const Ranking& ranking, const Searcher& searcher,
                                      const TopicSearchOptions& options) {
  std::vector<TrecHit> hits;
  for (const Hit& hit : ranking.hits) {
    if (hits.size() == options.search.n) break;
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher.Page(hit.doc));
    std::string docno = DocnoOf(page);
    if (!options.excluded.contains(docno)) hits.push_back({std::move(docno), hit.score});
  }
  SortHits(&hits);  // ties here are by docno, in the store by page
  return hits;
}

Result<Answer> SearchTopic(const Topic& topic, Searcher& searcher,
                           const TopicSearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(Query words, WordsOf(topic, searcher, options));
  const auto terms = options.terms.find(topic.id);
  if (terms != options.terms.end()) words = QueryOfTerms(terms->second, std::move(words));
  Answer answer;
  answer.words = !words.units.empty();
  if (!answer.words) return answer;
  SearchOptions search = options.search;
  // Excluded pages may be among the best, so that many more are asked for.
  search.n = std::min(search.n + options.excluded.size(), std::max(search.n, kMaxHits));
  // The time is that of the search alone, without the analyzer and the names of the hits.
  const Clock::time_point begin = Clock::now();
  THRESH_ASSIGN_OR_RETURN(const Query query, searcher.Expand(words, search));
  THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher.Search(query, search));
  answer.milliseconds = MillisecondsSince(begin);
  THRESH_ASSIGN_OR_RETURN(answer.postings, PostingsOf(query, searcher.index()));
  THRESH_ASSIGN_OR_RETURN(answer.hits, NameHits(ranking, searcher, options));
  return answer;
}

// One thread's work: takes the next topic from `next` until none is left. Each answer has a place
// of its own, so that the threads share nothing else.
Status Work(const Searcher& opened, const std::vector<Topic>& topics,
            const TopicSearchOptions& options, std::atomic<std::size_t>* next,
            std::vector<Answer>* answers) {
  // A Searcher belongs to one thread.
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, opened.Another());
  for (std::size_t i = (*next)++; i < topics.size(); i = (*next)++) {
    if (options.stop != nullptr && *options.stop)
      return Status(Code::kInterrupted, "the searches were interrupted");
    THRESH_ASSIGN_OR_RETURN((*answers)[i], SearchTopic(topics[i], *searcher, options));
  }
  return {};
}

double Percentile(const std::vector<double>& ascending, double share) {
  if (ascending.empty()) return 0;
  // The index is rounded: the result is a latency that was measured, not one between two.
  return ascending[static_cast<std::size_t>(
      std::lround(share * static_cast<double>(ascending.size() - 1)))];
}

}  // namespace

Result<TopicResults> SearchTopics(const StoreNames& stores, const std::vector<Topic>& topics,
                                  const TopicSearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> opened, Searcher::Open(stores));
  return SearchTopics(*opened, topics, options);
}

Result<TopicResults> SearchTopics(const Searcher& searcher, const std::vector<Topic>& topics,
                                  const TopicSearchOptions& options) {
  std::vector<Answer> answers(topics.size());
  std::vector<Status> states(std::min(options.threads, topics.size()));
  std::atomic<std::size_t> next = 0;
  const Clock::time_point begin = Clock::now();
  {
    // The threads are joined at the end of this block, before their states are read.
    std::vector<std::jthread> threads;
    threads.reserve(states.size());
    for (Status& state : states)
      threads.emplace_back([&] { state = Work(searcher, topics, options, &next, &answers); });
  }
  for (const Status& state : states) THRESH_RETURN_IF_ERROR(state);
  TopicResults out;
  out.seconds = MillisecondsSince(begin) / 1000;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (!answers[i].words) out.without_words.push_back(topics[i].id);
    if (answers[i].words) out.milliseconds.push_back(answers[i].milliseconds);
    out.postings += answers[i].postings;
    if (!answers[i].hits.empty()) out.run.topics.emplace(topics[i].id, std::move(answers[i].hits));
  }
  std::sort(out.milliseconds.begin(), out.milliseconds.end());
  return out;
}

Result<std::vector<TermWeight>> ExpandTopic(const Topic& topic, Searcher& searcher,
                                            const TopicSearchOptions& options) {
  std::vector<TermWeight> terms;
  THRESH_ASSIGN_OR_RETURN(Query words, WordsOf(topic, searcher, options));
  if (words.units.empty()) return terms;
  THRESH_ASSIGN_OR_RETURN(const Query query, searcher.Expand(std::move(words), options.search));
  for (const QueryUnit& unit : query.units) {
    // A search finds alternatives of a word by itself.
    if (unit.instead_of) continue;
    terms.push_back({unit.words.front().term, unit.frequency * unit.weight});
  }
  return terms;
}

std::string DocnoOf(const DocRecord& page) {
  if (!page.docno.empty()) return page.docno;
  return page.path.empty() ? page.url : page.path;
}

std::string SpeedText(const TopicResults& run) {
  const std::size_t topics = run.milliseconds.size();
  const double rate = run.seconds > 0 ? static_cast<double>(topics) / run.seconds : 0;
  const auto percentile = [&](double share) {
    return Decimal(Percentile(run.milliseconds, share), 2) + " ms";
  };
  return Thousands(topics) + " topics in " + Decimal(run.seconds, 2) + " s, " + Decimal(rate, 0) +
         " a second; latency p50 " + percentile(0.5) + ", p95 " + percentile(0.95) + ", p99 " +
         percentile(0.99) + "; " + Thousands(run.postings) + " postings of their words";
}

}  // namespace thresh
