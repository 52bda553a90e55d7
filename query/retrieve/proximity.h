// Proximity: how near neighbouring words of the query stand to each other on a page. It is a part
// of the score of bm25 and bm25+ (page_bonus.h). After Buettcher, Clarke and Lushman 2006, "Term
// proximity scoring for ad-hoc retrieval on very large text collections", with these parts:
//
//   near(a, b)  = sum over fields of weight x sum over the occurrences of a of 1 / d^2,
//                 where d is the distance to the nearest b in that field
//   proximity   = sum over neighbours a, b of
//                 min(idf a, idf b) x near / (near + k1 ((1 - b) + b len/avg))
//
// Where templates count a share, near is (1 - share) x near without them + share x near with them.
// Neighbours are two units of the query, one after the other, that are single words in all fields.
// An alternative of a word (alternatives.h) stands beside the word's neighbours, too, and its pairs
// count by its weight.
// A search owns one. Pages may come in any order, but come fastest in ascending order. A damaged
// list looks as if its word stood nowhere else; status() tells. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/near_bounds.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"

namespace thresh {

class Proximity {
 public:
  // `index` must outlive this. kUnusable if a row of the dictionary is damaged.
  static Result<Proximity> Make(const Query& query, const Index& index,
                                const CollectionStatistics& collection,
                                const SearchOptions& options);
  Proximity(Proximity&&) noexcept;
  ~Proximity();

  // No page has more. 0 if no two words of the query are neighbours.
  double most() const { return most_; }
  // Bounds of the same, a pair of neighbours each, times `weight`.
  NearBounds Bounds(double weight) const;
  // REQUIRES: the index has the page. `length` is as scorers take it. Nothing if the page certainly
  // has less than `least`, which is found without its positions on most pages.
  std::optional<double> Of(DocId doc, double length, double least);
  Status status() const;

 private:
  class Word;
  struct Neighbours;
  // A word that may stand at a place of the query.
  struct Choice {
    std::size_t word, unit;  // the unit is a number among those that are scored
    double idf, weight;
  };
  Proximity(const Index& index, const CollectionStatistics& collection,
            const SearchOptions& options);
  Result<std::vector<Choice>> ChoicesOf(const QueryUnit& typed, const Query& query, double docs);
  void Enter(std::uint32_t number, const Index& part);
  void FindShared(Neighbours* pair);
  double Near(const Neighbours& pair);
  double NearIn(Field field, bool with_templates, Word& a, Word& b);
  double MostOf(DocId doc, Neighbours* pair);

  const Index& index_;
  const SearchOptions& options_;
  const double average_length_;
  const Index* part_ = nullptr;  // which the words are in; null: none yet
  std::vector<Word> words_;
  std::vector<Neighbours> neighbours_;
  double most_ = 0;
  Status damage_;
};

// The sum of 1 / d^2 over the positions of one word, where d is the distance to the nearest
// position of another word. Both lists ascend. A position of both is no distance: a word that tags
// cut stands where its last part stands, and is not near it for that.
double Nearness(const std::vector<std::uint32_t>& of, const std::vector<std::uint32_t>& to);

}  // namespace thresh
