#include "query/evaluate/rank_measures.h"

#include <algorithm>
#include <cmath>

#include "common/base/numbers.h"

namespace thresh::measures {
namespace {

// trec_eval's floor for a topic in a geometric mean.
constexpr double kLeastForGeometricMean = 0.00001;
// The smoothing of Yilmaz and Aslam 2006, with trec_eval's value.
constexpr double kInferredEpsilon = 0.00001;

double Count(std::size_t n) { return static_cast<double>(n); }

// Calls value(cut-off, relevant pages up to it) for every cut-off. Cut-offs ascend, so that one
// pass over the ranking is enough.
template <typename Value>
std::vector<double> AtRanks(const JudgedRanking& ranking, const MeasureParameters& ranks,
                            Value value) {
  std::vector<double> out;
  std::size_t at = 0, relevant = 0;
  for (const double cut : ranks.numbers) {
    for (; at < ranking.found() && Count(at) < cut; ++at)
      relevant += ranking.IsRelevant(at) ? 1u : 0u;
    out.push_back(value(cut, Count(relevant)));
  }
  return out;
}

double SumOfPrecisions(const JudgedRanking& ranking, double ranks) {
  double sum = 0;
  std::size_t relevant = 0;
  for (std::size_t at = 0; at < ranking.found() && Count(at) < ranks; ++at) {
    if (ranking.IsRelevant(at)) sum += Count(++relevant) / Count(at + 1);
  }
  return sum;
}

// Interpolated precision: [r] is the highest precision at the r-th relevant page or any rank below
// it, and [0] the highest at any rank. Walks the ranking backwards to see the lower ranks first.
std::vector<double> BestPrecisionFrom(const JudgedRanking& ranking) {
  std::vector<double> best(ranking.relevant_found + 1);
  double highest = Ratio(Count(ranking.relevant_found), Count(ranking.found()));
  std::size_t relevant = ranking.relevant_found;
  for (std::size_t at = ranking.found(); at > 0 && relevant > 0; --at) {
    highest = std::max(highest, Count(relevant) / Count(at));
    if (ranking.IsRelevant(at - 1)) best[relevant--] = highest;
  }
  best[0] = highest;
  return best;
}

std::size_t FirstRelevant(const JudgedRanking& ranking) {
  std::size_t at = 0;
  while (at < ranking.found() && !ranking.IsRelevant(at)) ++at;
  return at;
}

}  // namespace

std::vector<double> Found(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Count(ranking.found())};
}

std::vector<double> Relevant(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Count(ranking.relevant)};
}

std::vector<double> RelevantFound(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Count(ranking.relevant_found)};
}

std::vector<double> JudgedNonrelevantFound(const JudgedRanking& ranking, const MeasureParameters&) {
  const auto count = std::count_if(ranking.grades.begin(), ranking.grades.end(), [&](int grade) {
    return grade >= 0 && grade < ranking.relevant_from;
  });
  return {static_cast<double>(count)};
}

std::vector<double> AveragePrecision(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Ratio(SumOfPrecisions(ranking, Count(ranking.found())), Count(ranking.relevant))};
}

// Robertson 2012, "On smoothing average precision": the logarithm of the odds of average precision,
// where one is added to both sides so that 0 and 1 have a value.
std::vector<double> Yaap(const JudgedRanking& ranking, const MeasureParameters&) {
  const double sum = SumOfPrecisions(ranking, Count(ranking.found()));
  return {std::log((1 + sum) / (1 + Count(ranking.relevant) - sum))};
}

// Only the logarithm: Evaluate takes the mean over the topics and its exponential. The floor is
// needed because one topic with 0 would make the mean minus infinity.
std::vector<double> LogAveragePrecision(const JudgedRanking& ranking,
                                        const MeasureParameters& none) {
  return {std::log(std::max(AveragePrecision(ranking, none)[0], kLeastForGeometricMean))};
}

