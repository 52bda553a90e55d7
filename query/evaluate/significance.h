// Significance: whether two systems differ over the same topics. Each test takes the differences,
// topic by topic, and gives a two-sided p: how likely so great a difference is where there is none.
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

// Student's t, Wilcoxon's signed ranks, randomisation. 1 where all differences are 0.
std::span<const SignificanceTest> SignificanceTests();

double PairedTTest(const std::vector<double>& differences);
// Differences of 0 are left out; exact up to 50 of different size, else the normal approximation,
// corrected for ties.
double WilcoxonTest(const std::vector<double>& differences);
// Signs are drawn anew: all of them up to 16 differences, else 100,000 times, always the same
// draws.
double RandomisationTest(const std::vector<double>& differences);

// Holm 1979: the same p, corrected for how many were looked at; in their order.
std::vector<double> HolmCorrection(const std::vector<double>& p);

}  // namespace thresh
