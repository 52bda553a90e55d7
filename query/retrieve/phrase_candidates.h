// PhraseCandidates: walks the pages on which all words of a phrase, or of near words, stand in one
// field, and counts how often the unit stands there. Frequencies alone bound that count, so that
// positions, which cost most, are read only where somebody asks. PhraseCursor makes a cursor of it.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/near.h"
#include "query/retrieve/phrase_starts.h"
#include "query/retrieve/twin_cursor.h"

namespace thresh {

class PhraseCandidates {
 public:
  // As PhraseCursor.
  PhraseCandidates(const QueryUnit& unit, std::vector<TermRow> rows, const Index& index,
                   const FieldWeights& weights);

  // The current candidate; Cursor::kEnd after the last one.
  std::uint32_t doc() const { return doc_; }
  // The tf on the candidate, and the most that it can be by the words' frequencies alone. REQUIRES:
  // doc() != kEnd. Tf is 0 at damaged positions, too, of which status() tells.
  double MostTf() const;
  double Tf();
  // Moves to the first candidate that is `doc` or greater. Never goes back.
  void SeekTo(std::uint32_t doc);
  void Rewind();
  // As those of a cursor, by the rarest words.
  TfBounds ListBounds() const;
  TfBounds BlockBounds(std::uint32_t doc);
  Status status() const;

  // The ListBounds of a walk over these rows, without one.
  static TfBounds BoundsOf(const QueryUnit& unit, std::span<const TermRow> rows,
                           const FieldWeights& weights);

 private:
  // The words in one field that has all of them, the rarest first. Where templates count a share, a
  // second strand of the field walks their part of it, too: an occurrence with a word of a template
  // counts the share, one without counts the rest in the first strand and the share in this one.
  struct Strand {
    double weight;
    TwinLists rarest;
    std::vector<TwinCursor> cursors;
    std::vector<WordPositions> words;  // positions on the candidate, in the order of `cursors`
    std::uint32_t doc = Cursor::kEnd;  // the first page that all cursors have
  };
  struct StrandPlan {
    Field field;
    bool with_templates;
    double weight;
  };
  static std::vector<StrandPlan> Plan(std::span<const TermRow> rows, const FieldWeights& weights);
  void AddStrand(const QueryUnit& unit, const Index& index, const StrandPlan& plan);
  std::uint32_t Count(Strand& strand);
  std::uint32_t CountPhrase(Strand& strand);

  const bool near_;
  const std::uint32_t longest_;  // the words of a window of near words
  const double most_shared_;     // the most occurrences of the unit that share one of a word
  const std::vector<TermRow> rows_;
  std::vector<std::unique_ptr<ChunkReader>> chunks_;  // of each cursor that may share it with none
  std::vector<Strand> strands_;                       // in the order of fields
  PhraseStarts starts_;
  std::uint32_t doc_ = Cursor::kEnd;  // the fields stand at different pages: the smallest of them
};

}  // namespace thresh
