// MaxScore and its block-max form. Both are one walk over stretches of pages, in each of which
// every unit has an upper bound. For MaxScore the only stretch is the whole index; for block-max a
// stretch ends where the first block of any unit ends. TermScorer::Bound is strictly above every
// score, so that a page whose bound is no more than the threshold cannot even tie.
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
// At most this many units lead (leader.h) before the others are walked together. Each leader costs
// a walk, and in a query of many words the bounds of the rest stay above the threshold anyway.
constexpr std::size_t kMostLeaders = 3;
// Most postings of a list have the smallest frequencies. Pages with a tf of at most one of these
// numbers are skipped together, once the bound of that tf is too small.
constexpr std::array<double, 7> kLight = {0, 1, 2, 3, 4, 6, 8};

enum class Stretches { kWholeList, kBlocks };

// A unit, its bound in the current stretch, and its next page there.
struct Bounded {
  ScoredUnit* unit = nullptr;
  bool done = false;  // it was a leader: all its pages were offered
  double bound = 0;
  double sum_before = 0;    // bounds of the units before this one in the order of bounds
  std::uint32_t last = 0;   // the bound holds up to this page
  bool fresh = false;       // the bound was computed at least once
  bool coarse = false;      // TfBounds::coarse
  double least_length = 1;  // of the pages in the stretch that have the unit
  // Pages with a tf of at most kLight[light] cannot get in, even if they have all other units.
  std::size_t light = 0;

  std::uint32_t doc = 0;  // the first page from the one sought on; kEnd: none left in the stretch
  bool taking = false;    // pages come in batches by Take; else one by one by SeekTo
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
  Pruning(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths, TopHits* top,
          Stretches stretches)
      : units_(std::move(units)),
        filter_(filter),
        lengths_(lengths),
        top_(*top),
        stretches_(stretches),
        led_(units_.size()) {
    for (std::size_t i = 0; i < units_.size(); ++i) led_[i].unit = &units_[i];
  }

  Status Run(MatchCount* counted) {
    if (const std::size_t rarest = RarestRequired(); rarest < units_.size())
      return LeadAlone(rarest, counted);
    if (IsLoneUnit()) return LeadAlone(0, counted);
    const bool led = MayLead();
    for (std::size_t leaders = 0; led && leaders < kMostLeaders && Rest() > top_.floor(); ++leaders)
      THRESH_RETURN_IF_ERROR(Lead(LargestLeft()));
    if (!led || (Rest() > top_.floor() && Rewind())) THRESH_RETURN_IF_ERROR(Walk());
    // A leader skips pages unseen, so what was counted is a lower bound.
    counted->more = counted->more || more_ || led;
    counted->matches += matches_;
    return CheckLists(units_, filter_);
  }

 private:
  // The best pages usually have the unit with the largest bound. So that unit leads: all its pages
  // are looked up in the others. Afterwards the other units together can seldom reach the threshold
  // without it, and the search is over. Otherwise the next unit leads; pages of a unit that is done
  // were offered before and are skipped. With a filter, or a single unit, there is nothing to gain.
  bool MayLead() {
    if (stretches_ != Stretches::kBlocks || filter_ != nullptr || units_.size() < 2 || !Rewind())
      return false;
    for (LedUnit& led : led_) led.FindBounds();
    return true;
  }

  // The pages of a single unit need no other unit to be looked up.
  bool IsLoneUnit() const {
    return stretches_ == Stretches::kBlocks && filter_ == nullptr && units_.size() == 1;
  }

