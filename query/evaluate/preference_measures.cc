#include "query/evaluate/preference_measures.h"

#include "common/base/numbers.h"

namespace thresh::measures {
namespace {

using Group = JudgedPreferences::Group;

// Of preferences or of pairs.
double ShareOf(const PreferenceCounts& counts) { return Ratio(counts.fulfilled(), counts.all()); }
double ShareFoundOf(const PreferenceCounts& counts) {
  return Ratio(counts.both_fulfilled, counts.both);
}
double ShareImpliedOf(const PreferenceCounts& counts) {
  return Ratio(counts.fulfilled(), counts.both + counts.implied);
}

// The counts of all groups of the topic.
PreferenceCounts Sum(const JudgedRanking& ranking) {
  PreferenceCounts sum;
  for (const Group& group : ranking.preferences.groups) {
    sum.both += group.of.both;
    sum.both_fulfilled += group.of.both_fulfilled;
    sum.implied += group.of.implied;
    sum.implied_fulfilled += group.of.implied_fulfilled;
    sum.neither += group.of.neither;
  }
  return sum;
}

template <typename Share>
std::vector<double> OverGroups(const JudgedRanking& ranking, Share share) {
  double sum = 0;
  for (const Group& group : ranking.preferences.groups) sum += share(group);
  return {Ratio(sum, static_cast<double>(ranking.preferences.groups.size()))};
}

}  // namespace

std::vector<double> Preferences(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Sum(ranking).all()};
}

std::vector<double> PreferencesFulfilled(const JudgedRanking& ranking, const MeasureParameters&) {
  return {Sum(ranking).fulfilled()};
}

std::vector<double> PreferencesFulfilledFound(const JudgedRanking& ranking,
                                              const MeasureParameters&) {
  return {Sum(ranking).both_fulfilled};
}

std::vector<double> PreferenceShare(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareOf(Sum(ranking))};
}

std::vector<double> PreferenceShareFound(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareFoundOf(Sum(ranking))};
}

std::vector<double> PreferenceShareImplied(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareImpliedOf(Sum(ranking))};
}

std::vector<double> PairShare(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareOf(ranking.preferences.pairs)};
}

std::vector<double> PairShareFound(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareFoundOf(ranking.preferences.pairs)};
}

std::vector<double> PairShareImplied(const JudgedRanking& ranking, const MeasureParameters&) {
  return {ShareImpliedOf(ranking.preferences.pairs)};
}

std::vector<double> GroupShare(const JudgedRanking& ranking, const MeasureParameters&) {
  return OverGroups(ranking, [](const Group& group) { return ShareOf(group.of); });
}

std::vector<double> GroupShareFound(const JudgedRanking& ranking, const MeasureParameters&) {
  return OverGroups(ranking, [](const Group& group) { return ShareFoundOf(group.of); });
}

std::vector<double> GroupShareImplied(const JudgedRanking& ranking, const MeasureParameters&) {
  return OverGroups(ranking, [](const Group& group) { return ShareImpliedOf(group.of); });
}

std::vector<double> EqualShare(const JudgedRanking& ranking, const MeasureParameters&) {
  return OverGroups(ranking,
                    [](const Group& group) { return Ratio(group.equal_fulfilled, group.equal); });
}

std::vector<double> EqualShareFound(const JudgedRanking& ranking, const MeasureParameters&) {
  return OverGroups(ranking, [](const Group& group) {
    return Ratio(group.equal_found_fulfilled, group.equal_found);
  });
}

}  // namespace thresh::measures
