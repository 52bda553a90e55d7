#include <algorithm>
#include <string>

#include "query/retrieve/retrieval.h"

namespace thresh {
namespace {

bool Better(const Hit& a, const Hit& b) { return a.score != b.score ? a.score > b.score : a.doc < b.doc; }

// The best n, the worst of them on top.
class BoundedHeap {
 public:
  explicit BoundedHeap(std::size_t n) : n_(n) {}
  void Offer(const Hit& hit) {
    if (hits_.size() == n_) {
      if (n_ == 0 || !Better(hit, hits_.front())) return;
      std::pop_heap(hits_.begin(), hits_.end(), Better);
      hits_.back() = hit;
    } else {
      hits_.push_back(hit);
    }
    std::push_heap(hits_.begin(), hits_.end(), Better);
  }
  std::vector<Hit> Take() {
    std::sort_heap(hits_.begin(), hits_.end(), Better);
    return std::move(hits_);
  }

 private:
  std::size_t n_;
  std::vector<Hit> hits_;
};

// The smallest page from `doc` on that matches.
std::uint32_t NextMatch(std::vector<ScoredUnit>& units, Cursor* filter, std::uint32_t doc) {
  if (filter != nullptr) {
    filter->SeekTo(doc);
    return filter->doc();
  }
  std::uint32_t smallest = Cursor::kEnd;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc);
    smallest = std::min(smallest, unit.cursor->doc());
  }
  return smallest;
}

double Score(std::vector<ScoredUnit>& units, DocId doc, const LengthsRecord& lengths) {
  const double length = lengths.Total(doc);
  const double distinct = std::max(lengths.distinct[doc.value], 1u);
  double score = 0;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc.value);
    if (unit.cursor->doc() != doc.value) continue;
    score += unit.scorer({.tf = unit.cursor->tf(), .length = length, .tf_avg = length / distinct});
  }
  return score;
}

}  // namespace

Result<Ranking> RetrieveExhaustive(std::vector<ScoredUnit> units, Cursor* filter,
                                   const LengthsRecord& lengths, std::size_t n) {
  Ranking ranking;
  BoundedHeap heap(n);
  for (std::uint32_t doc = NextMatch(units, filter, 0); doc != Cursor::kEnd;
       doc = NextMatch(units, filter, doc + 1)) {
    if (doc >= lengths.docs()) {
      return Status(Code::kUnusable, "the store is damaged: a list names page " + std::to_string(doc) +
                                         " of " + std::to_string(lengths.docs()) +
                                         "; run thresh-index verify");
    }
    ++ranking.matches;
    heap.Offer({DocId(doc), Score(units, DocId(doc), lengths)});
  }
  for (const ScoredUnit& unit : units) RETURN_IF_ERROR(unit.cursor->status());
  if (filter != nullptr) RETURN_IF_ERROR(filter->status());
  ranking.hits = heap.Take();
  return ranking;
}

}  // namespace thresh
