#include "query/retrieve/phrase.h"

#include <algorithm>
#include <optional>

namespace thresh {
namespace {

// A word of the phrase and its lists.
struct PhraseWord {
  std::uint32_t place = 0;
  TermRecord record;
  std::unique_ptr<ChunkReader> chunks;
};

// One word's list in the field that is being searched.
struct Strand {
  PostingCursor cursor;
  std::uint32_t place;
  std::vector<std::uint32_t> positions;  // on the page that all strands have reached
};

// Moves all strands to the next page that all of them have; kEnd: there is none.
std::uint32_t Align(std::vector<Strand>& strands) {
  std::uint32_t doc = strands.front().cursor.doc();
  for (std::size_t agreed = 0, at = 0; agreed < strands.size() && doc != Cursor::kEnd;
       at = (at + 1) % strands.size()) {
    strands[at].cursor.SeekTo(doc);
    agreed = strands[at].cursor.doc() == doc ? agreed + 1 : 1;
    doc = strands[at].cursor.doc();
  }
  return doc;
}

// Places where the first word stands and every other one at its distance from it.
Result<std::uint32_t> CountOccurrences(std::vector<Strand>& strands) {
  for (Strand& strand : strands) RETURN_IF_ERROR(strand.cursor.Positions(&strand.positions));
  std::uint32_t count = 0;
  for (const std::uint32_t start : strands.front().positions) {
    const bool all = std::all_of(strands.begin() + 1, strands.end(), [&](const Strand& s) {
      return std::binary_search(s.positions.begin(), s.positions.end(), start + s.place);
    });
    count += all ? 1 : 0;
  }
  return count;
}

Status MatchField(std::vector<Strand> strands, double weight, std::vector<PhraseMatch>* matches) {
  for (std::uint32_t doc = Align(strands); doc != Cursor::kEnd; doc = Align(strands)) {
    ASSIGN_OR_RETURN(const std::uint32_t count, CountOccurrences(strands));
    if (count > 0) matches->push_back({doc, weight * count});
    strands.front().cursor.Next();
  }
  for (const Strand& strand : strands) RETURN_IF_ERROR(strand.cursor.status());
  return {};
}

// Matches of several fields on one page become one.
std::vector<PhraseMatch> JoinFields(std::vector<PhraseMatch> matches) {
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

}  // namespace

Result<std::vector<PhraseMatch>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                             const FieldWeights& weights) {
  std::vector<PhraseWord> words;
  for (const QueryUnit::Word& word : phrase.words) {
    ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(word.term));
    if (!record) return std::vector<PhraseMatch>();
    words.push_back({word.place, std::move(*record), index.Chunks(word.term)});
  }
  std::vector<PhraseMatch> matches;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    std::vector<Strand> strands;
    for (const PhraseWord& word : words) {
      const FieldList* list = word.record.Find(static_cast<Field>(f));
      if (list != nullptr) strands.push_back({PostingCursor(list, word.chunks.get()), word.place, {}});
    }
    if (strands.size() < words.size() || weights.of[f] <= 0) continue;
    RETURN_IF_ERROR(MatchField(std::move(strands), weights.of[f], &matches));
  }
  return JoinFields(std::move(matches));
}

}  // namespace thresh
