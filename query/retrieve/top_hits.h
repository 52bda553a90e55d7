// TopHits: the best n of all hits that were offered. It is a heap of at most n hits with the worst
// on top. Ties go to the smaller page number, so that the result does not depend on the order of
// offers. Each algorithm of retrieval has one for the length of a search. Not thread-safe.
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

  // The score that a page with a larger number than all pages so far must exceed to get in.
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
  // The hits, best first. To be called once, at the end.
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
