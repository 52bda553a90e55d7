// The measures that read only whether a page is relevant, for MeasureTable. Each has the signature
// of MeasureFunction. A quotient is 0 if its denominator is, as for a topic without a relevant
// page.
#pragma once

#include <vector>

#include "query/evaluate/measures.h"

namespace thresh::measures {

std::vector<double> Found(const JudgedRanking&, const MeasureParameters&);
std::vector<double> Relevant(const JudgedRanking&, const MeasureParameters&);
std::vector<double> RelevantFound(const JudgedRanking&, const MeasureParameters&);
std::vector<double> JudgedNonrelevantFound(const JudgedRanking&, const MeasureParameters&);

std::vector<double> AveragePrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> Yaap(const JudgedRanking&, const MeasureParameters&);
std::vector<double> LogAveragePrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> AveragePrecisionAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> RPrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> RPrecisionTimes(const JudgedRanking&, const MeasureParameters& shares);
std::vector<double> Bpref(const JudgedRanking&, const MeasureParameters&);
std::vector<double> LogBpref(const JudgedRanking&, const MeasureParameters&);
std::vector<double> InferredAveragePrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> ReciprocalRank(const JudgedRanking&, const MeasureParameters&);
std::vector<double> ReciprocalRankAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> InterpolatedPrecision(const JudgedRanking&, const MeasureParameters& shares);
std::vector<double> MeanInterpolatedPrecision(const JudgedRanking&,
                                              const MeasureParameters& shares);
std::vector<double> PrecisionAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> RecallAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> RelativePrecisionAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> SuccessAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> UnjudgedAt(const JudgedRanking&, const MeasureParameters& ranks);

std::vector<double> Utility(const JudgedRanking&, const MeasureParameters& coefficients);
std::vector<double> SetPrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> SetRelativePrecision(const JudgedRanking&, const MeasureParameters&);
std::vector<double> SetRecall(const JudgedRanking&, const MeasureParameters&);
std::vector<double> SetMap(const JudgedRanking&, const MeasureParameters&);
std::vector<double> SetF(const JudgedRanking&, const MeasureParameters& weight);

}  // namespace thresh::measures
