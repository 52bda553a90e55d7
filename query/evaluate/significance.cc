#include "query/evaluate/significance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace thresh {
namespace {

double Count(std::size_t n) { return static_cast<double>(n); }

// The continued fraction of the incomplete beta function (Abramowitz and Stegun 1964, 26.5.8), by
// the method of Lentz.
double BetaFraction(double a, double b, double x) {
  // Lentz's method divides by c and d, so a zero is replaced by a tiny number. The fraction takes
  // about sqrt(max(a, b)) steps, so 10,000 are enough for any number of topics.
  constexpr double kTiny = 1e-300;
  constexpr int kMostSteps = 10000;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int step = 1; step <= kMostSteps; ++step) {
    const double m = step;
    for (const double numerator : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                   -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
      d = 1 / away_from_zero(1 + numerator * d);
      c = away_from_zero(1 + numerator / c);
      fraction *= c * d;
    }
    // The precision of a double is reached.
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);  // std::lgamma writes a global
}

// The regularised incomplete beta function.
double IncompleteBeta(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const double front =
      std::exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast on this side only. The other side goes through the symmetry
  //   I_x(a, b) = 1 - I_(1-x)(b, a)
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(a, b, x) / a;
  return 1 - front * BetaFraction(b, a, 1 - x) / b;
}

struct SignedRanks {
  double positive = 0;  // sum of the ranks of positive differences
  double ties = 0;      // sum of t^3 - t over groups of equal size
  std::size_t n = 0;    // without zeros
};

// Wilcoxon 1945: zeros are dropped, and differences of equal size share the mean of their ranks.
SignedRanks RankSigns(std::vector<double> differences) {
  std::erase(differences, 0.0);
  std::sort(differences.begin(), differences.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  SignedRanks out;
  out.n = differences.size();
  for (std::size_t begin = 0, end = 0; begin < out.n; begin = end) {
    while (end < out.n && std::abs(differences[end]) == std::abs(differences[begin])) ++end;
    const double rank = (Count(begin + 1) + Count(end)) / 2;
    const double size = Count(end - begin);
    out.ties += size * size * size - size;
    for (std::size_t i = begin; i < end; ++i) out.positive += differences[i] > 0 ? rank : 0;
  }
  return out;
}

// Counts, by dynamic programming, how many of the 2^n choices of signs give each sum of ranks. The
// distribution is symmetric, so the smaller of the two sums is enough.
double ExactWilcoxon(std::size_t n, double smaller) {
  std::vector<double> ways(n * (n + 1) / 2 + 1);
  ways[0] = 1;
  // Sums descend, so that each rank is used at most once.
  for (std::size_t rank = 1; rank <= n; ++rank)
    for (std::size_t sum = ways.size() - 1; sum >= rank; --sum) ways[sum] += ways[sum - rank];
  const auto upto = static_cast<std::ptrdiff_t>(smaller) + 1;
  return std::min(
      1.0, 2 * std::accumulate(ways.begin(), ways.begin() + upto, 0.0) / std::exp2(Count(n)));
}

// SplitMix64 (Steele, Lea and Flood 2014): the same signs on every machine, which the distributions
// of the standard library do not promise.
class SignDice {
 public:
  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  // Fixed, so that the same comparison prints the same table again.
  std::uint64_t state_ = 20060423;
};

// The size of the sum with these signs: the bits of `bits`, or 64 new ones at a time from `dice` if
// it is not null.
double SignedSum(const std::vector<double>& differences, std::uint64_t bits, SignDice* dice) {
  double sum = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (dice != nullptr && i % 64 == 0) bits = dice->Next();
    sum += (bits >> (i % 64) & 1) != 0 ? differences[i] : -differences[i];
  }
  return std::abs(sum);
}

constexpr std::array<SignificanceTest, 3> kTests = {{
    {"t-test", "paired t-test of Student", &PairedTTest},
    {"Wilcoxon", "signed ranks of Wilcoxon", &WilcoxonTest},
    {"random", "randomisation of signs (Smucker, Allan and Carterette 2007)", &RandomisationTest},
}};

}  // namespace

std::span<const SignificanceTest> SignificanceTests() { return kTests; }

double PairedTTest(const std::vector<double>& differences) {
  const double n = Count(differences.size());
  const double mean =
      std::accumulate(differences.begin(), differences.end(), 0.0) / std::max(n, 1.0);
  double squares = 0;
  for (const double difference : differences) squares += (difference - mean) * (difference - mean);
  // Without a mean difference t is 0, even where the variance is 0 as well. Equal differences
  // other than 0 make t infinite, and p is 0.
  if (mean == 0 || n < 2) return 1;
  if (squares == 0) return 0;
  const double t = mean / std::sqrt(squares / (n - 1) / n);
  // The two-sided p of Student's distribution is an incomplete beta function.
  const double freedom = n - 1;
  return IncompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double WilcoxonTest(const std::vector<double>& differences) {
  // The number of sign choices, 2^50, is below 2^53, so doubles count it exactly.
  constexpr std::size_t kMostExact = 50;
  const SignedRanks ranks = RankSigns(differences);
  if (ranks.n == 0) return 1;
  const double n = Count(ranks.n);
  const double smaller = std::min(ranks.positive, n * (n + 1) / 2 - ranks.positive);
  if (ranks.n <= kMostExact && ranks.ties == 0) return ExactWilcoxon(ranks.n, smaller);
  // The normal approximation, with the variance lowered for ties. `smaller` is at most the mean,
  // so z is not positive, and erfc gives both tails.
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48;
  const double z = (smaller - n * (n + 1) / 4) / std::sqrt(variance);
  return std::min(1.0, std::erfc(-z / std::sqrt(2.0)));
}

// Smucker, Allan and Carterette, CIKM 2007. `seen` is lowered a little, so that sums which are
// equal but for rounding count as equal.
double RandomisationTest(const std::vector<double>& all) {
  // 2^16 choices are fewer than the draws that would estimate them.
  constexpr std::size_t kMostExact = 16;
  // At p = 0.05 the standard error of 100,000 draws is 0.0007.
  constexpr std::uint64_t kDraws = 100000;
  std::vector<double> differences = all;
  std::erase(differences, 0.0);  // their sign changes nothing
  const bool exact = differences.size() <= kMostExact;
  const std::uint64_t draws = exact ? std::uint64_t{1} << differences.size() : kDraws;
  const double seen =
      std::abs(std::accumulate(differences.begin(), differences.end(), 0.0)) * (1 - 1e-12) - 1e-12;
  SignDice dice;
  // Among all choices of signs is the one that was seen. Drawn at random it may be missing, so it
  // is counted as one more draw, which also keeps p above 0.
  std::uint64_t as_great = exact ? 0 : 1;
  for (std::uint64_t draw = 0; draw < draws; ++draw)
    if (SignedSum(differences, draw, exact ? nullptr : &dice) >= seen) ++as_great;
  return static_cast<double>(as_great) / static_cast<double>(draws + (exact ? 0 : 1));
}

// Holm 1979, "A simple sequentially rejective multiple test procedure": the smallest p is
// multiplied by the number of tests, the next by one less, and so on.
std::vector<double> HolmCorrection(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    // A corrected p must not fall below that of a smaller p.
    least = std::max(least, std::min(1.0, p[order[i]] * Count(order.size() - i)));
    corrected[order[i]] = least;
  }
  return corrected;
}

}  // namespace thresh
