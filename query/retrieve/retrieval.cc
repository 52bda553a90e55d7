// The table of algorithms, and the one that the others are measured against.
#include "query/retrieve/retrieval.h"

#include <algorithm>
#include <array>
#include <string>

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

// What every match has: the required units and the filter. Empty if any unit makes a match.
std::vector<Cursor*> RequiredOf(std::vector<ScoredUnit>& units, Cursor* filter) {
  std::vector<Cursor*> required;
  for (ScoredUnit& unit : units) {
    if (unit.required) required.push_back(unit.cursor.get());
  }
  if (filter != nullptr) required.push_back(filter);
  return required;
}

// The smallest page from `doc` on that matches. Each required cursor in turn seeks the largest page
// so far.
std::uint32_t NextMatch(std::vector<ScoredUnit>& units, const std::vector<Cursor*>& required,
                        std::uint32_t doc) {
  if (!required.empty()) {
    for (std::size_t agreed = 0, at = 0; agreed < required.size() && doc != Cursor::kEnd;
         at = (at + 1) % required.size()) {
      required[at]->SeekTo(doc);
      agreed = required[at]->doc() == doc ? agreed + 1 : 1;
      doc = required[at]->doc();
    }
    return doc;
  }
  std::uint32_t smallest = Cursor::kEnd;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc);
    smallest = std::min(smallest, unit.cursor->doc());
  }
  return smallest;
}

// Adds up in the order of the query, as the other algorithms do, so that all scores agree to the
// last bit.
double ScorePage(std::vector<ScoredUnit>& units, DocId doc, const LengthsRecord& lengths) {
  const PageLength page(lengths, doc);
  double score = 0;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc.value);
    score +=
        unit.cursor->doc() == doc.value ? ScoreOf(unit, page) : unit.scorer.Absent(page.length);
  }
  return score;
}

// Calls `visit` for each match, when all cursors have gone to it or behind it.
template <typename Visit>
Status VisitMatches(std::vector<ScoredUnit>& units, Cursor* filter, const LengthsRecord& lengths,
                    TopHits* top, MatchCount* counted, Visit visit) {
  const std::vector<Cursor*> required = RequiredOf(units, filter);
  for (std::uint32_t doc = NextMatch(units, required, 0); doc != Cursor::kEnd;
       doc = NextMatch(units, required, doc + 1)) {
    THRESH_RETURN_IF_ERROR(CheckPage(doc, lengths));
    if (!top->IsLive(doc)) continue;
    ++counted->matches;
    visit(DocId(doc));
  }
  return CheckLists(units, filter);
}

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
  return VisitMatches(units, filter, lengths, top, counted, [&](DocId doc) {
    top->OfferUnbounded({doc, ScorePage(units, doc, lengths)});
  });
}

Status RetrieveFew(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths,
                   TopHits* top, MatchCount* counted) {
  const PageBonus* const bonus = top->bonus();
  const auto tf_of = [&](std::size_t unit, DocId doc) {
    const Cursor& cursor = *units[unit].cursor;
    return cursor.doc() == doc.value ? cursor.tf() : 0;
  };
  THRESH_RETURN_IF_ERROR(VisitMatches(units, filter, lengths, top, counted, [&](DocId doc) {
    const double score = ScorePage(units, doc, lengths);
    if (bonus == nullptr || bonus->near().pairs.empty()) return top->Offer({doc, score});
    const double prior = bonus->prior_weight() > 0 ? bonus->prior_weight() * lengths.Prior(doc) : 0;
    double most = prior;
    for (const NearBounds::Pair& pair : bonus->near().pairs)
      most += bonus->near().Of(pair, tf_of(pair.first, doc), tf_of(pair.second, doc),
                               LengthOf(lengths, doc));
    top->Offer({doc, score}, prior, most);
  }));
  top->Settle();
  return {};
}

}  // namespace thresh
