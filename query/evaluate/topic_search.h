// SearchTopics: searches every topic in a store, with several threads, for `thresh-query run` and
// for experiments. The text of a topic is not a query: its words are searched, and quotes or signs
// in it have no meaning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/topics.h"
#include "query/evaluate/trec_run.h"
#include "query/retrieve/searcher.h"

namespace thresh {

// A term of the index and what it counts in a search.
struct TermWeight {
  std::string term;
  double weight = 0;
};

struct TopicSearchOptions {
  SearchOptions search;  // `n` is the number of hits for each topic
  std::vector<TopicField> fields = {TopicField::kTitle};
  std::set<std::string> excluded;  // docnos that are never reported
  // By id of a topic: what is searched in place of its words. Those that are among its words count
  // as typed. See ExpandTopic.
  std::map<std::string, std::vector<TermWeight>> terms;
  std::size_t threads = 1;
  // Once it is true, the search ends with kInterrupted before the next topic. May be null.
  const std::atomic<bool>* stop = nullptr;
};

struct TopicResults {
  TrecRun run;                             // without the topics that have no hit
  std::vector<std::string> without_words;  // topics whose fields have no word to search for
  std::vector<double> milliseconds;        // of each search, ascending
  double seconds = 0;                      // wall time of all searches
  std::uint64_t postings = 0;              // in the lists of the words of all topics
};

// Searches the version that the searcher has open; each thread has Another(), so `searcher` may
// search meanwhile. The results do not depend on the number of threads. kUsage for bad options of
// the search; any other error is that of Searcher.
Result<TopicResults> SearchTopics(const Searcher& searcher, const std::vector<Topic>& topics,
                                  const TopicSearchOptions& options);
// The same in the present version of the stores.
Result<TopicResults> SearchTopics(const StoreNames& stores, const std::vector<Topic>& topics,
                                  const TopicSearchOptions& options);

// The words of a topic and what `search.expand` adds to them, with their weights: a search for
// these terms finds what a search with that expansion finds. Empty for a topic without words.
Result<std::vector<TermWeight>> ExpandTopic(const Topic& topic, Searcher& searcher,
                                            const TopicSearchOptions& options);

// The name of a page in a TREC run file: its docno, or else its path, or else its URL.
std::string DocnoOf(const DocRecord& page);

// "93 topics in 0.08 s, 1,234 a second; latency p50 0.6 ms, p95 1.2 ms, p99 1.9 ms; ..."
std::string SpeedText(const TopicResults& results);

}  // namespace thresh
