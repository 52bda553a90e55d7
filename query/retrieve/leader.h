// LeaderWalk: the pages of one unit of a query, the leader, each looked up in the other units as
// long as it may be among the best. One walk a value; the units stand where they stood when it is
// done.
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
  // `units` in the order of the query, all at their first page. Pages that have a unit that is done
  // were offered before.
  LeaderWalk(std::span<const LedUnit> units, std::size_t leader, const LengthsRecord& lengths,
             TopHits* top);
  // kUnusable: a list names a page that there is not.
  Status Run();
  std::uint64_t pages() const { return pages_; }  // of the leader that were looked at

 private:
  static constexpr std::size_t kBatch = 128;
  // A unit in which pages are looked up.
  struct Follower {
    const LedUnit* led = nullptr;
    std::size_t index = 0;  // in the order of the query
    double after = 0;       // bounds of those that are asked after it
  };
  // Pages that are worked on together, and what is known of them so far.
  struct Batch {
    std::size_t left = 0;                         // may still be among the best
    std::array<std::uint8_t, kBatch> alive;       // which, ascending
    std::array<std::uint32_t, kBatch> sought;     // their pages
    std::array<double, kBatch> tfs;               // theirs, of the unit at hand
    std::array<PageTf, kBatch> pages;             // all, of the leader
    std::array<double, kBatch> lengths, tf_avgs;  // of all pages
    std::array<double, kBatch> so_far;         // of all; without what is negative: that only lowers
    std::array<std::uint8_t, kBatch> present;  // the pages that have the unit at hand
    std::array<double, kBatch> present_tfs, present_lengths, present_tf_avgs, scores;  // of these
  };

  double Light(double least_length) const;
  Status LookAt(std::size_t taken);
  void Measure(std::size_t taken);
  void ScoreLeader(std::size_t taken);
  void Ask(const Follower& follower);
  void ScoreFollower(const Follower& follower);
  template <typename Keep>
  void Sift(Keep keep);
  void OfferLeft();
  double& score(std::size_t unit, std::size_t page) { return unit_scores_[unit * kBatch + page]; }

  const LedUnit& leader_;
  const std::size_t leader_index_;
  const LengthsRecord& lengths_;
  TopHits& top_;
  std::size_t units_;
  std::vector<double>
      unit_scores_;  // of the pages of a batch, unit by unit in the order of the query
  std::vector<Follower> followers_;  // in the order in which they are asked
  double others_ = 0;                // what they can score together
  bool reads_tf_avg_ = false;        // of any unit
  std::uint64_t pages_ = 0;
  Batch batch_;
};

}  // namespace thresh
