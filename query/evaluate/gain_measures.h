// The measures that weigh grades, for MeasureTable. The gain of a grade is the grade itself, unless
// a parameter "grade=gain" sets another. Each has the signature of MeasureFunction.
#pragma once

#include <vector>

#include "query/evaluate/measures.h"

namespace thresh::measures {

std::vector<double> BinaryG(const JudgedRanking&, const MeasureParameters&);
std::vector<double> G(const JudgedRanking&, const MeasureParameters& gains);
std::vector<double> Ndcg(const JudgedRanking&, const MeasureParameters& gains);
std::vector<double> NdcgAtRelevant(const JudgedRanking&, const MeasureParameters& gains);
std::vector<double> NdcgAtLevels(const JudgedRanking&, const MeasureParameters& gains);
std::vector<double> NdcgAt(const JudgedRanking&, const MeasureParameters& ranks);
std::vector<double> RankBiasedPrecision(const JudgedRanking&, const MeasureParameters& p_and_gains);
std::vector<double> RankBiasedResidual(const JudgedRanking&, const MeasureParameters& p);
std::vector<double> ExpectedReciprocalRank(const JudgedRanking&, const MeasureParameters& ranks);

}  // namespace thresh::measures
