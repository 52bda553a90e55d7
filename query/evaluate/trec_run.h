// TrecRun: what a system found for every topic, as read from a TREC run file or made by
// SearchTopics. A plain value. Each line of a file is "topic Q0 docno rank score tag". Blank lines
// and lines that begin with # are skipped, and so is any text behind the tag.
//
// As in trec_eval the rank column counts for nothing: pages are ordered by score, and ties by
// docno, the greatest first.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct TrecHit {
  std::string docno;
  double score = 0;
  friend bool operator==(const TrecHit&, const TrecHit&) = default;
};

struct TrecRun {
  std::string tag;                                     // of the last line
  std::map<std::string, std::vector<TrecHit>> topics;  // hits in the order of SortHits
};

// Sorts hits into trec_eval's order.
void SortHits(std::vector<TrecHit>* hits);

// kUnusable, with file and line, for fewer than six fields, a score that is not a finite number,
// and a docno that stands twice in a topic. kUnusable for a file without a single result.
Result<TrecRun> ParseTrecRun(std::string_view text, const std::string& file);
Result<TrecRun> ReadTrecRun(const std::string& file);

// The lines of one topic. Scores have as many digits as are needed to read the same numbers back.
// Blanks in a docno become %20.
std::string TrecRunLines(const std::string& topic, const std::vector<TrecHit>& hits,
                         const std::string& tag);

}  // namespace thresh
