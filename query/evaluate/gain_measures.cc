#include "query/evaluate/gain_measures.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "query/evaluate/input_text.h"

namespace thresh::measures {
namespace {

// Jarvelin and Kekalainen 2002, with trec_eval's discount log2(rank + 1); `rank` counts from 0.
double Discount(std::size_t rank) { return std::log2(static_cast<double>(rank + 2)); }

// The gains of a topic: of each rank, and of the best possible ranking.
struct Gains {
  std::vector<double> found;
  std::vector<double> ideal;  // only positive gains, descending
  double least = 0, most = 0;
};

double GainOf(int grade, const MeasureParameters& gains) {
  for (const auto& [name, gain] : gains.pairs) {
    if (int named = 0; ReadNumber(name, &named) && named == grade) return gain;
  }
  return std::max(grade, 0);
}

Gains MakeGains(const JudgedRanking& ranking, const MeasureParameters& parameters) {
  Gains out;
  for (std::size_t grade = 0; grade < ranking.levels.size(); ++grade) {
    const double gain = GainOf(static_cast<int>(grade), parameters);
    out.least = std::min(out.least, gain);
    out.most = std::max(out.most, gain);
    // The best ranking stops before the first page that would not raise it.
    if (gain > 0) out.ideal.insert(out.ideal.end(), ranking.levels[grade], gain);
  }
  std::sort(out.ideal.rbegin(), out.ideal.rend());
  for (const int grade : ranking.grades) out.found.push_back(GainOf(grade, parameters));
  return out;
}

// Cumulated gains, each discounted by the logarithm of its rank: [n] is that of the first n.
std::vector<double> Cumulate(const std::vector<double>& gains) {
  std::vector<double> out = {0};
  for (std::size_t rank = 0; rank < gains.size(); ++rank)
    out.push_back(out.back() + (gains[rank] == 0 ? 0 : gains[rank] / Discount(rank)));
  return out;
}

double At(const std::vector<double>& cumulated, std::size_t n) {
  return cumulated[std::min(n, cumulated.size() - 1)];
}

double Persistence(const MeasureParameters& parameters) {
  for (const auto& [name, value] : parameters.pairs) {
    if (name == "p") return value;
  }
  return 0.9;
}

}  // namespace

// Buckley 2008 (trec_eval): G with gains 0 and 1.
std::vector<double> BinaryG(const JudgedRanking& ranking, const MeasureParameters&) {
  double sum = 0;
  std::size_t relevant = 0;
  for (std::size_t at = 0; at < ranking.found(); ++at) {
    // The discount counts only the other pages above: the relevant ones cost nothing.
    if (ranking.IsRelevant(at)) sum += 1.0 / Discount(at - relevant++);
  }
  return {ranking.relevant == 0 ? 0 : sum / static_cast<double>(ranking.relevant)};
}

// Buckley 2008 (trec_eval): a gain counts in full as long as the ranking so far is ideal. Each rank
// costs at least 1.
std::vector<double> G(const JudgedRanking& ranking, const MeasureParameters& parameters) {
  const Gains gains = MakeGains(ranking, parameters);
  double sum = 0, cost = 0, gained = 0, all = 0;
  for (std::size_t at = 0; at < gains.found.size(); ++at) {
    gained += gains.found[at];
    cost += at < gains.ideal.size() ? std::max(gains.ideal[at], 1.0) : 1.0;
    if (gains.found[at] != 0) sum += gains.found[at] / std::log2(2 + cost - gained);
  }
  for (const double gain : gains.ideal) all += gain;
  return {all == 0 ? 0 : sum / all};
}

// Jarvelin and Kekalainen, ACM TOIS 20, 2002, with the discount log2(rank + 1).
std::vector<double> Ndcg(const JudgedRanking& ranking, const MeasureParameters& parameters) {
  const Gains gains = MakeGains(ranking, parameters);
  const double ideal = Cumulate(gains.ideal).back();
  return {ideal == 0 ? 0 : Cumulate(gains.found).back() / ideal};
}

// trec_eval's ndcg_rel: nDCG averaged over the ranks of the relevant pages. A relevant page that
// was not found counts with the nDCG at the end of the ranking.
std::vector<double> NdcgAtRelevant(const JudgedRanking& ranking,
                                   const MeasureParameters& parameters) {
  const Gains gains = MakeGains(ranking, parameters);
  if (gains.ideal.empty()) return {0};
  const std::vector<double> found = Cumulate(gains.found), ideal = Cumulate(gains.ideal);
  double sum = 0;
  std::size_t missed = gains.ideal.size();
  for (std::size_t at = 0; at < gains.found.size(); ++at) {
    if (gains.found[at] <= 0) continue;
    sum += found[at + 1] / At(ideal, at + 1);
    --missed;
  }
  sum += static_cast<double>(missed) * found.back() / ideal.back();
  return {std::max(0.0, sum) / static_cast<double>(gains.ideal.size())};
}

// trec_eval's Rndcg: nDCG averaged over the ranks at which the ideal gain changes, and over the end
// of the ranking if that lies behind them.
std::vector<double> NdcgAtLevels(const JudgedRanking& ranking,
                                 const MeasureParameters& parameters) {
  const Gains gains = MakeGains(ranking, parameters);
  if (gains.ideal.empty() || ranking.relevant == 0) return {0};
  const std::vector<double> found = Cumulate(gains.found), ideal = Cumulate(gains.ideal);
  double sum = 0;
  std::size_t points = 0;
  const auto add = [&](std::size_t n) {
    sum += At(found, n) / At(ideal, n);
    ++points;
  };
  for (std::size_t n = 1; n <= gains.ideal.size(); ++n)
    if (n == gains.ideal.size() || gains.ideal[n] != gains.ideal[n - 1]) add(n);
  if (gains.found.size() > gains.ideal.size() + 1) add(gains.found.size());
  return {sum / static_cast<double>(points)};
}

std::vector<double> NdcgAt(const JudgedRanking& ranking, const MeasureParameters& ranks) {
  // The parameters are cut-offs here, so the gains are the grades.
  const Gains gains = MakeGains(ranking, {});
  const std::vector<double> found = Cumulate(gains.found), ideal = Cumulate(gains.ideal);
  std::vector<double> out;
  for (const double cut : ranks.numbers) {
    const auto n = static_cast<std::size_t>(cut);
    out.push_back(At(ideal, n) == 0 ? 0 : At(found, n) / At(ideal, n));
  }
  return out;
}

// Moffat and Zobel, ACM TOIS 27, 2008, equation 3. Gains outside 0..1 are scaled into that range.
std::vector<double> RankBiasedPrecision(const JudgedRanking& ranking,
                                        const MeasureParameters& parameters) {
  const double p = Persistence(parameters);
  const Gains gains = MakeGains(ranking, parameters);
  const bool outside = gains.least < 0 || gains.most > 1;
  double sum = 0, weight = 1;
  for (std::size_t at = 0; at < gains.found.size(); ++at) {
    double gain = gains.found[at];
    if (outside && ranking.grades[at] >= 0)
      gain = (gain - gains.least) / (gains.most - gains.least);
    sum += gain * weight;
    weight *= p;
  }
  return {(1 - p) * sum};
}

// How much RBP could rise if all pages without a judgment, and all behind the end of the ranking,
// were relevant. As in trec_eval it is 0 if every page that was found is judged.
std::vector<double> RankBiasedResidual(const JudgedRanking& ranking,
                                       const MeasureParameters& parameters) {
  const double p = Persistence(parameters);
  double sum = 0, weight = 1;
  for (const int grade : ranking.grades) {
    if (grade < 0) sum += weight;
    weight *= p;
  }
  // After the last page `weight` is p^n, which is the share of all ranks behind it.
  return {sum == 0 ? 0 : weight + (1 - p) * sum};
}

// Chapelle, Metzler, Zhang and Grinspan, CIKM 2009, equation 4. The highest grade is that of all
// topics, or what --highest-grade says: the scale of the judgments may go further.
std::vector<double> ExpectedReciprocalRank(const JudgedRanking& ranking,
                                           const MeasureParameters& ranks) {
  std::vector<double> out;
  // `goes_on` is the probability that the reader was not satisfied by any page so far.
  double sum = 0, goes_on = 1;
  std::size_t at = 0;
  for (const double cut : ranks.numbers) {
    for (; at < ranking.found() && static_cast<double>(at) < cut; ++at) {
      const double satisfied =
          (std::exp2(std::max(ranking.grades[at], 0)) - 1) / std::exp2(ranking.highest_grade);
      sum += goes_on * satisfied / static_cast<double>(at + 1);
      goes_on *= 1 - satisfied;
    }
    out.push_back(sum);
  }
  return out;
}

}  // namespace thresh::measures