  // The required unit with the fewest pages, or as many as there are units if none is required.
  std::size_t RarestRequired() const {
    std::size_t rarest = units_.size();
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (units_[i].required && (rarest == units_.size() || units_[i].df < units_[rarest].df))
        rarest = i;
    }
    return rarest;
  }

  // Every match has a required unit, so the pages of the rarest one are all that need be looked at.
  Status LeadAlone(std::size_t leader, MatchCount* counted) {
    for (LedUnit& led : led_) led.FindBounds();
    LeaderWalk walk(led_, leader, filter_, lengths_, &top_);
    THRESH_RETURN_IF_ERROR(walk.Run());
    counted->more = counted->more || walk.skipped();
    counted->matches += walk.matches();
    return CheckLists(units_, filter_);
  }

  bool Rewind() {
    return std::all_of(units_.begin(), units_.end(),
                       [](ScoredUnit& unit) { return unit.cursor->Rewind(); });
  }

  // Upper bound of a page that has only units that have not led yet.
  double Rest() const {
    const bool any =
        std::any_of(led_.begin(), led_.end(), [](const LedUnit& led) { return !led.done; });
    // While there are fewer than n hits the floor is minus infinity. The sum of no units has to be
    // as low, or a unit that is done would lead again.
    double rest = any ? 0 : -std::numeric_limits<double>::infinity();
    for (const LedUnit& led : led_) rest += led.done ? 0 : led.bound;
    if (const PageBonus* bonus = top_.bonus()) {
      rest += bonus->most_prior();
      for (const NearBounds::Pair& pair : bonus->near().pairs) {
        const LedUnit &first = led_[pair.first], &second = led_[pair.second];
        if (!first.done && !second.done)
          rest += bonus->near().Of(pair, first.most_tf, second.most_tf, 0);
      }
    }
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
    LeaderWalk walk(led_, leader, nullptr, lengths_, &top_);
    THRESH_RETURN_IF_ERROR(walk.Run());
    // A page of two leaders is looked at by both walks, and offered by the first of them alone. So
    // the largest count of the ones and the sum of the others are lower bounds.
    offered_ += walk.matches();
    matches_ = std::max({matches_, walk.pages(), offered_});
    led_[leader].done = true;
    return {};
  }

  Status Walk() {
    bounds_.resize(units_.size());
    scores_.resize(units_.size());
    for (std::size_t i = 0; i < units_.size(); ++i) {
      bounds_[i].unit = &units_[i];
      bounds_[i].done = led_[i].done;
      order_.push_back(&bounds_[i]);
    }
    for (std::uint32_t first = 0; first != kEnd;) {
      const std::uint32_t last = EnterStretch(first);
      if (total_ <= top_.threshold()) {
        more_ = true;
      } else {
        THRESH_RETURN_IF_ERROR(SearchStretch(first, last));
      }
      first = last == kEnd ? kEnd : last + 1;
    }
    matches_ = std::max({matches_, pages_, offered_});
    return {};
  }

  // Computes the bounds from `first` on and returns the last page for which they hold. Coarse
  // bounds are of a whole chunk: if they do not rule out the stretch, seeking reads the chunk, and
  // the bounds of its blocks are tighter.
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
    bounded->bound = BoundOf(bounded->unit->scorer, bounds);
    bounded->least_length = bounds.count > 0 ? bounds.pairs.front().length : 1;
  }

  Status SearchStretch(std::uint32_t first, std::uint32_t last) {
    SortUnits();
    // Units that give candidates are read page by page, which is cheaper in batches. The units
    // left out are only looked up on some pages.
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i]->Start(first, i >= left_out_, last);
    for (std::uint32_t doc = Candidate(first, last); doc <= last && doc != kEnd;
         doc = Candidate(doc + 1, last)) {
      if (doc >= lengths_.docs()) return CheckPage(doc, lengths_);
      if (!top_.IsLive(doc)) continue;
      ++pages_;
      Consider(doc, last);
    }
    return {};
  }

  // MaxScore (Turtle and Flood 1995): the units with the smallest bounds that cannot
  // lift a page over the threshold even together are not searched for candidates. They are only
  // looked up.
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
    // The threshold only rises, so within a stretch more units are left out and never fewer.
    while (left_out_ < order_.size() &&
           order_[left_out_]->sum_before + order_[left_out_]->bound <= top_.threshold()) {
      ++left_out_;
      more_ = true;
    }
    for (std::size_t i = left_out_; i < order_.size(); ++i) {
      SkipLight(order_[i]);
      more_ = more_ || order_[i]->light > 0;
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

  // The first page from `from` on that may be among the best, or some page after `last` if there is
  // none in the stretch.
  std::uint32_t Candidate(std::uint32_t from, std::uint32_t last) {
    // A page that the filter lets in may have no unit at all. It scores 0 or less, which can still
    // get in while the threshold is negative, that is, while there are fewer than n hits, and by
    // its smaller number while the threshold is 0.
    const double least = top_.threshold();
    const bool any_page = filter_ != nullptr && (least < 0 || (least == 0 && top_.by_segment()));
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

  // Scores a page, beginning with the unit of the largest bound, and gives up as soon as the page
  // can no longer get in. The final sum is in the order of the query, as in RetrieveExhaustive.
  void Consider(std::uint32_t doc, std::uint32_t last) {
    const PageLength page(lengths_, DocId(doc));
    double so_far = 0;  // without negative scores, which only lower the final score
    for (std::size_t i = order_.size(); i-- > 0;) {
      Bounded& bounded = *order_[i];
      // A unit may have skipped this page as light and then counts as absent. That does no harm,
      // because the page cannot get in either way.
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
    ++offered_;
    UseThreshold();
  }

  std::vector<ScoredUnit> units_;
  Cursor* filter_;
  const LengthsRecord& lengths_;
  TopHits& top_;
  Stretches stretches_;
  std::vector<LedUnit> led_;     // the units
  std::vector<Bounded> bounds_;  // the units in the current stretch, if they are walked together
  std::vector<Bounded*> order_;  // smallest bound first
  std::size_t left_out_ = 0;     // the first units of order_ that are not searched for candidates
  std::uint64_t pages_ = 0;      // pages that were looked at
  double total_ = 0;             // sum of all bounds
  std::vector<double> scores_;   // of the current page, in the order of the units
  std::uint64_t matches_ = 0, offered_ = 0;
  bool more_ = false;  // pages were skipped unseen
};

}  // namespace

Status RetrieveMaxScore(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths,
                        TopHits* top, MatchCount* counted) {
  return Pruning(std::move(units), filter, lengths, top, Stretches::kWholeList).Run(counted);
}

Status RetrieveBlockMax(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths,
                        TopHits* top, MatchCount* counted) {
  return Pruning(std::move(units), filter, lengths, top, Stretches::kBlocks).Run(counted);
}

}  // namespace thresh