// Divides by all relevant pages, so a cut-off below their number keeps the value under 1.
std::vector<double> AveragePrecisionAt(const JudgedRanking& ranking,
                                       const MeasureParameters& ranks) {
  std::vector<double> out;
  for (const double cut : ranks.numbers)
    out.push_back(Ratio(SumOfPrecisions(ranking, cut), Count(ranking.relevant)));
  return out;
}

std::vector<double> RPrecision(const JudgedRanking& ranking, const MeasureParameters&) {
  return PrecisionAt(ranking, {.numbers = {Count(ranking.relevant)}, .pairs = {}});
}

// As in trec_eval the cut-off is rounded up by adding 0.9 and cutting the fraction.
std::vector<double> RPrecisionTimes(const JudgedRanking& ranking, const MeasureParameters& shares) {
  MeasureParameters ranks;
  for (const double share : shares.numbers)
    ranks.numbers.push_back(std::floor(share * Count(ranking.relevant) + 0.9));
  return PrecisionAt(ranking, ranks);
}

// Buckley and Voorhees, SIGIR 2004: for each relevant page, the share of the first R pages judged
// nonrelevant that rank below it. With fewer than R of them, their number takes the place of R.
std::vector<double> Bpref(const JudgedRanking& ranking, const MeasureParameters&) {
  std::size_t nonrelevant = 0;
  for (std::size_t grade = 0; grade < ranking.levels.size(); ++grade)
    if (static_cast<int>(grade) < ranking.relevant_from) nonrelevant += ranking.levels[grade];
  const double most = Count(std::min(nonrelevant, ranking.relevant));
  double sum = 0;
  std::size_t above = 0;
  for (std::size_t at = 0; at < ranking.found(); ++at) {
    // Pages that nobody judged neither help nor harm, which is the point of the measure.
    if (ranking.grades[at] < 0) continue;
    if (!ranking.IsRelevant(at)) {
      ++above;
    } else {
      sum += 1.0 - (above == 0 ? 0 : Count(std::min(above, ranking.relevant)) / most);
    }
  }
  return {Ratio(sum, Count(ranking.relevant))};
}

std::vector<double> LogBpref(const JudgedRanking& ranking, const MeasureParameters& none) {
  return {std::log(std::max(Bpref(ranking, none)[0], kLeastForGeometricMean))};
}

// Yilmaz and Aslam, CIKM 2006, equation 1: the expected precision at a relevant page if only a
// sample of the pool was judged.
std::vector<double> InferredAveragePrecision(const JudgedRanking& ranking,
                                             const MeasureParameters&) {
  double sum = 0;
  std::size_t relevant = 0, nonrelevant = 0, unjudged = 0;
  for (std::size_t at = 0; at < ranking.found(); ++at) {
    if (ranking.grades[at] == JudgedRanking::kNotInPool) continue;
    if (ranking.grades[at] == JudgedRanking::kUnjudged) {
      ++unjudged;
    } else if (!ranking.IsRelevant(at)) {
      ++nonrelevant;
    } else {
      const double above = Count(at);
      const double pooled = Count(relevant + nonrelevant + unjudged);
      // The smoothing keeps precision defined where no judged page stands above.
      const double precision = (Count(relevant) + kInferredEpsilon) /
                               (Count(relevant + nonrelevant) + 2 * kInferredEpsilon);
      sum +=
          at == 0 ? 1.0 : 1.0 / (above + 1) + (above / (above + 1)) * (pooled / above) * precision;
      ++relevant;
    }
  }
  return {Ratio(sum, Count(ranking.relevant))};
}

std::vector<double> ReciprocalRank(const JudgedRanking& ranking, const MeasureParameters&) {
  const std::size_t first = FirstRelevant(ranking);
  return {first == ranking.found() ? 0 : 1.0 / Count(first + 1)};
}

std::vector<double> ReciprocalRankAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  const std::size_t first = FirstRelevant(ranking);
  std::vector<double> out;
  for (const double cut : ranks.numbers)
    out.push_back(first == ranking.found() || Count(first) >= cut ? 0 : 1.0 / Count(first + 1));
  return out;
}

