// TopHits: the best n of the hits that were offered, in a bounded heap with the worst of them on
// top. Equal scores are in the order of pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "query/retrieve/retrieval.h"

namespace thresh {

class TopHits {
 public:
  explicit TopHits(std::size_t n) : n_(n) {}

  // What a later page must exceed to get in.
  double threshold() const {
    if (hits_.size() < n_) return -std::numeric_limits<double>::infinity();
    return n_ == 0 ? std::numeric_limits<double>::infinity() : hits_.front().score;
  }
  void Offer(const Hit& hit) {
    if (hits_.size() == n_) {
      if (n_ == 0 || !Better(hit, hits_.front())) return;
      std::pop_heap(hits_.begin(), hits_.end(), Better);
      hits_.back() = hit;
    } else {
      hits_.push_back(hit);
    }
    std::push_heap(hits_.begin(), hits_.end(), Better);
  }
  std::vector<Hit> Take() {
    std::sort_heap(hits_.begin(), hits_.end(), Better);
    return std::move(hits_);
  }

 private:
  static bool Better(const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.doc < b.doc;
  }
  std::size_t n_;
  std::vector<Hit> hits_;
};

}  // namespace thresh
