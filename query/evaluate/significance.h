// Significance: whether two systems differ over the same topics. Each test takes the differences,
// topic by topic, and returns a two-sided p: the probability of a difference at least this large if
// the systems are equally good. The functions keep no state; the same differences give the same p
// on every machine.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace thresh {

struct SignificanceTest {
  std::string_view name;
  std::string_view help;  // one line, with its source
  double (*p)(const std::vector<double>& differences);
};

// Student's t, Wilcoxon's signed ranks, randomisation. Each returns 1 if all differences are 0.
std::span<const SignificanceTest> SignificanceTests();

double PairedTTest(const std::vector<double>& differences);
// Leaves out differences of 0. Exact for up to 50 differences of different size; otherwise the
// normal approximation with a correction for ties.
double WilcoxonTest(const std::vector<double>& differences);
// Draws the signs of the differences anew: every choice of signs for up to 16 differences,
// otherwise 100,000 pseudo-random choices, which are the same in every call.
double RandomisationTest(const std::vector<double>& differences);

// Holm 1979: the same p, in the same order, corrected for the number of tests.
std::vector<double> HolmCorrection(const std::vector<double>& p);

}  // namespace thresh
