// MaxScore and its block-max form are one walk over stretches of pages. In a stretch every unit has
// a bound: for MaxScore the stretch is the whole index.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "query/retrieve/leader.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/top_hits.h"

namespace thresh {
namespace {

constexpr std::uint32_t kEnd = Cursor::kEnd;
// So many units are walked alone before the rest together: a walk has its price, and queries of
// many words.
constexpr std::size_t kMostLeaders = 3;
// Most postings of a list are of the smallest frequencies: the steps in which such pages are
// stepped over.
constexpr std::array<double, 7> kLight = {0, 1, 2, 3, 4, 6, 8};

enum class Stretches { kWholeList, kBlocks };

// A unit, what it can score in the stretch, and its next page there.
struct Bounded {
  ScoredUnit* unit = nullptr;
  bool done = false;  // all its pages were looked at
  double bound = 0;
  double sum_before = 0;   // bounds of the units before this one in the order of bounds
  std::uint32_t last = 0;  // the bound holds up to this page
  bool fresh = false, coarse = false;
  double least_length = 1;
  std::size_t light =
      0;  // pages with a tf of at most kLight[light] cannot get in, whatever else they have

  std::uint32_t doc = 0;  // the first page from the one sought on; kEnd: none in the stretch
  bool taking = false;    // pages are taken by the batch
  std::size_t at = 0, taken = 0;
  std::array<PageTf, 128> batch;

  double tf() const { return taking ? batch[at].tf : unit->cursor->tf(); }
  void Start(std::uint32_t first, bool take, std::uint32_t stretch_last) {
    taking = take;
    at = taken = 0;
    if (take) {
      unit->cursor->SeekTo(first);
      NextBatch(stretch_last);
    } else {
      doc = unit->cursor->doc();
    }
  }
  void SeekTo(std::uint32_t page, std::uint32_t stretch_last) {
    if (doc >= page) return;
    if (!taking) {
      unit->cursor->SeekTo(page);
      doc = unit->cursor->doc();
      return;
    }
    while (doc < page) {
      if (++at < taken) {
        doc = batch[at].doc;
      } else {
        NextBatch(stretch_last);
      }
    }
  }
  void NextBatch(std::uint32_t stretch_last) {
    at = 0;
    taken = unit->cursor->Take(stretch_last, kLight[light], batch);
    doc = taken > 0 ? batch[0].doc : kEnd;
  }
};

class Pruning {
 public:
  Pruning(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths,
          std::size_t n, Stretches stretches)
      : units_(std::move(units)),
        filter_(filter),
        lengths_(lengths),
        top_(n),
        stretches_(stretches),
        led_(units_.size()),
        bounds_(units_.size()),
        scores_(units_.size()) {
    for (Bounded& bounded : bounds_) order_.push_back(&bounded);
    for (std::size_t i = 0; i < units_.size(); ++i) bounds_[i].unit = led_[i].unit = &units_[i];
  }

  Result<Ranking> Run() {
    const bool led = MayLead();
    for (std::size_t leaders = 0; led && leaders < kMostLeaders && Rest() > top_.threshold();
         ++leaders)
      THRESH_RETURN_IF_ERROR(Lead(LargestLeft()));
    if (!led || (Rest() > top_.threshold() && Rewind())) THRESH_RETURN_IF_ERROR(Walk());
    ranking_.more = ranking_.more || led;
    THRESH_RETURN_IF_ERROR(CheckLists(units_, filter_));
    ranking_.hits = top_.Take();
    return std::move(ranking_);
  }

 private:
  // The best pages have the unit with the largest bound as a rule. So its pages are walked first;
  // then the other units can seldom reach the threshold without it. What is left is walked in the
  // same way, and a page of a unit that is done is not looked at again.
  bool MayLead() {
    if (stretches_ != Stretches::kBlocks || filter_ != nullptr || units_.size() < 2 || !Rewind())
      return false;
    for (LedUnit& led : led_) led.bound = BoundOf(*led.unit, led.unit->cursor->ListBounds());
    return true;
  }

