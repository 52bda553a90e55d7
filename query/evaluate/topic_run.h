// RunTopics: every topic is searched in a store, by several threads. The text of a topic is no
// query: its words are searched, and quotes or signs in it mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/topics.h"
#include "query/evaluate/trec_run.h"
#include "query/retrieve/searcher.h"

namespace thresh {

struct TopicRunOptions {
  SearchOptions search;  // its n: hits a topic
  std::vector<TopicField> fields = {TopicField::kTitle};
  std::set<std::string> excluded;  // docnos that are never reported
  std::size_t threads = 1;
};

struct TopicRun {
  TrecRun run;                             // a topic without a hit is not in it
  std::vector<std::string> without_words;  // topics whose fields have no word to search for
  std::vector<double> milliseconds;        // of each search, ascending
  double seconds = 0;                      // wall time of all
  std::uint64_t postings = 0;  // of the words of all topics, as far as their lists reach
};

// Each thread opens the store for itself. kUsage: bad options of the search.
Result<TopicRun> RunTopics(const std::string& store, const std::vector<Topic>& topics,
                           const TopicRunOptions& options);

// A page's name in a run: its docno, or its path, or its URL.
std::string DocnoOf(const DocRecord& page);

// "93 topics, 1,234 queries a second; latency p50 0.6 ms, p95 1.2 ms, p99 1.9 ms; ..."
std::string SpeedText(const TopicRun& run);

}  // namespace thresh
