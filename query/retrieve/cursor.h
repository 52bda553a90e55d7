// Cursor: walks the pages that have a unit of the query, in ascending order, each with its weighted
// frequency. The algorithms of retrieval read nothing else. A page is its body, title, URL and
// description, and the anchor texts of other pages if the store has them: a cursor walks the
// posting lists of all these fields as one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"

namespace thresh {

// A batch of pages is an array of these, and filled by who makes it: to set it to zero before takes
// as long as a part of the walk.
struct PageTf {
  std::uint32_t doc;
  double tf;
};

// The lists of a unit whose bounds are joined: one for each field, and those of body and anchors
// once more where the template's part of them is walked beside them (phrase_candidates.h).
inline constexpr std::size_t kMostLists = kFieldCount + 2;

// Upper bounds for a stretch of pages: for each page of the stretch that has the unit, one of the
// pairs has at least the page's tf and at most its length. A pair bounds the score of the page, as
// scores grow with tf and shrink with length.
struct TfBounds {
  struct Pair {
    double tf, length;
  };
  std::uint32_t last = PostingCursor::kEnd;  // the last page of the stretch
  bool known = true;                         // false: no bound is known
  bool coarse = false;                       // SeekTo into the stretch will give tighter bounds
  std::size_t count = 0;
  std::array<Pair, kMostLists * kMaxImpacts> pairs;  // the first `count` are valid, shortest first

  static TfBounds Unknown() {
    TfBounds bounds;
    bounds.known = false;
    return bounds;
  }
  void Add(double tf, double length) { pairs[count++] = {tf, length}; }
  std::span<const Pair> span() const { return {pairs.data(), count}; }
};

// A new cursor already stands on its first page; no call of Next() is needed. After the last page
// doc() is kEnd, and it stays kEnd until Rewind(). A cursor never moves backwards otherwise.
//
// A damaged list looks as if it ended early: doc() becomes kEnd and status() tells why. Whoever
// walks a cursor to its end therefore checks status() afterwards. Not thread-safe.
class Cursor {
 public:
  static constexpr std::uint32_t kEnd = PostingCursor::kEnd;
  virtual ~Cursor() = default;

  // The current page, or kEnd after the last one.
  virtual std::uint32_t doc() const = 0;
  // Sum over fields of weight x frequency on the current page. REQUIRES: doc() != kEnd.
  virtual double tf() const = 0;

  // Moves to the next page, or to kEnd after the last one. REQUIRES: doc() != kEnd.
  virtual void Next() = 0;
  // Moves to the first page that is `doc` or greater, or to kEnd if there is none. Does nothing if
  // the current page is already `doc` or greater, so that seeking backwards or at kEnd is harmless.
  virtual void SeekTo(std::uint32_t doc) = 0;

  // Writes the tf on each page of `docs`, or 0 if the page lacks the unit. REQUIRES: `docs` is
  // ascending and begins at the current page or after it; `tfs` has room for as many numbers. The
  // cursor ends on the first page that is docs.back() or greater. Does nothing if `docs` is empty.
  virtual void TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
    for (const std::uint32_t sought : docs) {
      SeekTo(sought);
      *tfs++ = doc() == sought ? tf() : 0;
    }
  }

  // Judges a page by the most that its tf can be, before the tf is known.
  class Gate {
   public:
    virtual ~Gate() = default;
    virtual bool Admits(std::uint32_t doc, double most_tf) = 0;
  };
  // From now on Take may leave out pages that the gate does not admit. A cursor that knows a tf as
  // soon as it knows the page ignores the gate. Null: no gate. The gate must outlive its use.
  virtual void SetGate(Gate*) {}

  // Writes the pages from the current one up to `last` that have more than `tf_above`, until `out`
  // is full, and moves behind the last page that it looked at. Returns how many it wrote. Fewer
  // than out.size() means that no page up to `last` is left; the next call continues where this one
  // stopped.
  virtual std::size_t Take(std::uint32_t last, double tf_above, std::span<PageTf> out) {
    std::size_t taken = 0;
    for (; taken < out.size() && doc() <= last && doc() != kEnd; Next()) {
      if (tf() > tf_above) out[taken++] = {doc(), tf()};
    }
    return taken;
  }