  bool Rewind() {
    return std::all_of(units_.begin(), units_.end(),
                       [](ScoredUnit& unit) { return unit.cursor->Rewind(); });
  }

  // What the units that are left can score together.
  double Rest() const {
    const bool any =
        std::any_of(led_.begin(), led_.end(), [](const LedUnit& led) { return !led.done; });
    double rest = any ? 0 : -std::numeric_limits<double>::infinity();
    for (const LedUnit& led : led_) rest += led.done ? 0 : led.bound;
    return rest;
  }

  std::size_t LargestLeft() const {
    const auto largest =
        std::max_element(led_.begin(), led_.end(), [](const LedUnit& a, const LedUnit& b) {
          return a.done != b.done ? a.done : a.bound < b.bound;
        });
    return static_cast<std::size_t>(largest - led_.begin());
  }

  Status Lead(std::size_t leader) {
    Rewind();
    LeaderWalk walk(led_, leader, lengths_, &top_);
    THRESH_RETURN_IF_ERROR(walk.Run());
    ranking_.matches = std::max(ranking_.matches, walk.pages());
    led_[leader].done = bounds_[leader].done = true;
    return {};
  }

  Status Walk() {
    for (std::uint32_t first = 0; first != kEnd;) {
      const std::uint32_t last = EnterStretch(first);
      if (total_ <= top_.threshold()) {
        ranking_.more = true;
      } else {
        THRESH_RETURN_IF_ERROR(SearchStretch(first, last));
      }
      first = last == kEnd ? kEnd : last + 1;
    }
    ranking_.matches = std::max(ranking_.matches, pages_);
    return {};
  }

  // Bounds from `first` on; returns the last page for which they hold.
  std::uint32_t EnterStretch(std::uint32_t first) {
    const std::uint32_t last = RefreshBounds(first);
    if (total_ <= top_.threshold()) return last;
    bool coarse = false;
    for (Bounded& bounded : bounds_) {
      if (bounded.coarse) bounded.unit->cursor->SeekTo(first);
      coarse = coarse || bounded.coarse;
    }
    return coarse ? RefreshBounds(first) : last;
  }

  std::uint32_t RefreshBounds(std::uint32_t first) {
    std::uint32_t last = kEnd;
    total_ = 0;
    for (Bounded& bounded : bounds_) {
      if (!bounded.fresh || first > bounded.last || bounded.coarse) Refresh(&bounded, first);
      total_ += bounded.bound;
      last = std::min(last, bounded.last);
    }
    return last;
  }

  void Refresh(Bounded* bounded, std::uint32_t first) const {
    if (bounded->done) {
      bounded->bound = 0;
      bounded->last = kEnd;
      return;
    }
    Cursor& cursor = *bounded->unit->cursor;
    const TfBounds bounds =
        stretches_ == Stretches::kBlocks ? cursor.BlockBounds(first) : cursor.ListBounds();
    bounded->fresh = true;
    bounded->last = bounds.last;
    bounded->coarse = bounds.coarse;
    bounded->bound = BoundOf(*bounded->unit, bounds);
    bounded->least_length = bounds.count > 0 ? bounds.pairs.front().length : 1;
  }

  Status SearchStretch(std::uint32_t first, std::uint32_t last) {
    SortUnits();
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i]->Start(first, i >= left_out_, last);
    for (std::uint32_t doc = Candidate(first, last); doc <= last && doc != kEnd;
         doc = Candidate(doc + 1, last)) {
      if (doc >= lengths_.docs()) return CheckPage(doc, lengths_);
      ++pages_;
      Consider(doc, last);
    }
    return {};
  }

  // The units with the smallest bounds, as many as cannot lift a page over the threshold together,
  // are left out of the search for candidates.
  void SortUnits() {
    std::sort(order_.begin(), order_.end(),
              [](const Bounded* a, const Bounded* b) { return a->bound < b->bound; });
    double sum = 0;
    for (Bounded* bounded : order_) {
      bounded->sum_before = sum;
      bounded->light = 0;
      sum += bounded->bound;
    }
    left_out_ = 0;
    UseThreshold();
  }

