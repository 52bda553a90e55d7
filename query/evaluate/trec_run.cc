#include "query/evaluate/trec_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "common/base/check.h"
#include "query/evaluate/input_text.h"

namespace thresh {
namespace {

struct RunLine {
  std::string_view topic, docno, score, tag;
};

// Skips Q0 and the rank, which trec_eval does not use either: SortHits gives the order.
RunLine CutLine(std::string_view line) {
  RunLine out;
  out.topic = NextWord(&line);
  NextWord(&line);
  out.docno = NextWord(&line);
  NextWord(&line);
  out.score = NextWord(&line);
  out.tag = NextWord(&line);
  return out;
}

// The shortest text that reads back as the same double, so that only real ties are ties in the
// file. It has at most 24 characters.
std::string ShortestNumber(double number) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  THRESH_CHECK(error == std::errc());
  return std::string(text.data(), end);
}

// A blank would end the field of the docno.
std::string WithoutBlanks(std::string_view docno) {
  std::string out;
  for (const char c : docno) {
    if (c == ' ') {
      out += "%20";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

// trec_eval's order, which leaves the column of ranks aside and puts the larger docno of a tie
// first.
void SortHits(std::vector<TrecHit>* hits) {
  std::sort(hits->begin(), hits->end(), [](const TrecHit& a, const TrecHit& b) {
    return a.score != b.score ? a.score > b.score : a.docno > b.docno;
  });
}

Result<TrecRun> ParseTrecRun(std::string_view text, const std::string& file) {
  TrecRun run;
  // Views into `text`, not copies, because a usual run has a thousand docnos a topic.
  std::unordered_map<std::string, std::unordered_set<std::string_view>> seen;
  LineCutter lines(text);
  for (std::string_view line; lines.Next(&line);) {
    if (Trimmed(line).empty() || Trimmed(line).front() == '#') continue;
    const RunLine fields = CutLine(line);
    if (fields.tag.empty()) {
      return LineError(file, lines.number(),
                       "a result must have six fields: topic, Q0, docno, rank, score, tag");
    }
    TrecHit hit{.docno = std::string(fields.docno)};
    if (!ReadNumber(fields.score, &hit.score)) {
      return LineError(file, lines.number(),
                       "the score '" + std::string(fields.score) + "' is not a number");
    }
    const std::string topic(fields.topic);
    if (!seen[topic].insert(fields.docno).second) {
      return LineError(file, lines.number(), hit.docno + " stands twice in topic " + topic);
    }
    run.topics[topic].push_back(std::move(hit));
    run.tag = fields.tag;
  }
  if (run.topics.empty()) return Status(Code::kUnusable, file + " has no result: wrong file?");
  for (auto& [topic, hits] : run.topics) SortHits(&hits);
  return run;
}

Result<TrecRun> ReadTrecRun(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(file));
  return ParseTrecRun(text, file);
}

std::string TrecRunLines(const std::string& topic, const std::vector<TrecHit>& hits,
                         const std::string& tag) {
  std::string out;
  std::size_t rank = 0;
  for (const TrecHit& hit : hits) {
    out += topic + " Q0 " + WithoutBlanks(hit.docno) + " " + std::to_string(++rank) + " " +
           ShortestNumber(hit.score) + " " + tag + "\n";
  }
  return out;
}

}  // namespace thresh
