#include "query/retrieve/phrase.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace thresh {
namespace {

// A word of the phrase and its posting lists in all fields.
struct PhraseWord {
  std::uint32_t place = 0;
  TermRecord record;
  std::unique_ptr<ChunkReader> chunks;
};

// The words' posting lists in the one field that is being searched.
struct Strands {
  std::vector<PostingCursor> cursors;
  std::vector<WordPositions> words;  // positions on the page that all cursors have reached
};

// Moves all cursors to the next page that all of them have. Returns kEnd if there is none. Each
// cursor in turn seeks the largest page so far; the page is common once all of them in sequence
// stop at it.
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

// The window of a near unit holds its own words, the stop words between them, and the other words
// that it allows.
Result<std::uint32_t> CountOccurrences(const QueryUnit& unit, Strands& strands) {
  for (std::size_t i = 0; i < strands.words.size(); ++i)
    THRESH_RETURN_IF_ERROR(strands.cursors[i].Positions(&strands.words[i].at));
  if (unit.kind == QueryUnit::Kind::kNear)
    return CountNear(strands.words, unit.words.back().place + 1 + unit.near);
  return CountPhrase(strands.words);
}

Status MatchField(const QueryUnit& unit, Strands strands, double weight,
                  std::vector<PageTf>* matches) {
  for (std::uint32_t doc = Align(strands.cursors); doc != Cursor::kEnd;
       doc = Align(strands.cursors)) {
    THRESH_ASSIGN_OR_RETURN(const std::uint32_t count, CountOccurrences(unit, strands));
    if (count > 0) matches->push_back({doc, weight * count});
    strands.cursors.front().Next();
  }
  for (const PostingCursor& cursor : strands.cursors) THRESH_RETURN_IF_ERROR(cursor.status());
  return {};
}

// Adds up the matches of a page in several fields. The sort is stable, so that the tf of a page is
// always added in the order of the fields and rounds alike in every search.
std::vector<PageTf> JoinFields(std::vector<PageTf> matches) {
  std::stable_sort(matches.begin(), matches.end(),
                   [](const PageTf& a, const PageTf& b) { return a.doc < b.doc; });
  std::vector<PageTf> joined;
  for (const PageTf& match : matches) {
    if (joined.empty() || joined.back().doc != match.doc) {
      joined.push_back(match);
    } else {
      joined.back().tf += match.tf;
    }
  }
  return joined;
}

// One word of the field that the unit asks for.
struct Place {
  std::uint32_t position;
  std::size_t word;  // equal words have the number of the first of them
};

// The positions of all words in one ascending list.
struct MergedWords {
  std::vector<Place> places;
  std::vector<std::uint32_t> asked;  // [word]: how often the unit has it
};

// Two words of the unit are the same word if their positions are equal: different words never share
// a position.
MergedWords Merge(const std::vector<WordPositions>& words) {
  MergedWords merged;
  merged.asked.resize(words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto same = std::find_if(words.begin(), words.end(), [&](const WordPositions& other) {
      return other.at == words[w].at;
    });
    const auto word = static_cast<std::size_t>(same - words.begin());
    if (merged.asked[word]++ > 0) continue;
    for (const std::uint32_t position : words[w].at) merged.places.push_back({position, word});
  }
  std::sort(merged.places.begin(), merged.places.end(),
            [](const Place& a, const Place& b) { return a.position < b.position; });
  return merged;
}

}  // namespace

Result<std::vector<PageTf>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                        const FieldWeights& weights) {
  std::vector<PhraseWord> words;
  for (const QueryUnit::Word& word : phrase.words) {
    THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, index.Term(word.term));
    if (!record) return std::vector<PageTf>();
    words.push_back({word.place, std::move(*record), index.Chunks(word.term)});
  }
  std::vector<PageTf> matches;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    Strands strands;
    for (const PhraseWord& word : words) {
      const FieldList* list = word.record.Find(static_cast<Field>(f));
      if (list == nullptr) continue;
      strands.cursors.emplace_back(list, word.chunks.get());
      strands.words.push_back({{}, word.place});
    }
    // The words must stand together in one field: positions of different fields do not compare.
    if (strands.words.size() < words.size() || weights.of[f] <= 0) continue;
    THRESH_RETURN_IF_ERROR(MatchField(phrase, std::move(strands), weights.of[f], &matches));
  }
  return JoinFields(std::move(matches));
}

std::uint32_t CountPhrase(const std::vector<WordPositions>& words) {
  std::uint32_t count = 0;
  for (const std::uint32_t start : words.front().at) {
    const bool all = std::all_of(words.begin() + 1, words.end(), [&](const WordPositions& word) {
      // The place of the first word is 0, so the others stand at their places from its start.
      return std::binary_search(word.at.begin(), word.at.end(), start + word.place);
    });
    count += all ? 1 : 0;
  }
  return count;
}

// Two pointers: as `end` moves on, `begin` follows for as long as the window keeps all the words.
// Such a window contains no shorter one unless it begins where the window before it began.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest) {
  const MergedWords merged = Merge(words);
  std::vector<std::uint32_t> have(words.size());
  std::size_t missing = words.size(), begin = 0;
  std::size_t last_begin = 0;  // of the last window, counted from 1; 0: no window yet
  std::uint32_t count = 0;
  for (const Place& end : merged.places) {
    if (have[end.word]++ < merged.asked[end.word]) --missing;
    if (missing > 0) continue;
    for (; have[merged.places[begin].word] > merged.asked[merged.places[begin].word]; ++begin)
      --have[merged.places[begin].word];
    if (begin + 1 == last_begin) continue;
    last_begin = begin + 1;
    if (end.position - merged.places[begin].position < longest) ++count;
  }
  return count;
}

}  // namespace thresh
