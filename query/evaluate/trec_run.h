// TrecRun: what a system found for every topic. Lines "topic Q0 docno rank score tag"; blank lines
// and lines that begin with # are passed over, and so is what follows the tag.
//
// The rank column counts for nothing: the order is by score, and equal scores by docno, the
// greatest first, as trec_eval takes it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct RunHit {
  std::string docno;
  double score = 0;
  friend bool operator==(const RunHit&, const RunHit&) = default;
};

struct TrecRun {
  std::string tag;  // of the last line
  std::map<std::string, std::vector<RunHit>> topics;
};

// In trec_eval's order.
void SortHits(std::vector<RunHit>* hits);

// kUnusable with the line: fewer than six fields, a score that is no finite number, a docno that
// stands twice in a topic; or no line at all.
Result<TrecRun> ParseRun(std::string_view text, const std::string& file);
Result<TrecRun> ReadRun(const std::string& file);

// The lines of one topic. Scores have as many digits as it takes to tell them apart: read back,
// they are the same numbers. Blanks in a docno become %20.
std::string RunLines(const std::string& topic, const std::vector<RunHit>& hits,
                     const std::string& tag);

}  // namespace thresh
