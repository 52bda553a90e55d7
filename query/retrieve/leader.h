// LeaderWalk: the pages of one unit of a query, the leader, each looked up in the other units as long as it
// may be among the best. One walk a value; the units stand where they stood when it is done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "query/retrieve/retrieval.h"
#include "query/retrieve/top_hits.h"

namespace thresh {

// A unit, what it can score on any page, and whether all its pages were walked.
struct LedUnit {
  ScoredUnit* unit = nullptr;
  double bound = 0;
  bool done = false;
};

// At least what any page within `bounds` scores.
double BoundOf(const ScoredUnit& unit, const TfBounds& bounds);

class LeaderWalk {
 public:
  // `units` in the order of the query, all at their first page. Pages that have a unit that is done were
  // offered before.
  LeaderWalk(std::span<const LedUnit> units, std::size_t leader, const LengthsRecord& lengths, TopHits* top);
  // kUnusable: a list names a page that there is not.
  Status Run();
  std::uint64_t pages() const { return pages_; }  // of the leader that were looked at

 private:
  struct Follower {
    const LedUnit* led = nullptr;
    double* score = nullptr;  // of the page at hand
    double after = 0;         // bounds of those that are asked after it
  };
  static constexpr std::size_t kBatch = 128;

  Status Score(std::size_t taken);
  void Consider(std::uint32_t doc, const Occurrence& leader, double score);

  const LedUnit& leader_;
  const LengthsRecord& lengths_;
  TopHits& top_;
  std::vector<double> page_scores_;  // in the order of the units
  double& leader_score_;
  std::vector<Follower> followers_;  // in the order in which they are asked
  double others_ = 0;                // what they can score together
  std::uint64_t pages_ = 0;
  std::array<PageTf, kBatch> batch_;
  std::array<Occurrence, kBatch> occurrences_;
  std::array<double, kBatch> scores_;
};

}  // namespace thresh
