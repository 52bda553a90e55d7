// NearBounds: upper bounds of what the nearness of neighbouring words of a query adds to the score
// of a page (proximity.h), out of how often the words stand there and how long the page is. No
// position is read for them. PageBonus makes the pairs, and a LeaderWalk asks for the bounds of its
// pages. Values, safe on any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

namespace thresh {

// No more than the sum of 1 / d^2 over `first` occurrences of a word, where d is the distance to
// the nearest of `second` occurrences of another word. Of the first word, only two occurrences can
// have the same distance to the same occurrence of the second, one on each side. So 2 x second of
// them count at most 1, as many others at most 1/4, then 1/9, and all together 2 x second x pi^2/6.
// The lines below continue these steps. Numbers of occurrences may be weighted sums over fields.
inline double MostNear(double first, double second) {
  constexpr double kMostForOne = 2 * std::numbers::pi * std::numbers::pi / 6;
  return std::min(std::min(first, first / 4 + second * (3.0 / 2)),
                  std::min(first / 9 + second * (37.0 / 18), second * kMostForOne));
}

struct NearBounds {
  struct Pair {
    std::size_t first = 0, second = 0;  // scored units of the query, by their place
    double most = 0;                    // their nearness never adds as much
    bool Has(std::size_t unit) const { return unit == first || unit == second; }
  };
  static constexpr double kAny = std::numeric_limits<double>::infinity();

  // Near words add most x near / (near + constant + per_word x length). The slack keeps the bound
  // above every sum of such terms, however sums are rounded.
  double Of(const Pair& pair, double first_tf, double second_tf, double length) const {
    constexpr double kSlack = 1e-9;
    const double near = std::min(MostNear(first_tf, second_tf), 1e30);
    return pair.most * near / (near + constant + per_word * length) * (1 + kSlack) + kSlack;
  }

  // The same of many pages, column by column.
  void Of(const Pair& pair, std::size_t pages, const double* first_tfs, const double* second_tfs,
          const double* lengths, double* bounds) const {
    for (std::size_t i = 0; i < pages; ++i)
      bounds[i] = Of(pair, first_tfs[i], second_tfs[i], lengths[i]);
  }

  std::vector<Pair> pairs;
  double constant = 1, per_word = 0;  // of which `constant` is above 0
};

}  // namespace thresh
