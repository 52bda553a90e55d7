// The measures of preferences, for MeasureTable: those of trec_eval's set all_prefs. Each has the
// signature of MeasureFunction. A ranking that was judged without preferences has 0 in all of them.
#pragma once

#include <vector>

#include "query/evaluate/measures.h"

namespace thresh::measures {

// How many preferences there are, and how many are fulfilled: by all pages, by those found.
std::vector<double> Preferences(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PreferencesFulfilled(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PreferencesFulfilledFound(const JudgedRanking&, const MeasureParameters&);

// The share of preferences that are fulfilled: of all, of those whose pages were both found, of
// those with at least one page found.
std::vector<double> PreferenceShare(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PreferenceShareFound(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PreferenceShareImplied(const JudgedRanking&, const MeasureParameters&);
// The same of pairs.
std::vector<double> PairShare(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PairShareFound(const JudgedRanking&, const MeasureParameters&);
std::vector<double> PairShareImplied(const JudgedRanking&, const MeasureParameters&);
// The same, averaged over groups.
std::vector<double> GroupShare(const JudgedRanking&, const MeasureParameters&);
std::vector<double> GroupShareFound(const JudgedRanking&, const MeasureParameters&);
std::vector<double> GroupShareImplied(const JudgedRanking&, const MeasureParameters&);
// With as many pages of grade 0 as better ones.
std::vector<double> EqualShare(const JudgedRanking&, const MeasureParameters&);
std::vector<double> EqualShareFound(const JudgedRanking&, const MeasureParameters&);

}  // namespace thresh::measures
