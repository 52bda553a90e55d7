#include "query/evaluate/qrels.h"

#include <algorithm>

#include "query/evaluate/input_text.h"

namespace thresh {
namespace {

constexpr int kGradeLimit = 127;  // as in trec_eval

Status ParseLine(std::string_view line, const std::string& file, std::size_t number, Qrels* qrels) {
  const std::string topic(NextWord(&line));
  // The iteration, which no measure reads.
  NextWord(&line);
  const std::string docno(NextWord(&line));
  const std::string_view grade_text = NextWord(&line);
  if (grade_text.empty() || !Trimmed(line).empty()) {
    return LineError(file, number,
                     "a judgment must have four fields: topic, iteration, docno, grade");
  }
  int grade = 0;
  if (!ReadNumber(grade_text, &grade) || grade < -kGradeLimit || grade > kGradeLimit) {
    return LineError(
        file, number,
        "the grade '" + std::string(grade_text) + "' is not a whole number from -127 to 127");
  }
  // Which of two grades counts would depend on the order of the lines.
  if (!qrels->topics[topic].emplace(docno, grade).second) {
    return LineError(file, number, docno + " is judged twice for topic " + topic);
  }
  qrels->highest_grade = std::max(qrels->highest_grade, grade);
  return {};
}

}  // namespace

Result<Qrels> ParseQrels(std::string_view text, const std::string& file) {
  Qrels qrels;
  LineCutter lines(text);
  for (std::string_view line; lines.Next(&line);) {
    if (Trimmed(line).empty() || line.front() == '#') continue;
    THRESH_RETURN_IF_ERROR(ParseLine(line, file, lines.number(), &qrels));
  }
  if (qrels.topics.empty()) return Status(Code::kUnusable, file + " has no judgment: wrong file?");
  return qrels;
}

Result<Qrels> ReadQrels(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(file));
  return ParseQrels(text, file);
}

}  // namespace thresh
