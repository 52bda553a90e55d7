// Preferences: which of two pages a person finds better for a topic, instead of a grade for each.
// ReadPreferences reads them into Qrels, JudgePreferences counts those that a ranking fulfils, and
// the rows of MeasureTable in the set all_prefs make measures of the counts. The definitions are
// those of trec_eval 10.0-rc3. Values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/evaluate/trec_run.h"

namespace thresh {

struct Qrels;

// What one person (or one need) prefers for a topic. Where the pages were shown at once, each page
// is preferred to all with a lower grade. Where they were shown set by set, that holds within a
// set only, and for all that follows from several sets.
struct PreferenceGroup {
  std::vector<std::string> docnos;  // ascending
  std::vector<double> grades;       // the highest of the page in any set
  // [page][other]: the page is preferred. Empty where there is one set.
  std::vector<std::vector<bool>> better;
  bool Prefers(std::size_t a, std::size_t b) const {
    return better.empty() ? grades[a] > grades[b] : better[a][b];
  }
};

// How many preferences there are, and how many the ranking fulfils: the better page stands first. A
// preference is implied if one of the pages was found, and fulfilled if that is the better one.
struct PreferenceCounts {
  double both = 0, both_fulfilled = 0, implied = 0, implied_fulfilled = 0, neither = 0;
  double all() const { return both + implied + neither; }
  double fulfilled() const { return both_fulfilled + implied_fulfilled; }
};

// What a ranking fulfils for one topic.
struct JudgedPreferences {
  struct Group {
    PreferenceCounts of;
    // With as many pages of grade 0 as there are better ones, so that a few hundred more judgments
    // of such pages change nothing: of all pages, and of those that were found.
    double equal = 0, equal_fulfilled = 0, equal_found = 0, equal_found_fulfilled = 0;
  };
  std::vector<Group> groups;
  // Pairs of pages in place of preferences: a pair of which three people prefer the first page and
  // two the second is fulfilled to 3/5.
  PreferenceCounts pairs;
};

// The first `depth` hits count. Hits may come in any order: as in trec_eval they stand by score and
// then by docno, which ascends here and descends in all other measures.
JudgedPreferences JudgePreferences(std::vector<TrecHit> hits,
                                   const std::vector<PreferenceGroup>& groups,
                                   std::size_t depth = ~std::size_t{0});

// Lines "topic group set docno grade". The topics of the Qrels have the highest grade of each page.
// kUnusable, with file and line, for a line without exactly five fields, a grade that is no number,
// a docno that stands twice in a set, more than kMostJudged pages in a group, and preferences that
// contradict each other.
inline constexpr std::size_t kMostJudged = 4000;
Result<Qrels> ParsePreferences(std::string_view text, const std::string& file);
Result<Qrels> ReadPreferences(const std::string& file);
// Makes preferences of grades: one group a topic. Pages that nobody judged are in none. kUsage for
// a topic with more pages than that.
Status PreferByGrades(Qrels* qrels);

}  // namespace thresh