// As in trec_eval since 10.0, a recall cut-off is rounded to a whole number of relevant pages.
std::vector<double> InterpolatedPrecision(const JudgedRanking& ranking,
                                          const MeasureParameters& shares) {
  const std::vector<double> best = BestPrecisionFrom(ranking);
  std::vector<double> out;
  for (const double share : shares.numbers) {
    const double cut = std::round(share * Count(ranking.relevant));
    out.push_back(cut < 0 || cut >= Count(best.size()) ? 0 : best[static_cast<std::size_t>(cut)]);
  }
  return out;
}

std::vector<double> MeanInterpolatedPrecision(const JudgedRanking& ranking,
                                              const MeasureParameters& shares) {
  const std::vector<double> values = InterpolatedPrecision(ranking, shares);
  double sum = 0;  // added from the end, as trec_eval does, so that it rounds alike
  for (auto value = values.rbegin(); value != values.rend(); ++value) sum += *value;
  return {sum / Count(values.size())};
}

std::vector<double> PrecisionAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  return AtRanks(ranking, ranks, [](double cut, double relevant) { return Ratio(relevant, cut); });
}

std::vector<double> RecallAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  const double all = Count(ranking.relevant);
  return AtRanks(ranking, ranks, [all](double, double relevant) { return Ratio(relevant, all); });
}

std::vector<double> RelativePrecisionAt(const JudgedRanking& ranking,
                                        const MeasureParameters& ranks) {
  const double all = Count(ranking.relevant);
  return AtRanks(ranking, ranks, [all](double cut, double relevant) {
    return Ratio(relevant, std::min(cut, all));
  });
}

std::vector<double> SuccessAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  return AtRanks(ranking, ranks, [](double, double relevant) { return relevant > 0 ? 1.0 : 0.0; });
}

std::vector<double> UnjudgedAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  std::vector<double> out;
  std::size_t at = 0, unjudged = 0;
  for (const double cut : ranks.numbers) {
    for (; at < ranking.found() && Count(at) < cut; ++at)
      unjudged += ranking.grades[at] < 0 ? 1u : 0u;
    out.push_back(Count(unjudged) / cut);
  }
  return out;
}

// Coefficients for relevant pages found, other pages found, relevant pages missed, and all others.
// A TREC run does not know how many others there are: without --collection they count as in
// trec_eval without -N.
std::vector<double> Utility(const JudgedRanking& ranking, const MeasureParameters& coefficients) {
  const double hit = Count(ranking.relevant_found);
  const double noise = Count(ranking.found()) - hit;
  const double missed = Count(ranking.relevant) - hit;
  const std::vector<double>& p = coefficients.numbers;
  return {p[0] * hit + p[1] * noise + p[2] * missed +
          p[3] * (Count(ranking.collection) - noise - Count(ranking.relevant))};
}

std::vector<double> SetPrecision(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Ratio(Count(ranking.relevant_found), Count(ranking.found()))};
}

std::vector<double> SetRelativePrecision(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Ratio(Count(ranking.relevant_found), Count(std::min(ranking.found(), ranking.relevant)))};
}

std::vector<double> SetRecall(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Ratio(Count(ranking.relevant_found), Count(ranking.relevant))};
}

std::vector<double> SetMap(const JudgedRanking& ranking, const MeasureParameters&) {
  const double hit = Count(ranking.relevant_found);
  return {Ratio(hit * hit, Count(ranking.found()) * Count(ranking.relevant))};
}

// van Rijsbergen 1979: the weighted harmonic mean of precision and recall.
std::vector<double> SetF(const JudgedRanking& ranking, const MeasureParameters& weight) {
  const double precision = SetPrecision(ranking, {})[0];
  const double recall = SetRecall(ranking, {})[0];
  // The square of the beta in the usual formula.
  const double x = weight.numbers[0];
  return {Ratio((x + 1) * precision * recall, x * precision + recall)};
}

}  // namespace thresh::measures
