// Qrels: which pages are relevant to a topic, as people judged them. Lines "topic iteration docno
// grade"; blank lines and lines that begin with # are passed over.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/base/status.h"

namespace thresh {

// Grade of each judged docno; below 0: in the pool, but not judged.
using Judgments = std::unordered_map<std::string, int>;

struct Qrels {
  std::map<std::string, Judgments> topics;  // in the order of strcmp, as trec_eval walks them
  int highest_grade = 0;
};

// kUnusable with the line: not four fields, a grade that is no whole number of -127 to 127, a docno
// that was judged twice for a topic; or no judgment at all.
Result<Qrels> ParseQrels(std::string_view text, const std::string& file);
Result<Qrels> ReadQrels(const std::string& file);

}  // namespace thresh
