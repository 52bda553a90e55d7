// Qrels: which pages are relevant to a topic, as people judged them. A plain value. Each line of a
// file is "topic iteration docno grade". Blank lines and lines that begin with # are skipped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/preferences.h"

namespace thresh {

// The grade of each docno in the pool. A grade below 0 means in the pool, but not judged.
using Judgments = std::unordered_map<std::string, int>;

struct Qrels {
  std::map<std::string, Judgments> topics;  // in byte order, in which trec_eval adds up topics
  int highest_grade = 0;
  // What is preferred to what, by topic (preferences.h). Empty: nobody asked for it.
  std::map<std::string, std::vector<PreferenceGroup>> preferences = {};
  bool graded = true;  // false: the grades of the topics say only which pages were preferred to any
};

// kUnusable, with file and line, for a line without exactly four fields, a grade that is not a
// whole number from -127 to 127, and a docno that is judged twice for a topic. kUnusable for a file
// without a single judgment.
Result<Qrels> ParseQrels(std::string_view text, const std::string& file);
Result<Qrels> ReadQrels(const std::string& file);

}  // namespace thresh
