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
#include <functional>
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
  // What pages score beside the units; null if nothing.
  const PageBonus* bonus() const { return most_bonus_ > 0 ? bonus_ : nullptr; }

  // The score, with the bonus, that a page with a larger number than all pages so far must exceed
  // to get in. Lower than that by far more than sums of such numbers are rounded, if there is a
  // bonus.
  double floor() const { return floor_; }
  // The same for the score without the bonus, if all of it may come on top.
  double threshold() const { return floor_ - most_bonus_; }
  // REQUIRES: the page is live. Its score is that of the units, without the bonus. A page that the
  // query names is left out here, as OfferNamed has it.
  void Offer(Hit hit) {
    hit.doc = InStore(hit.doc);
    if (!IsNamed(hit.doc)) Add(hit);
  }
  // The same in the slowest way, which no bound can lead astray.
  void OfferUnbounded(Hit hit) {
    hit.doc = InStore(hit.doc);
    if (IsNamed(hit.doc)) return;
    if (most_bonus_ > 0) hit.score += bonus_->Of(hit.doc).sum();
    Keep(hit);
  }
  // The same, where the caller knows that the whole bonus is from `least` to `most`. The page may
  // wait until Settle, because the bonus of a page that has to wait need often not be found.
  void Offer(Hit hit, double least, double most) {
    if (hit.score + most < floor_) return;
    hit.doc = InStore(hit.doc);
    if (IsNamed(hit.doc)) return;
    waiting_.push_back({hit, hit.score + most});
    KeepLeast(hit.score + least);
    if (waiting_.size() < next_round_) return;
    if (waiting_.size() >= kMostWaiting) return Settle();
    SettleRound(kFirstRound);
    next_round_ = 2 * waiting_.size() + kFirstWaiting;
  }
  // Offers a page that the query names, by its number in the store. To be called before all others.
  void OfferNamed(Hit hit) {
    hit.score += bonus_->Of(hit.doc).sum();
    Keep(hit);
  }
  // Finds the bonus of all pages that wait. Rounds become longer, because lists are walked forward
  // with less work, and the floor rises less and less.
  void Settle() {
    for (std::size_t round = kFirstRound; !waiting_.empty(); round *= 4) SettleRound(round);
    next_round_ = kFirstWaiting;
  }
  // The hits, best first. To be called once, at the end.
  std::vector<Hit> Take() {
    Settle();
    std::sort_heap(hits_.begin(), hits_.end(), Better);
    return std::move(hits_);
  }

 private:
  struct Waiting {
    Hit hit;      // without the bonus
    double most;  // with the bonus, at most
  };

  bool IsNamed(DocId doc) const { return bonus_ != nullptr && bonus_->IsNamed(doc); }
  // Finds the bonus of the `pages` that may score most, as they rule out others. Pages stay in the
  // order in which they came: to sort them takes as long as a part of the bonus.
  void SettleRound(std::size_t pages) {
    std::erase_if(waiting_, [this](const Waiting& w) { return w.most < floor_; });
    double least = -std::numeric_limits<double>::infinity();
    std::size_t ties = waiting_.size();  // of the round, those that may score `least`
    if (pages < waiting_.size()) {
      mosts_.clear();
      for (const Waiting& w : waiting_) mosts_.push_back(w.most);
      const auto first = mosts_.end() - static_cast<std::ptrdiff_t>(pages);
      std::nth_element(mosts_.begin(), first, mosts_.end());
      least = *first;
      ties = static_cast<std::size_t>(std::count(first, mosts_.end(), least));
    }
    std::size_t left = 0;
    for (const Waiting& w : waiting_) {
      const bool in_round = w.most > least || (w.most == least && ties > 0);
      ties -= in_round && w.most == least ? 1 : 0;
      if (!in_round) {
        waiting_[left++] = w;
      } else if (w.most >= floor_) {
        Add(w.hit);
      }
    }
    waiting_.resize(left);
  }
  // Adds the bonus. To find it takes longer than to score a page.
  void Add(Hit hit) {
    if (most_bonus_ > 0) {
      const std::optional<BonusShares> bonus = bonus_->AtLeast(hit.doc, floor_ - hit.score);
      if (!bonus) return;
      hit.score += bonus->sum();
    }
    Keep(hit);
  }
  void Keep(Hit hit) {
    if (hits_.size() == n_) {
      if (n_ == 0 || !Better(hit, hits_.front())) return;
      std::pop_heap(hits_.begin(), hits_.end(), Better);
      hits_.back() = hit;
    } else {
      hits_.push_back(hit);
    }
    std::push_heap(hits_.begin(), hits_.end(), Better);
    if (hits_.size() == n_) floor_ = std::max(floor_, Lowered(hits_.front().score));
  }
  // n pages that have at least so much are as good as hits: what is below cannot get in.
  void KeepLeast(double least) {
    if (leasts_.size() == n_) {
      if (n_ == 0 || least <= leasts_.front()) return;
      std::pop_heap(leasts_.begin(), leasts_.end(), std::greater<>());
      leasts_.back() = least;
    } else {
      leasts_.push_back(least);
    }
    std::push_heap(leasts_.begin(), leasts_.end(), std::greater<>());
    if (leasts_.size() == n_) floor_ = std::max(floor_, Lowered(leasts_.front()));
  }
  // A page that the query names may have a larger number than those that come after it, which are
  // in before it if they tie.
  double Lowered(double score) const {
    const bool exact = most_bonus_ == 0 && (bonus_ == nullptr || bonus_->named().empty());
    return exact ? score : score - (std::abs(score) + most_bonus_) * kRoundingLoss;
  }
  static bool Better(const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.doc < b.doc;
  }
  DocId InStore(DocId doc) {
    if (live_ != nullptr && FindStretch(doc.value))
      doc.value += stretch_.first - stretch_.first_in_segment;
    return doc;
  }
  // Pages come in order as a rule, so the stretch is mostly that of the page before.
  bool FindStretch(std::uint32_t doc) {
    if (doc - stretch_.first_in_segment < stretch_.docs) return true;
    const std::optional<DocId> in_store = live_->InStore(segment_, DocId(doc));
    if (in_store) stretch_ = live_->StretchOf(*in_store);
    return in_store.has_value();
  }

  static constexpr double kRoundingLoss = 1e-12;
  static constexpr std::size_t kMostWaiting = 4096;
  static constexpr std::size_t kFirstWaiting = 128, kFirstRound = 16;

  std::size_t n_;
  PageBonus* bonus_;
  double most_bonus_;
  std::vector<Hit> hits_;
  std::vector<double> leasts_;  // a heap of the n largest, the smallest on top
  std::vector<Waiting> waiting_;
  std::vector<double> mosts_;               // of those that wait; kept for its memory
  std::size_t next_round_ = kFirstWaiting;  // this many wait before some are settled
  double floor_ =
      n_ == 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  const LiveSites* live_ = nullptr;  // null: pages have the numbers of the store
  std::uint32_t segment_ = 0;
  bool all_live_ = true;  // none of the pages that come now is masked
  LiveSites::Stretch stretch_;
};

}  // namespace thresh