  void UseThreshold() {
    while (left_out_ < order_.size() &&
           order_[left_out_]->sum_before + order_[left_out_]->bound <= top_.threshold()) {
      ++left_out_;
      ranking_.more = true;
    }
    for (std::size_t i = left_out_; i < order_.size(); ++i) {
      SkipLight(order_[i]);
      ranking_.more = ranking_.more || order_[i]->light > 0;
    }
  }

  void SkipLight(Bounded* bounded) const {
    const double others = total_ - bounded->bound;
    while (bounded->light + 1 < kLight.size()) {
      const double bound =
          bounded->unit->scorer.Bound(kLight[bounded->light + 1], bounded->least_length);
      if (!((others + bound) * kRounding <= top_.threshold())) return;
      ++bounded->light;
    }
  }

  // The first page from `from` on that may be among the best, or some page behind `last`.
  std::uint32_t Candidate(std::uint32_t from, std::uint32_t last) {
    // A page that the filter lets in may have no unit at all.
    const bool any_page = filter_ != nullptr && top_.threshold() < 0;
    while (true) {
      const std::uint32_t doc = any_page ? from : NextWithUnit(from, last);
      if (filter_ == nullptr || doc > last) return doc;
      filter_->SeekTo(doc);
      if (any_page || filter_->doc() == doc || filter_->doc() > last) return filter_->doc();
      from = filter_->doc();
    }
  }

  std::uint32_t NextWithUnit(std::uint32_t from, std::uint32_t last) {
    std::uint32_t doc = kEnd;
    for (std::size_t i = left_out_; i < order_.size(); ++i) {
      order_[i]->SeekTo(from, last);
      doc = std::min(doc, order_[i]->doc);
    }
    return doc;
  }

  // Scores a page, from the unit with the largest bound on, until it is known that it cannot get
  // in.
  void Consider(std::uint32_t doc, std::uint32_t last) {
    const PageLength page(lengths_, DocId(doc));
    double so_far = 0;  // without what is negative: that only lowers
    for (std::size_t i = order_.size(); i-- > 0;) {
      Bounded& bounded = *order_[i];
      bounded.SeekTo(doc, last);
      if (bounded.done && bounded.doc == doc) return;
      const TermScorer& scorer = bounded.unit->scorer;
      const double score =
          bounded.doc == doc
              ? scorer({.tf = bounded.tf(), .length = page.length, .tf_avg = page.tf_avg})
              : scorer.Absent(page.length);
      scores_[static_cast<std::size_t>(&bounded - bounds_.data())] = score;
      so_far += std::max(score, 0.0);
      if ((so_far + bounded.sum_before) * kRounding < top_.threshold()) return;
    }
    double sum = 0;
    for (const double score : scores_) sum += score;
    top_.Offer({DocId(doc), sum});
    UseThreshold();
  }

  std::vector<ScoredUnit> units_;
  Cursor* filter_;
  const LengthsRecord& lengths_;
  TopHits top_;
  Stretches stretches_;
  std::vector<LedUnit> led_;     // the units
  std::vector<Bounded> bounds_;  // the units in the stretch at hand
  std::vector<Bounded*> order_;  // smallest bound first
  std::size_t left_out_ = 0;     // so many of them
  std::uint64_t pages_ = 0;      // that were looked at
  double total_ = 0;             // of all bounds
  std::vector<double> scores_;   // of the page at hand, in the order of the units
  Ranking ranking_;
};

}  // namespace

Result<Ranking> RetrieveMaxScore(std::vector<ScoredUnit> units, Cursor* filter,
                                 const LengthsRecord& lengths, std::size_t n) {
  return Pruning(std::move(units), filter, lengths, n, Stretches::kWholeList).Run();
}

Result<Ranking> RetrieveBlockMax(std::vector<ScoredUnit> units, Cursor* filter,
                                 const LengthsRecord& lengths, std::size_t n) {
  return Pruning(std::move(units), filter, lengths, n, Stretches::kBlocks).Run();
}

}  // namespace thresh
