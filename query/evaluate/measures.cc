#include "query/evaluate/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "common/base/nearest_name.h"
#include "query/evaluate/gain_measures.h"
#include "query/evaluate/input_text.h"
#include "query/evaluate/preference_measures.h"
#include "query/evaluate/rank_measures.h"

namespace thresh {
namespace {

using Takes = MeasureInfo::Takes;
using Over = MeasureInfo::Over;

constexpr std::string_view kRanks = "5,10,15,20,30,100,200,500,1000";
constexpr std::string_view kShares = "0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0";
constexpr std::string_view kEverySet = "official all_trec set";
constexpr std::string_view kEverywhere = "official all_trec set all_prefs";
constexpr std::string_view kOfficial = "official all_trec";
constexpr std::string_view kAll = "all_trec";
constexpr std::string_view kSet = "all_trec set";
constexpr std::string_view kPrefs = "all_prefs";
constexpr std::string_view kOwn = "";  // not in trec_eval

// clang-format off
constexpr std::array<MeasureInfo, 54> kMeasures = {{
    {"runid", "tag of the run", Takes::kNothing, "", Over::kTag, kEverywhere, nullptr},
    {"num_q", "number of topics", Takes::kNothing, "", Over::kTopics, kEverywhere, nullptr},
    {"num_ret", "pages found", Takes::kNothing, "", Over::kSum, kEverySet, &measures::Found},
    {"num_rel", "relevant pages", Takes::kNothing, "", Over::kSum, kEverySet, &measures::Relevant},
    {"num_rel_ret", "relevant pages found", Takes::kNothing, "", Over::kSum, kEverySet, &measures::RelevantFound},
    {"map", "average precision", Takes::kNothing, "", Over::kMean, kOfficial, &measures::AveragePrecision},
    {"gm_map", "average precision, geometric mean (Robertson 2006)", Takes::kNothing, "", Over::kGeometricMean, kOfficial, &measures::LogAveragePrecision},
    {"Rprec", "precision at R, the number of relevant pages", Takes::kNothing, "", Over::kMean, kOfficial, &measures::RPrecision},
    {"bpref", "binary preference (Buckley and Voorhees 2004)", Takes::kNothing, "", Over::kMean, kOfficial, &measures::Bpref},
    {"recip_rank", "reciprocal rank of the first relevant page", Takes::kNothing, "", Over::kMean, kOfficial, &measures::ReciprocalRank},
    {"iprec_at_recall", "interpolated precision at shares of recall", Takes::kShares, kShares, Over::kMean, kOfficial, &measures::InterpolatedPrecision},
    {"P", "precision of the first k", Takes::kRanks, kRanks, Over::kMean, kOfficial, &measures::PrecisionAt},
    {"relstring", "grades of the first k as characters", Takes::kNumbers, "10", Over::kText, kAll, nullptr},
    {"recall", "recall of the first k", Takes::kRanks, kRanks, Over::kMean, kAll, &measures::RecallAt},
    {"infAP", "inferred average precision (Yilmaz and Aslam 2006)", Takes::kNothing, "", Over::kMean, kAll, &measures::InferredAveragePrecision},
    {"gm_bpref", "bpref, geometric mean", Takes::kNothing, "", Over::kGeometricMean, kAll, &measures::LogBpref},
    {"Rprec_mult", "precision at multiples of R", Takes::kShares, "0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0", Over::kMean, kAll, &measures::RPrecisionTimes},
    {"utility", "weighted sum of pages: relevant found, other found, relevant missed, all others", Takes::kNumbers, "1,-1,0,0", Over::kMean, kSet, &measures::Utility},
    {"11pt_avg", "mean interpolated precision at shares of recall", Takes::kNumbers, kShares, Over::kMean, kAll, &measures::MeanInterpolatedPrecision},
    {"binG", "G with the gains 0 and 1 (Buckley 2008)", Takes::kNothing, "", Over::kMean, kAll, &measures::BinaryG},
    {"G", "normalised gain (Buckley 2008)", Takes::kPairs, "", Over::kMean, kAll, &measures::G},
    {"ndcg", "normalised discounted cumulated gain (Jarvelin and Kekalainen 2002)", Takes::kPairs, "", Over::kMean, kAll, &measures::Ndcg},
    {"ndcg_rel", "nDCG averaged over the ranks of relevant pages", Takes::kPairs, "", Over::kMean, kAll, &measures::NdcgAtRelevant},
    {"Rndcg", "nDCG averaged over the levels of gain", Takes::kPairs, "", Over::kMean, kAll, &measures::NdcgAtLevels},
    {"ndcg_cut", "nDCG of the first k", Takes::kRanks, kRanks, Over::kMean, kAll, &measures::NdcgAt},
    {"map_cut", "average precision of the first k", Takes::kRanks, kRanks, Over::kMean, kAll, &measures::AveragePrecisionAt},
    {"relative_P", "precision of the first k, divided by the highest possible", Takes::kRanks, kRanks, Over::kMean, kAll, &measures::RelativePrecisionAt},
    {"success", "1 if a relevant page is among the first k", Takes::kRanks, "1,5,10", Over::kMean, kAll, &measures::SuccessAt},
    {"set_P", "precision of all found", Takes::kNothing, "", Over::kMean, kSet, &measures::SetPrecision},
    {"set_relative_P", "precision of all found, divided by the highest possible", Takes::kNothing, "", Over::kMean, kSet, &measures::SetRelativePrecision},
    {"set_recall", "recall of all found", Takes::kNothing, "", Over::kMean, kSet, &measures::SetRecall},
    {"set_map", "precision times recall of all found", Takes::kNothing, "", Over::kMean, kSet, &measures::SetMap},
    {"set_F", "F of all found (van Rijsbergen 1979)", Takes::kNumbers, "1.0", Over::kMean, kSet, &measures::SetF},
    {"num_nonrel_judged_ret", "pages found that were judged not relevant", Takes::kNothing, "", Over::kSum, kAll, &measures::JudgedNonrelevantFound},
    {"rbp", "rank-biased precision (Moffat and Zobel 2008); p=0.9", Takes::kPairs, "", Over::kMean, kAll, &measures::RankBiasedPrecision},
    {"rbp_resid", "what pages without a judgment could add to rbp", Takes::kPairs, "", Over::kMean, kAll, &measures::RankBiasedResidual},
    {"unj", "share of pages without a judgment among the first k", Takes::kRanks, "5,10,20", Over::kMean, kAll, &measures::UnjudgedAt},
    {"prefs_num_prefs_poss", "preferences", Takes::kNothing, "", Over::kSum, kPrefs, &measures::Preferences},
    {"prefs_num_prefs_ful", "preferences fulfilled", Takes::kNothing, "", Over::kSum, kPrefs, &measures::PreferencesFulfilled},
    {"prefs_num_prefs_ful_ret", "preferences fulfilled between pages found", Takes::kNothing, "", Over::kSum, kPrefs, &measures::PreferencesFulfilledFound},
    {"prefs_simp", "share of preferences that are fulfilled", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PreferenceShare},
    {"prefs_pair", "the same of pairs of pages, whoever prefers what", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PairShare},
    {"prefs_avgjg", "the same, averaged over groups of preferences", Takes::kNothing, "", Over::kMean, kPrefs, &measures::GroupShare},
    {"prefs_avgjg_Rnonrel", "the same, with as many pages of grade 0 as better ones", Takes::kNothing, "", Over::kMean, kPrefs, &measures::EqualShare},
    {"prefs_simp_ret", "prefs_simp of pages found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PreferenceShareFound},
    {"prefs_pair_ret", "prefs_pair of pages found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PairShareFound},
    {"prefs_avgjg_ret", "prefs_avgjg of pages found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::GroupShareFound},
    {"prefs_avgjg_Rnonrel_ret", "prefs_avgjg_Rnonrel of pages found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::EqualShareFound},
    {"prefs_simp_imp", "prefs_simp of pairs with a page found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PreferenceShareImplied},
    {"prefs_pair_imp", "prefs_pair of pairs with a page found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::PairShareImplied},
    {"prefs_avgjg_imp", "prefs_avgjg of pairs with a page found", Takes::kNothing, "", Over::kMean, kPrefs, &measures::GroupShareImplied},
    {"yaap", "logarithm of the odds of average precision (Robertson 2012)", Takes::kNothing, "", Over::kMean, kOwn, &measures::Yaap},
    {"recip_rank_cut", "reciprocal rank, 0 below rank k (MRR@k)", Takes::kRanks, "10", Over::kMean, kOwn, &measures::ReciprocalRankAt},
    {"err", "expected reciprocal rank of the first k, by --highest-grade (Chapelle et al. 2009)", Takes::kRanks, "10,20", Over::kMean, kOwn, &measures::ExpectedReciprocalRank},
}};
// clang-format on

Status BadParameter(const MeasureInfo& info, std::string_view what) {
  return Status(Code::kUsage, "measure " + std::string(info.name) + ": " + std::string(what));
}

std::vector<std::string_view> CutAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<MeasureParameters> ReadParameters(const MeasureInfo& info, std::string_view text) {
  MeasureParameters out;
  if (text.empty()) return out;
  for (std::string_view part : CutAtCommas(text)) {
    const std::size_t equals = part.find('=');
    if ((equals != std::string_view::npos) != (info.takes == Takes::kPairs))
      return BadParameter(info, info.takes == Takes::kPairs ? "each parameter must be name=value"
                                                            : "a parameter has an unexpected =");
    double value = 0;
    if (!ReadNumber(part.substr(equals == std::string_view::npos ? 0 : equals + 1), &value))
      return BadParameter(info, "'" + std::string(part) + "' is not a number");
    if (info.takes == Takes::kPairs) {
      out.pairs.emplace_back(part.substr(0, equals), value);
    } else {
      out.numbers.push_back(info.takes == Takes::kRanks ? std::trunc(value) : value);
    }
  }
  return out;
}

// Sorts the cut-offs, because the functions read the ranking once from the top.
Status CheckCutoffs(const MeasureInfo& info, std::vector<double>* numbers) {
  std::sort(numbers->begin(), numbers->end());
  if (std::adjacent_find(numbers->begin(), numbers->end()) != numbers->end())
    return BadParameter(info, "a cut-off is given twice");
  if (numbers->front() < (info.takes == Takes::kRanks ? 1 : 0))
    return BadParameter(info, "cut-offs must be positive");
  return {};
}

// trec_eval's names of values: P_5, iprec_at_recall_0.10.
std::string ValueName(const MeasureInfo& info, double cutoff) {
  std::array<char, 64> text;
  const int digits = info.takes == Takes::kRanks ? 0 : 2;
  std::snprintf(text.data(), text.size(), "_%.*f", digits, cutoff);
  return std::string(info.name) + text.data();
}

// An empty `text` stands for the defaults.
Result<Measure> MakeMeasure(const MeasureInfo& info, std::string_view text) {
  Measure measure{.info = &info, .parameters = {}, .names = {}};
  THRESH_ASSIGN_OR_RETURN(measure.parameters,
                          ReadParameters(info, text.empty() ? info.defaults : text));
  std::vector<double>& numbers = measure.parameters.numbers;
  if (info.takes == Takes::kRanks || info.takes == Takes::kShares) {
    THRESH_RETURN_IF_ERROR(CheckCutoffs(info, &numbers));
    for (const double cutoff : numbers) measure.names.push_back(ValueName(info, cutoff));
    return measure;
  }
  // 11pt_avg has eleven defaults and takes any number of shares. All other rows take as many
  // numbers as they have defaults.
  const std::size_t wanted = CutAtCommas(info.defaults).size();
  if (info.takes == Takes::kNumbers && wanted <= 4 && numbers.size() != wanted)
    return BadParameter(info, "takes " + std::to_string(wanted) + " numbers");
  // The name shows parameters that were given, so that its value is not taken for that of the
  // defaults.
  measure.names.push_back(std::string(info.name) + (text.empty() ? "" : "_" + std::string(text)));
  return measure;
}

bool InSet(std::string_view sets, std::string_view set) {
  while (!sets.empty()) {
    if (NextWord(&sets) == set) return true;
  }
  return false;
}

// Whether a row of the table was asked for, and with which parameters.
struct Choice {
  bool chosen = false;
  std::string parameters;
};

Status Choose(std::string_view wanted, std::vector<Choice>* choices) {
  const std::size_t period = wanted.find('.');
  const std::string_view name = wanted.substr(0, period);
  const std::string_view parameters =
      period == std::string_view::npos ? "" : wanted.substr(period + 1);
  bool known = false;
  for (std::size_t row = 0; row < kMeasures.size(); ++row) {
    // Either the name of one row or the name of a set, which takes no parameters.
    if (kMeasures[row].name != name && !InSet(kMeasures[row].sets, wanted)) continue;
    known = true;
    Choice& choice = (*choices)[row];
    choice.chosen = true;
    if (parameters.empty() || kMeasures[row].name != name) continue;
    if (kMeasures[row].takes == Takes::kNothing)
      return BadParameter(kMeasures[row], "takes no parameters");
    if (!choice.parameters.empty())
      return BadParameter(kMeasures[row],
                          "parameters are given twice; give them once, separated by commas");
    choice.parameters = parameters;
  }
  if (known) return {};
  std::vector<std::string> names;
  names.reserve(kMeasures.size());
  for (const MeasureInfo& info : kMeasures) names.emplace_back(info.name);
  return Status(Code::kUsage, "no measure '" + std::string(name) + "'" + MeantName(name, names) +
                                  " (eval --help lists them)");
}

}  // namespace

bool IsOfPreferences(const MeasureInfo& info) { return info.sets == kPrefs; }

std::span<const MeasureInfo> MeasureTable() { return kMeasures; }

Result<std::vector<Measure>> ChooseMeasures(const std::vector<std::string>& wanted) {
  std::vector<Choice> choices(kMeasures.size());
  for (const std::string& one : wanted) THRESH_RETURN_IF_ERROR(Choose(one, &choices));
  std::vector<Measure> out;
  // trec_eval prints in the order of its table, whatever order was asked for.
  for (std::size_t row = 0; row < kMeasures.size(); ++row) {
    if (!choices[row].chosen) continue;
    THRESH_ASSIGN_OR_RETURN(Measure measure, MakeMeasure(kMeasures[row], choices[row].parameters));
    out.push_back(std::move(measure));
  }
  return out;
}

std::vector<double> Compute(const Measure& measure, const JudgedRanking& ranking) {
  if (measure.info->function == nullptr) return std::vector<double>(measure.names.size());
  return measure.info->function(ranking, measure.parameters);
}

std::string GradeString(const JudgedRanking& ranking, std::size_t length) {
  std::string out;
  for (std::size_t at = 0; at < std::min(length, ranking.found()); ++at) {
    const int grade = ranking.grades[at];
    // The characters are those of trec_eval.
    if (grade == JudgedRanking::kNotInPool) {
      out += '-';
    } else if (grade < 0) {
      out += '.';
    } else {
      out += grade > 9 ? '>' : static_cast<char>('0' + grade);
    }
  }
  return out;
}

}  // namespace thresh
