// Cursor: the pages that have a unit of the query (a word or a phrase), ascending, each with its
// weighted frequency. A page is its body, title, URL and description, and what other pages say
// about it where the store has that: the lists of a word's fields are walked as one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// What an occurrence counts in each field, in the order of Field. A field of weight 0 is not
// searched.
struct FieldWeights {
  std::array<double, kFieldCount> of = {1, 1, 1, 1, 1};
};

struct PageTf {
  std::uint32_t doc = 0;
  double tf = 0;
};

// What the pages of a stretch can have: for each of them that has the unit, some pair has at least
// its tf and at most its length.
struct TfBounds {
  struct Pair {
    double tf, length;
  };
  std::uint32_t last = PostingCursor::kEnd;  // the stretch ends with this page
  bool known = true;                         // false: nothing is known of it
  bool coarse = false;                       // more will be known after SeekTo into the stretch
  std::size_t count = 0;
  std::array<Pair, kFieldCount * kMaxImpacts> pairs;  // count of them

  static TfBounds Unknown() {
    TfBounds bounds;
    bounds.known = false;
    return bounds;
  }
  void Add(double tf, double length) { pairs[count++] = {tf, length}; }
  std::span<const Pair> span() const { return {pairs.data(), count}; }
};

// One thread. A damaged list ends early and says so in status().
class Cursor {
 public:
  static constexpr std::uint32_t kEnd = PostingCursor::kEnd;
  virtual ~Cursor() = default;
  virtual std::uint32_t doc() const = 0;  // kEnd after the last one
  virtual double tf() const = 0;  // sum over fields of weight x frequency on the current page
  virtual void Next() = 0;
  virtual void SeekTo(std::uint32_t doc) = 0;  // first page from `doc` on; never goes back
  // Seeks pages that ascend, one after another: the tf of each, 0 where it has not the unit.
  virtual void TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
    for (const std::uint32_t sought : docs) {
      SeekTo(sought);
      *tfs++ = doc() == sought ? tf() : 0;
    }
  }
  virtual Status status() const = 0;
  // The pages up to `last` with more than this tf, as many as `out` takes, and moves behind them.
  // Fewer: there are no more of them.
  virtual std::size_t Take(std::uint32_t last, double tf_above, std::span<PageTf> out) {
    std::size_t taken = 0;
    for (; taken < out.size() && doc() <= last && doc() != kEnd; Next()) {
      if (tf() > tf_above) out[taken++] = {doc(), tf()};
    }
    return taken;
  }
  // Back to the first page. False: it cannot, and has not moved.
  virtual bool Rewind() { return false; }
  // Of all pages; and of the stretch that begins with `doc`, which may lie before the current page
  // but not before one that was sought. Neither moves the cursor.
  virtual TfBounds ListBounds() const { return TfBounds::Unknown(); }
  virtual TfBounds BlockBounds(std::uint32_t doc) {
    return doc == kEnd ? TfBounds() : ListBounds();
  }
};

struct UnitCursor {
  std::unique_ptr<Cursor> cursor;  // at its first page
  std::uint64_t df = 0;            // pages that have the unit in any field, or in its own
  double cf = 0;                   // sum of tf over its pages
};

// A phrase, words near each other and a prefix are matched at once, so that their df is exact: they
// are treated as a term that the index happens not to hold. `index` must outlive the cursor.
Result<UnitCursor> MakeCursor(const QueryUnit& unit, const Index& index,
                              const FieldWeights& weights);

}  // namespace thresh
