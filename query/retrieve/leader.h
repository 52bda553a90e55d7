// LeaderWalk: walks the pages of one unit of a query, the leader, and looks each page up in the
// other units, the followers, for as long as it may still be among the best. Block-max retrieval
// (pruning.cc) makes one for each leader, or a single one for a required unit. Pages are worked on
// in batches, column by column, because a formula in a loop over 128 pages costs less than 128
// calls of it.
//
// A walk is run once. Afterwards the cursors of all units stand somewhere: rewind them before the
// next walk. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/retrieve/near_bounds.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/top_hits.h"

namespace thresh {

struct LedUnit {
  ScoredUnit* unit = nullptr;
  double bound = 0;    // upper bound of its score on any page
  double most_tf = 0;  // on any page
  bool done = false;   // it was the leader before: all its pages were offered
  // Computes the bounds, but not `done`.
  void FindBounds();
};

// An upper bound of the unit's score on every page within `bounds`. Infinite if they are unknown.
double BoundOf(const TermScorer& scorer, const TfBounds& bounds);

class LeaderWalk : private Cursor::Gate {
 public:
  // `units` are in the order of the query, all on their first page. The walk skips pages that have
  // a unit that is done, lack a required one, or are not of `filter`, if there is one. All
  // arguments must outlive it.
  LeaderWalk(std::span<const LedUnit> units, std::size_t leader, Cursor* filter,
             const LengthsRecord& lengths, TopHits* top);
  // Offers every page of the leader that may be among the best. kUnusable if a posting list refers
  // to a page that does not exist.
  Status Run();
  std::uint64_t pages() const { return pages_; }      // pages of the leader that were looked at
  std::uint64_t matches() const { return matches_; }  // pages that were offered
  bool skipped() const { return skipped_; }           // pages were skipped by their bounds

 private:
  static constexpr std::size_t kBatch = 128;
  // A unit in which the leader's pages are looked up.
  struct Follower {
    const LedUnit* led = nullptr;
    std::size_t index = 0;  // in the order of the query
    // Upper bound of what units that are asked after it add, and pairs of two of them.
    double after = 0;
  };
  // Two neighbours in the query (near_bounds.h), none of which is done. On the pages of a batch,
  // what they may add is counted from the first of the two on that is asked.
  struct Near {
    const NearBounds::Pair* pair;
    bool leads = false;               // the leader is one of the two
    double first_tf, second_tf;       // at most, on any page
    std::array<double, kBatch> most;  // by page
  };
  // Up to kBatch pages of the leader. `alive` holds the numbers, in the batch, of the pages that
  // may still be among the best; arrays "by page" are indexed by such a number.
  struct Batch {
    std::size_t left = 0;                         // pages still alive
    std::array<std::uint8_t, kBatch> alive;       // their numbers, ascending
    std::array<std::uint32_t, kBatch> sought;     // their docs, in the order of `alive`
    std::array<double, kBatch> tfs;               // of the current unit, in the order of `alive`
    std::array<PageTf, kBatch> pages;             // by page: doc, and tf of the leader
    std::array<double, kBatch> lengths, tf_avgs;  // by page
    // By page: sum of the positive scores so far. Negative ones only lower the final score, so that
    // leaving them out keeps this sum an upper bound.
    std::array<double, kBatch> so_far;
    // The alive pages that have the current unit, column by column.
    std::array<std::uint8_t, kBatch> present;
    std::array<double, kBatch> present_tfs, present_lengths, present_tf_avgs, scores;
    std::array<double, kBatch> other_tfs;  // of a neighbour of the unit
  };

  // Pages that have the leader or not, and an upper bound of what it adds there, and its pairs.
  struct Stretch {
    std::uint32_t first, last;
    double bound;
    double least_length;  // of the pages that have it
    bool has_pages;       // that have it
    bool coarse;          // TfBounds::coarse
    bool done = false;
  };

  Status Walk();
  Status WalkRange(std::uint32_t first, std::uint32_t last);
  Status WalkStretch(const Stretch& stretch);
  Stretch StretchFrom(std::uint32_t first) const;
  bool MayBeginWithBest();
  bool Rewind();
  std::vector<Stretch> ListStretches() const;
  Status SearchBest(std::vector<Stretch>* stretches);
  void FindNear(std::span<const LedUnit> units);
  double LeaderBound(double tf, double length) const;
  double LeaderBound(const TfBounds& bounds) const;
  double PriorOf(std::uint32_t doc) const;
  bool IsTooWeak(const Stretch& stretch) const;
  Status SearchBlock(const Stretch& stretch);
  double Light(double least_length) const;
  bool Admits(std::uint32_t doc, double most_tf) override;
  Status LookAt(std::size_t taken);
  void Measure(std::size_t taken);
  void ScoreLeader(std::size_t taken);
  bool AsksFirst() const;
  std::size_t KeepThoseOfFirst(std::size_t taken);
  void Ask(const Follower& follower);
  std::size_t ScoreFollower(const Follower& follower);
  void AddBonus(std::size_t taken);
  void AddNear(std::size_t unit, std::size_t present);
  template <typename Keep>
  void Sift(Keep keep);
  bool IsOfFilter(std::uint32_t doc);
  void OfferLeft();
  double& score(std::size_t unit, std::size_t page) { return unit_scores_[unit * kBatch + page]; }

  const LedUnit& leader_;
  const std::size_t leader_index_;
  Cursor* const filter_;
  const LengthsRecord& lengths_;
  TopHits& top_;
  std::size_t units_;
  // [unit x kBatch + page]; units in the order of the query
  std::unique_ptr<double[]> unit_scores_;
  std::vector<Follower> followers_;  // in the order in which they are asked
  double others_ = 0;                // upper bound of all but the leader and its pairs
  std::vector<Near> near_;
  std::vector<bool> asked_;            // by unit: its tf on the batch's pages is known
  std::vector<double> unit_tfs_;       // [unit x kBatch + page], if there are pairs
  std::array<double, kBatch> priors_;  // by page
  bool reads_tf_avg_ = false;          // some unit's formula does
  const PageBonus* const bonus_;       // null: there is none
  const double most_prior_;
  std::uint64_t pages_ = 0, matches_ = 0;
  bool skipped_ = false;
  // Of the batch before, the leader alone did not rule out most pages.
  bool most_were_left_ = true;
  bool first_known_ = false;              // the first follower's tfs on the batch's pages
  std::array<double, kBatch> first_tfs_;  // by page
  Batch batch_;
};

}  // namespace thresh