  // Moves back to the first page and returns true. Returns false, without moving, if the cursor can
  // be walked only once. A damaged list stays ended.
  virtual bool Rewind() { return false; }

  // Bounds over all pages of the list. Does not move the cursor.
  virtual TfBounds ListBounds() const { return TfBounds::Unknown(); }
  // Bounds over the stretch of pages that begins with `doc`. Does not move the cursor. `doc` may
  // lie before the current page, but not before the last page that was sought. Empty bounds that
  // reach to kEnd mean that no page from `doc` on has the unit.
  virtual TfBounds BlockBounds(std::uint32_t doc) {
    return doc == kEnd ? TfBounds() : ListBounds();
  }

  // OK, or kUnusable if a list turned out to be damaged in any call so far.
  virtual Status status() const = 0;
};

struct UnitCounts {
  std::uint64_t df = 0;  // pages, in the sense below
  double cf = 0;
  double weighed_df = 0;  // what scorers count: a page that has it in templates alone is a share
};

struct UnitCursor : UnitCounts {
  std::unique_ptr<Cursor> cursor;  // on its first page
};

// What df and cf of a unit are. A word: the pages that have it, in any field or in the unit's own
// field, and the sum of tf over these pages. A phrase or near words: those of the rarest word, so
// that no page need be read to know them, and so that every part of a whole scores alike. A
// pattern: those of the pages that have any of its words. A unit with stems (stems.h): the sum of
// those of all its stems, as a page has one language.

// Whether df is the number of pages that have the unit.
bool IsCounted(const QueryUnit& unit);

// Whether df and cf of the unit are estimates in an index that is a part of a whole: how many pages
// of the other parts have any of several words is not known. A pattern counts as the sum of its
// words. So all parts score it alike, and otherwise than one store of all their sites.
bool IsEstimated(const QueryUnit& unit, const Index& index);

// The cursor of a unit. A unit that no page has gives a cursor that is at kEnd. The pages of a
// pattern are all found here, before the first is scored, because the scorers need their df.
// kUnusable if a list is damaged. `index` must outlive the cursor.
Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index,
                              const FieldWeights& weights);

// A unit in the parts of an index, by the page numbers of each part, masked pages among them. df
// and cf are those of the whole index, as MakeCursor counts them. The lists of a part are opened
// when the part is searched, which many are not.
class PartUnit {
 public:
  // REQUIRES: the index has parts. `index` and `unit` must outlive this and the cursors.
  static Result<PartUnit> Make(const QueryUnit& unit, const Index& index,
                               const FieldWeights& weights);
  std::uint64_t df() const { return counted_.df; }
  double weighed_df() const { return counted_.weighed_df; }
  double cf() const { return counted_.cf; }
  // Bounds over all pages of the part.
  TfBounds Bounds(std::size_t part) const;
  // Whether no page of the part has the unit, as its words tell.
  bool Lacks(std::size_t part) const {
    if (words_.size() != 1) return LacksAny(part);
    return words_.front() == nullptr || words_.front()->Lacks(part);
  }
  // Begin to load what Open reads of a word: its row, then the lists in it, then their postings.
  // Rows of parts lie apart in memory, so that they are better waited for together.
  void FetchRow(std::size_t part) const;
  void FetchLists(std::size_t part) const;
  void FetchPostings(std::size_t part) const;
  // The cursor, on its first page. To be called once for a part.
  std::unique_ptr<Cursor> Open(std::size_t part);

 private:
  PartUnit(const QueryUnit& unit, const Index& index, const FieldWeights& weights)
      : unit_(&unit), index_(&index), weights_(weights) {}
  bool LacksAny(std::size_t part) const;
  Status FindStems();
  Status FindWords();
  Status FindMatches();

  const QueryUnit* unit_;
  const Index* index_;
  FieldWeights weights_;
  UnitCounts counted_;
  std::vector<TermRow> RowsAt(std::size_t part) const;

  // By word, its rows; all null if the index lacks a word. Or by part, the cursor of a pattern.
  std::vector<std::shared_ptr<const PartRows>> words_;
  std::vector<std::unique_ptr<Cursor>> cursors_;
  // Of a unit with stems: each of them. The units do not move when this does.
  std::vector<std::unique_ptr<const QueryUnit>> stem_units_;
  std::vector<PartUnit> stems_;
};

}  // namespace thresh
