// The table of algorithms, and the one that the others are measured against.
#include "query/retrieve/retrieval.h"

#include <algorithm>
#include <array>
#include <string>

#include "query/retrieve/matches.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/top_hits.h"

namespace thresh {
namespace {

constexpr std::array<AlgorithmInfo, 3> kAlgorithms = {{
    {"exhaustive", "scores and counts every page that matches", false, &RetrieveExhaustive},
    {"maxscore", "skips pages by the highest score in a whole posting list", true,
     &RetrieveMaxScore},
    {"block_max", "skips stretches of pages by the highest score in their blocks", true,
     &RetrieveBlockMax},
}};

}  // namespace

std::span<const AlgorithmInfo> AlgorithmTable() { return kAlgorithms; }

Result<const AlgorithmInfo*> FindAlgorithm(std::string_view name) {
  std::string known;
  for (const AlgorithmInfo& row : kAlgorithms) {
    if (row.name == name) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  return Status(Code::kUsage, "no algorithm '" + std::string(name) + "'; there are " + known);
}

Status RetrieveExhaustive(std::vector<ScoredUnit> units, Cursor* filter,
                          const LengthsRecord& lengths, TopHits* top, MatchCount* counted) {
  return VisitMatches(units, filter, lengths, top, [&](DocId doc) {
    ++counted->matches;
    top->OfferUnbounded({doc, ScorePage(units, doc, lengths)});
  });
}

}  // namespace thresh
