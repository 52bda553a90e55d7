// TopHits: the best n of all hits that were offered. It is a heap of at most n hits with the worst
// on top. Ties go to the smaller page number, so that the result does not depend on the order of
// offers. A search has one, also where it goes segment by segment: pages are then offered by the
// numbers of their segment and stand here by those of the store. What a page scores beside the
// units of the query is added here. Not thread-safe.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/store/live_sites.h"
#include "query/retrieve/page_bonus.h"
#include "query/retrieve/retrieval.h"

namespace thresh {

class TopHits {
 public:
  // `bonus` may be null: there is none. Else it must outlive this.
  explicit TopHits(std::size_t n, PageBonus* bonus = nullptr)
      : n_(n), bonus_(bonus), most_bonus_(bonus == nullptr ? 0 : bonus->most()) {}

  // The pages that come now have the numbers of this segment. `live` must outlive this.
  void EnterSegment(const LiveSites& live, std::uint32_t segment) {
    live_ = &live;
    segment_ = segment;
    all_live_ = !live.has_masked(segment);
    stretch_ = {};
  }
  // Whether pages come segment by segment, so that a page may come after one with a larger number.
  bool by_segment() const { return live_ != nullptr; }
  // Whether the page is one of the store. Pages of masked sites are not.
  bool IsLive(std::uint32_t doc) { return all_live_ || FindStretch(doc); }
  bool all_live() const { return all_live_; }

  // The score, without the bonus, that a page with a larger number than all pages so far must
  // exceed to get in.
  double threshold() const { return threshold_; }
  // REQUIRES: the page is live. Its score is that of the units, without the bonus.
  void Offer(Hit hit) {
    if (live_ != nullptr && FindStretch(hit.doc.value))
      hit.doc.value += stretch_.first - stretch_.first_in_segment;
    if (most_bonus_ > 0) {
      // To find the bonus of a page takes longer than to score it. The threshold is that of a page
      // with the largest bonus.
      const std::optional<BonusShares> bonus =
          bonus_->AtLeast(hit.doc, threshold_ + most_bonus_ - hit.score);
      if (!bonus) return;
      hit.score += bonus->sum();
    }
    Keep(hit);
    threshold_ = Threshold();
  }
  // The hits, best first. To be called once, at the end.
  std::vector<Hit> Take() {
    std::sort_heap(hits_.begin(), hits_.end(), Better);
    return std::move(hits_);
  }

 private:
  void Keep(Hit hit) {
    if (hits_.size() == n_) {
      if (n_ == 0 || !Better(hit, hits_.front())) return;
      std::pop_heap(hits_.begin(), hits_.end(), Better);
      hits_.back() = hit;
    } else {
      hits_.push_back(hit);
    }
    std::push_heap(hits_.begin(), hits_.end(), Better);
  }
  double Threshold() const {
    if (hits_.size() < n_) return -std::numeric_limits<double>::infinity();
    if (n_ == 0) return std::numeric_limits<double>::infinity();
    const double worst = hits_.front().score;
    // Lower by far more than sums of such numbers are rounded.
    return most_bonus_ == 0 ? worst
                            : worst - most_bonus_ - (std::abs(worst) + most_bonus_) * kRoundingLoss;
  }
  static bool Better(const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.doc < b.doc;
  }
  // Pages come in order as a rule, so the stretch is mostly that of the page before.
  bool FindStretch(std::uint32_t doc) {
    if (doc - stretch_.first_in_segment < stretch_.docs) return true;
    const std::optional<DocId> in_store = live_->InStore(segment_, DocId(doc));
    if (in_store) stretch_ = live_->StretchOf(*in_store);
    return in_store.has_value();
  }

  static constexpr double kRoundingLoss = 1e-12;

  std::size_t n_;
  PageBonus* bonus_;
  double most_bonus_;
  std::vector<Hit> hits_;
  double threshold_ = Threshold();
  const LiveSites* live_ = nullptr;  // null: pages have the numbers of the store
  std::uint32_t segment_ = 0;
  bool all_live_ = true;  // none of the pages that come now is masked
  LiveSites::Stretch stretch_;
};

}  // namespace thresh
