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

// A word of the phrase in one field.
struct FieldWord {
  const PhraseWord* word;
  const FieldList* list;
};

// The words that some page has in the field.
std::vector<FieldWord> WordsOf(Field field, const std::vector<PhraseWord>& words) {
  std::vector<FieldWord> here;
  for (const PhraseWord& word : words) {
    if (const FieldList* list = word.record.Find(field)) here.push_back({&word, list});
  }
  return here;
}

// The words' posting lists in the one field that is being searched.
struct Strands {
  std::vector<PostingCursor> cursors;  // the rarest first: it decides which pages are looked at
  std::vector<WordPositions> words;    // positions on the page that all cursors have reached
  std::vector<std::uint32_t> starts;   // where the phrase may begin on that page
};

// Where the phrase would begin for each position of one word.
void FindStarts(const WordPositions& word, std::vector<std::uint32_t>* starts) {
  starts->clear();
  for (const std::uint32_t position : word.at) {
    if (position >= word.place) starts->push_back(position - word.place);
  }
}

// Keeps the beginnings from which the word stands at its place. Both lists ascend. A step depends
// on no branch, because which of two positions is smaller is close to random.
void KeepStarts(const WordPositions& word, std::vector<std::uint32_t>* starts) {
  std::size_t kept = 0, at = 0;
  for (std::size_t i = 0; i < starts->size() && at < word.at.size();) {
    const std::uint32_t start = (*starts)[i], sought = start + word.place, here = word.at[at];
    (*starts)[kept] = start;
    kept += here == sought ? 1U : 0U;
    i += sought <= here ? 1U : 0U;
    at += here <= sought ? 1U : 0U;
  }
  starts->resize(kept);
}

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

// A phrase begins where every word stands at its place from there. The rarest word gives the
// beginnings, and the positions of the others are read only while some beginning is left.
Result<std::uint32_t> CountPhrase(Strands& strands) {
  for (std::size_t i = 0; i < strands.words.size(); ++i) {
    if (i > 0 && strands.starts.empty()) return 0U;
    WordPositions& word = strands.words[i];
    THRESH_RETURN_IF_ERROR(strands.cursors[i].Positions(&word.at));
    if (i == 0) {
      FindStarts(word, &strands.starts);
    } else {
      KeepStarts(word, &strands.starts);
    }
  }
  return static_cast<std::uint32_t>(strands.starts.size());
}

// The window of a near unit holds its own words, the stop words between them, and the other words
// that it allows.
Result<std::uint32_t> CountOccurrences(const QueryUnit& unit, Strands& strands) {
  if (unit.kind != QueryUnit::Kind::kNear) return CountPhrase(strands);
  for (std::size_t i = 0; i < strands.words.size(); ++i)
    THRESH_RETURN_IF_ERROR(strands.cursors[i].Positions(&strands.words[i].at));
  return CountNear(strands.words, unit.words.back().place + 1 + unit.near);
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
    if (weights.of[f] <= 0) continue;
    std::vector<FieldWord> here = WordsOf(static_cast<Field>(f), words);
    // The words must stand together in one field: positions of different fields do not compare.
    if (here.size() < words.size()) continue;
    std::stable_sort(here.begin(), here.end(), [](const FieldWord& a, const FieldWord& b) {
      return a.list->df < b.list->df;
    });
    Strands strands;
    for (const FieldWord& word : here) {
      strands.cursors.emplace_back(word.list, word.word->chunks.get());
      strands.words.push_back({{}, word.word->place});
    }
    THRESH_RETURN_IF_ERROR(MatchField(phrase, std::move(strands), weights.of[f], &matches));
  }
  return JoinFields(std::move(matches));
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
