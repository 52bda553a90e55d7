#include "query/evaluate/preferences.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "common/base/numbers.h"

namespace thresh {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;

// The judged pages of a topic by their places: those that were found in the order of the ranking,
// all others behind them in the order of their names.
struct Places {
  std::unordered_map<std::string, std::size_t> of;
  std::size_t found = 0;
};

Places PlacesOf(const std::vector<TrecHit>& hits, const std::vector<PreferenceGroup>& groups) {
  std::set<std::string> judged;
  for (const PreferenceGroup& group : groups)
    judged.insert(group.docnos.begin(), group.docnos.end());
  Places places;
  for (const TrecHit& hit : hits) {
    if (judged.contains(hit.docno)) places.of.emplace(hit.docno, places.of.size());
  }
  places.found = places.of.size();
  for (const std::string& docno : judged) places.of.emplace(docno, places.of.size());
  return places;
}

// `share` is 1 for a preference; for a pair, what its people fulfil of it.
void CountOne(std::size_t better, std::size_t worse, std::size_t found, double share,
              PreferenceCounts* counts) {
  if (better >= found && worse >= found) {
    ++counts->neither;
  } else if (better < found && worse < found) {
    ++counts->both;
    counts->both_fulfilled += share;
  } else {
    ++counts->implied;
    counts->implied_fulfilled += share;
  }
}

// A group, with its pages in the order of their places.
class PlacedGroup {
 public:
  PlacedGroup(const PreferenceGroup& group, const Places& places)
      : group_(group), found_(places.found) {
    for (std::size_t page = 0; page < group.docnos.size(); ++page)
      pages_.emplace_back(places.of.at(group.docnos[page]), page);
    std::sort(pages_.begin(), pages_.end());
  }

  // Calls visit(place of the better page, place of the other) for each preference.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const auto& [place, page] : pages_) {
      for (const auto& [other_place, other] : pages_) {
        if (group_.Prefers(page, other)) visit(place, other_place);
      }
    }
  }

  JudgedPreferences::Group Judge() const {
    JudgedPreferences::Group judged;
    ForEach([&](std::size_t better, std::size_t worse) {
      CountOne(better, worse, found_, better < worse ? 1 : 0, &judged.of);
    });
    const Grades all = CountGrades(false), found = CountGrades(true);
    if (all.relevant >= all.others) {
      const double lacking = Count(all.relevant - all.others);
      judged.equal = judged.of.all() + Count(all.relevant) * lacking;
      judged.equal_fulfilled = judged.of.fulfilled() + Count(found.relevant) * lacking;
    } else {
      CountEqual(all.relevant, all.relevant, false, &judged.equal, &judged.equal_fulfilled);
    }
    if (found.relevant >= found.others) {
      // As in trec_eval, relevant pages that were not found take part here.
      const double lacking = Count(found.relevant - found.others);
      judged.equal_found = judged.of.both + Count(all.relevant) * lacking;
      judged.equal_found_fulfilled = judged.of.both_fulfilled + Count(found.relevant) * lacking;
    } else {
      CountEqual(found.relevant, all.relevant, true, &judged.equal_found,
                 &judged.equal_found_fulfilled);
    }
    return judged;
  }

 private:
  struct Grades {
    std::size_t relevant = 0, others = 0;
  };
  static double Count(std::size_t n) { return static_cast<double>(n); }
  double GradeOf(const Pair& page) const { return group_.grades[page.second]; }

  Grades CountGrades(bool of_found) const {
    Grades grades;
    for (const Pair& page : pages_) {
      if (of_found && page.first >= found_) continue;
      grades.relevant += GradeOf(page) > 0 ? 1U : 0U;
      grades.others += GradeOf(page) == 0 ? 1U : 0U;
    }
    return grades;
  }

  // The first `most` pages of grade 0.
  std::vector<std::size_t> FirstOthers(std::size_t most) const {
    std::vector<std::size_t> places;
    for (const Pair& page : pages_) {
      if (GradeOf(page) == 0 && places.size() < most) places.push_back(page.first);
    }
    return places;
  }

  // The preferences with the first pages of grade 0 only. As in trec_eval, where all pages were
  // shown at once, a page of grade 0 is also compared with those that stay, as if it were better.
  void CountEqual(std::size_t most, std::size_t most_of_sets, bool of_found, double* all,
                  double* fulfilled) const {
    const auto count = [&](std::size_t better, std::size_t worse) {
      if (of_found && (better >= found_ || worse >= found_)) return;
      ++*all;
      *fulfilled += better < worse && better < found_ ? 1 : 0;
    };
    const std::vector<std::size_t> kept = FirstOthers(group_.better.empty() ? most : most_of_sets);
    const std::set<std::size_t> stay(kept.begin(), kept.end());
    const auto is_out = [&](const Pair& page) {
      return GradeOf(page) == 0 && !stay.contains(page.first);
    };
    for (const Pair& better : pages_) {
      for (const Pair& worse : pages_) {
        if (group_.better.empty() && GradeOf(worse) == 0) continue;
        if (is_out(better) || is_out(worse)) continue;
        if (group_.Prefers(better.second, worse.second)) count(better.first, worse.first);
      }
      if (!group_.better.empty()) continue;
      for (const std::size_t worse : kept) count(better.first, worse);
    }
  }

  const PreferenceGroup& group_;
  const std::size_t found_;
  std::vector<Pair> pages_;  // place and number in the group
};

// What all groups of a topic say of each pair of its pages.
PreferenceCounts CountPairs(const std::vector<PlacedGroup>& groups, std::size_t found) {
  struct Votes {
    double first = 0, second = 0;  // for the page with the smaller place, and against it
  };
  std::map<Pair, Votes> votes;
  for (const PlacedGroup& group : groups) {
    group.ForEach([&](std::size_t better, std::size_t worse) {
      Votes& pair = votes[std::minmax(better, worse)];
      (better < worse ? pair.first : pair.second) += 1;
    });
  }
  PreferenceCounts counts;
  for (const auto& [pair, vote] : votes)
    CountOne(pair.first, pair.second, found, vote.first / (vote.first + vote.second), &counts);
  return counts;
}

}  // namespace

JudgedPreferences JudgePreferences(std::vector<TrecHit> hits,
                                   const std::vector<PreferenceGroup>& groups, std::size_t depth) {
  std::sort(hits.begin(), hits.end(), [](const TrecHit& a, const TrecHit& b) {
    return a.score != b.score ? a.score > b.score : a.docno < b.docno;
  });
  hits.resize(std::min(hits.size(), depth));
  const Places places = PlacesOf(hits, groups);
  std::vector<PlacedGroup> placed;
  JudgedPreferences judged;
  for (const PreferenceGroup& group : groups)
    judged.groups.push_back(placed.emplace_back(group, places).Judge());
  // Most topics have one group, whose pairs are its preferences.
  judged.pairs = placed.size() == 1 ? judged.groups.front().of : CountPairs(placed, places.found);
  return judged;
}

}  // namespace thresh
