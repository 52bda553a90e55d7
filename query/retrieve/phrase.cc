#include "query/retrieve/phrase.h"

#include <algorithm>
#include <optional>

#include "query/retrieve/positions.h"

namespace thresh {
namespace {

// A word of the phrase and its lists.
struct PhraseWord {
  std::uint32_t place = 0;
  TermRecord record;
  std::unique_ptr<ChunkReader> chunks;
};

// The words' lists in the field that is being searched.
struct Strands {
  std::vector<PostingCursor> cursors;
  std::vector<WordPositions> words;  // on the page that all cursors have reached
};

// Moves all to the next page that all of them have; kEnd: there is none.
std::uint32_t Align(std::vector<PostingCursor>& cursors) {
  std::uint32_t doc = cursors.front().doc();
  for (std::size_t agreed = 0, at = 0; agreed < cursors.size() && doc != Cursor::kEnd;
       at = (at + 1) % cursors.size()) {
    cursors[at].SeekTo(doc);
    agreed = cursors[at].doc() == doc ? agreed + 1 : 1;
    doc = cursors[at].doc();
  }
  return doc;
}

// A near unit's stretch has its own words, the stop words between them, and what it allows.
Result<std::uint32_t> CountOccurrences(const QueryUnit& unit, Strands& strands) {
  for (std::size_t i = 0; i < strands.words.size(); ++i)
    THRESH_RETURN_IF_ERROR(strands.cursors[i].Positions(&strands.words[i].at));
  if (unit.kind == QueryUnit::Kind::kNear)
    return CountNear(strands.words, unit.words.back().place + 1 + unit.near);
  return CountPhrase(strands.words);
}

Status MatchField(const QueryUnit& unit, Strands strands, double weight,
                  std::vector<PhraseMatch>* matches) {
  for (std::uint32_t doc = Align(strands.cursors); doc != Cursor::kEnd;
       doc = Align(strands.cursors)) {
    THRESH_ASSIGN_OR_RETURN(const std::uint32_t count, CountOccurrences(unit, strands));
    if (count > 0) matches->push_back({doc, weight * count});
    strands.cursors.front().Next();
  }
  for (const PostingCursor& cursor : strands.cursors) THRESH_RETURN_IF_ERROR(cursor.status());
  return {};
}

}  // namespace

Result<std::vector<PhraseMatch>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                             const FieldWeights& weights) {
  std::vector<PhraseWord> words;
  for (const QueryUnit::Word& word : phrase.words) {
    THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(word.term));
    if (!record) return std::vector<PhraseMatch>();
    words.push_back({word.place, std::move(*record), index.Chunks(word.term)});
  }
  std::vector<PhraseMatch> matches;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    Strands strands;
    for (const PhraseWord& word : words) {
      const FieldList* list = word.record.Find(static_cast<Field>(f));
      if (list == nullptr) continue;
      strands.cursors.emplace_back(list, word.chunks.get());
      strands.words.push_back({{}, word.place});
    }
    if (strands.words.size() < words.size() || weights.of[f] <= 0) continue;
    THRESH_RETURN_IF_ERROR(MatchField(phrase, std::move(strands), weights.of[f], &matches));
  }
  return JoinMatches(std::move(matches));
}

std::vector<PhraseMatch> JoinMatches(std::vector<PhraseMatch> matches) {
  std::stable_sort(matches.begin(), matches.end(),
                   [](const auto& a, const auto& b) { return a.doc < b.doc; });
  std::vector<PhraseMatch> joined;
  for (const PhraseMatch& match : matches) {
    if (joined.empty() || joined.back().doc != match.doc) {
      joined.push_back(match);
    } else {
      joined.back().tf += match.tf;
    }
  }
  return joined;
}

}  // namespace thresh
