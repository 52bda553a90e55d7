// Reads preferences (preferences.h).
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "query/evaluate/input_text.h"
#include "query/evaluate/preferences.h"
#include "query/evaluate/qrels.h"

namespace thresh {
namespace {

using Set = std::map<std::string, double>;  // grades by docno
struct Sets {
  std::map<std::string, Set> of;
  std::size_t last_line = 0;
};

// By the names of topics and groups, which trec_eval sorts.
using Groups = std::map<std::string, std::map<std::string, Sets>>;

Status ParseLine(std::string_view line, const std::string& file, std::size_t number,
                 Groups* groups) {
  const std::string topic(NextWord(&line)), group(NextWord(&line)), set(NextWord(&line)),
      docno(NextWord(&line));
  const std::string_view grade_text = NextWord(&line);
  if (grade_text.empty() || !Trimmed(line).empty())
    return LineError(file, number, "a line must have five fields: topic, group, set, docno, grade");
  double grade = 0;
  if (!ReadNumber(grade_text, &grade))
    return LineError(file, number, "the grade '" + std::string(grade_text) + "' is not a number");
  Sets& sets = (*groups)[topic][group];
  sets.last_line = number;
  if (!sets.of[set].emplace(docno, grade).second)
    return LineError(file, number, docno + " stands twice in set " + set + " of topic " + topic);
  return {};
}

// What follows from all sets: a page that is better than one that is better than a third is better
// than the third.
void AddWhatFollows(std::vector<std::vector<bool>>* better) {
  const std::size_t pages = better->size();
  for (std::size_t middle = 0; middle < pages; ++middle) {
    for (std::size_t first = 0; first < pages; ++first) {
      if (!(*better)[first][middle]) continue;
      for (std::size_t last = 0; last < pages; ++last) {
        if ((*better)[middle][last]) (*better)[first][last] = true;
      }
    }
  }
}

PreferenceGroup MakeGroup(const Sets& sets) {
  std::map<std::string, double> highest;
  for (const auto& [name, set] : sets.of) {
    for (const auto& [docno, grade] : set) {
      const auto [known, fresh] = highest.emplace(docno, grade);
      if (!fresh) known->second = std::max(known->second, grade);
    }
  }
  PreferenceGroup group;
  std::map<std::string, std::size_t> number;
  for (const auto& [docno, grade] : highest) {
    number.emplace(docno, group.docnos.size());
    group.docnos.push_back(docno);
    group.grades.push_back(grade);
  }
  if (sets.of.size() == 1) return group;
  group.better.assign(highest.size(), std::vector<bool>(highest.size()));
  for (const auto& [name, set] : sets.of) {
    for (const auto& [docno, grade] : set) {
      for (const auto& [other, others] : set) {
        if (grade > others) group.better[number[docno]][number[other]] = true;
      }
    }
  }
  AddWhatFollows(&group.better);
  return group;
}

Status AddGroup(const std::string& topic, const Sets& sets, const std::string& file, Qrels* qrels) {
  std::set<std::string> judged;
  for (const auto& [name, set] : sets.of) {
    for (const auto& [docno, grade] : set) judged.insert(docno);
  }
  if (judged.size() > kMostJudged) {
    return LineError(file, sets.last_line,
                     "the group has more than " + std::to_string(kMostJudged) + " pages");
  }
  PreferenceGroup group = MakeGroup(sets);
  for (std::size_t page = 0; page < group.better.size(); ++page) {
    if (group.better[page][page])
      return LineError(file, sets.last_line,
                       "the sets of this group contradict each other: by what follows from them, " +
                           group.docnos[page] + " is better than itself");
  }
  Judgments& judgments = qrels->topics[topic];
  for (std::size_t page = 0; page < group.docnos.size(); ++page) {
    const int grade = group.grades[page] > 0 ? 1 : 0;
    int& known = judgments[group.docnos[page]];
    known = std::max(known, grade);
  }
  qrels->highest_grade = 1;
  qrels->preferences[topic].push_back(std::move(group));
  return {};
}

}  // namespace

Result<Qrels> ParsePreferences(std::string_view text, const std::string& file) {
  Groups topics;
  LineCutter lines(text);
  for (std::string_view line; lines.Next(&line);) {
    if (Trimmed(line).empty() || line.front() == '#') continue;
    THRESH_RETURN_IF_ERROR(ParseLine(line, file, lines.number(), &topics));
  }
  if (topics.empty()) return Status(Code::kUnusable, file + " has no judgment: wrong file?");
  Qrels qrels;
  qrels.graded = false;
  for (const auto& [topic, groups] : topics) {
    for (const auto& [name, sets] : groups)
      THRESH_RETURN_IF_ERROR(AddGroup(topic, sets, file, &qrels));
  }
  return qrels;
}

Result<Qrels> ReadPreferences(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(file));
  return ParsePreferences(text, file);
}

Status PreferByGrades(Qrels* qrels) {
  for (const auto& [topic, judgments] : qrels->topics) {
    if (judgments.size() > kMostJudged)
      return Status(Code::kUsage, "preferences cannot be made of topic " + topic + ": more than " +
                                      std::to_string(kMostJudged) + " pages");
    const std::map<std::string, int> sorted(judgments.begin(), judgments.end());
    PreferenceGroup& group = qrels->preferences[topic].emplace_back();
    for (const auto& [docno, grade] : sorted) {
      if (grade < 0) continue;
      group.docnos.push_back(docno);
      group.grades.push_back(grade);
    }
  }
  return {};
}

}  // namespace thresh
