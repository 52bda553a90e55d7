// Values of SciPy 1.17: ttest_1samp, wilcoxon(mode exact or approx, correction=False),
// permutation_test.
#include "query/evaluate/significance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>

namespace thresh {
namespace {

const std::vector<double> kShort = {0.125, -0.0625, 0.3, 0.11, -0.02, 0.2, 0.07, 0.01};

// The draws that the values below were computed of.
std::vector<double> Draw(std::size_t n, std::uint64_t seed,
                         const std::function<double(std::uint64_t)>& difference) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) {
    seed = (seed * 1103515245 + 12345) % (std::uint64_t{1} << 31);
    out.push_back(difference(seed >> 8));
  }
  return out;
}

double Whole(std::uint64_t v, std::uint64_t modulus, double minus) {
  return static_cast<double>(v % modulus) - minus;
}
std::vector<double> Middle() {
  return Draw(40, 5, [](std::uint64_t v) { return Whole(v, 100003, 46000) / 100003; });
}
std::vector<double> Long() {
  return Draw(80, 7, [](std::uint64_t v) { return Whole(v, 1000, 430) / 1000; });
}
std::vector<double> Tied() {
  return Draw(80, 3, [](std::uint64_t v) { return Whole(v, 7, 2) / 10; });
}

TEST(TTest, EqualsSciPy) {
  EXPECT_NEAR(PairedTTest(kShort), 0.0668950742011839, 1e-12);
  EXPECT_NEAR(PairedTTest(Middle()), 0.938886320598268, 1e-12);
  EXPECT_NEAR(PairedTTest(Long()), 0.00106873194405953, 1e-12);
  EXPECT_NEAR(PairedTTest(Tied()), 0.004898828855608, 1e-12);
}

TEST(Wilcoxon, EqualsSciPyExactAndApproximate) {
  EXPECT_NEAR(WilcoxonTest(kShort), 0.078125, 1e-12);
  EXPECT_NEAR(WilcoxonTest(Middle()), 0.920592268303153, 1e-12);
  EXPECT_NEAR(WilcoxonTest(Long()), 0.0018529106258466, 1e-12);
  EXPECT_NEAR(WilcoxonTest(Tied()), 0.00510029414103633, 1e-12);
}

TEST(Randomisation, ExactForFewAndNearForMany) {
  EXPECT_DOUBLE_EQ(RandomisationTest(kShort), 0.0703125) << "18 of all 256 choices of signs";
  EXPECT_NEAR(RandomisationTest(Long()), 0.00117, 0.0004) << "2,000,000 draws of SciPy";
  EXPECT_EQ(RandomisationTest(Long()), RandomisationTest(Long()))
      << "the draws are always the same";
}

// The twin: all choices of signs, for the test itself and for the ranks.
double AllSigns(const std::vector<double>& values) {
  double seen = 0;
  for (const double value : values) seen += value;
  std::size_t as_great = 0;
  for (std::size_t bits = 0; bits < std::size_t{1} << values.size(); ++bits) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += (bits >> i & 1) != 0 ? std::abs(values[i]) : -std::abs(values[i]);
    as_great += std::abs(sum) > std::abs(seen) - 1e-9 ? 1u : 0u;
  }
  return static_cast<double>(as_great) / std::exp2(values.size());
}

TEST(Significance, TwinsAgree) {
  std::mt19937 dice(3);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> differences(1 + dice() % 11);
    for (double& difference : differences)
      difference = (static_cast<double>(dice() % 20001) - 10000) / 7919;
    std::vector<double> sizes, ranks;
    for (const double difference : differences) sizes.push_back(std::abs(difference));
    std::sort(sizes.begin(), sizes.end());
    if (std::adjacent_find(sizes.begin(), sizes.end()) != sizes.end() || sizes.front() == 0)
      continue;
    for (const double difference : differences) {
      const auto place =
          std::lower_bound(sizes.begin(), sizes.end(), std::abs(difference)) - sizes.begin();
      ranks.push_back(std::copysign(static_cast<double>(place + 1), difference));
    }
    EXPECT_NEAR(RandomisationTest(differences), AllSigns(differences), 1e-12);
    EXPECT_NEAR(WilcoxonTest(differences), AllSigns(ranks), 1e-12);
  }
}

TEST(Significance, NoDifferenceIsNoEvidence) {
  for (const SignificanceTest& test : SignificanceTests()) {
    EXPECT_EQ(test.p({}), 1) << test.name;
    EXPECT_EQ(test.p({0, 0, 0}), 1) << test.name;
    EXPECT_EQ(test.p({0.5}), 1) << test.name;
    EXPECT_LT(test.p(std::vector<double>(100, 0.1)), 1e-4) << test.name;
  }
}

// Holm 1979: the k-th smallest of n times n + 1 - k, never falling.
TEST(Holm, ByHand) {
  EXPECT_EQ(HolmCorrection({0.01, 0.04, 0.03, 0.5}), (std::vector<double>{0.04, 0.09, 0.09, 0.5}));
  EXPECT_EQ(HolmCorrection({0.6, 0.7}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(HolmCorrection({}).empty());
}

}  // namespace
}  // namespace thresh
