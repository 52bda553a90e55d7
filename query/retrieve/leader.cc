#include "query/retrieve/leader.h"

#include <algorithm>
#include <array>
#include <limits>

#include "query/retrieve/page_score.h"

namespace thresh {
namespace {

// Most postings of a list have the smallest frequencies. Pages with a tf of at most one of these
// numbers are skipped together, once the bound of that tf is too small.
constexpr std::array<double, 6> kLight = {1, 2, 3, 4, 6, 8};
// As many stretches with the best bounds come first (LeaderWalk::MayBeginWithBest).
constexpr std::size_t kBestStretches = 2;

}  // namespace

double BoundOf(const TermScorer& scorer, const TfBounds& bounds) {
  if (!bounds.known) return std::numeric_limits<double>::infinity();
  static_assert(kMostLists * kMaxImpacts <= TermScorer::kMostBounds);
  std::array<double, TermScorer::kMostBounds> tfs, lengths, scores;
  for (std::size_t i = 0; i < bounds.count; ++i) {
    tfs[i] = bounds.pairs[i].tf;
    lengths[i] = bounds.pairs[i].length;
  }
  scorer.Bound(std::span(tfs).first(bounds.count), lengths.data(), scores.data());
  double most = 0;
  for (std::size_t i = 0; i < bounds.count; ++i) most = std::max(most, scores[i]);
  return most;
}

void LedUnit::FindBounds() {
  const TfBounds bounds = unit->cursor->ListBounds();
  bound = BoundOf(unit->scorer, bounds);
  most_tf = bounds.known ? 0 : NearBounds::kAny;
  for (const TfBounds::Pair& pair : bounds.span()) most_tf = std::max(most_tf, pair.tf);
}

// Required followers are asked first, the rarest before the others, as most pages lack it. Then the
// followers with the largest bounds decide soonest whether a page may still be among the best. A
// unit that is done adds nothing to a page, it can only show that the page was offered before, so
// it is asked last.
LeaderWalk::LeaderWalk(std::span<const LedUnit> units, std::size_t leader, Cursor* filter,
                       const LengthsRecord& lengths, TopHits* top)
    : leader_(units[leader]),
      leader_index_(leader),
      filter_(filter),
      lengths_(lengths),
      top_(*top),
      units_(units.size()),
      unit_scores_(std::make_unique_for_overwrite<double[]>(units.size() * kBatch)),
      reads_tf_avg_(
          std::any_of(units.begin(), units.end(),
                      [](const LedUnit& led) { return led.unit->scorer.reads_tf_avg(); })),
      bonus_(top->bonus()),
      most_prior_(bonus_ == nullptr ? 0 : bonus_->most_prior()) {
  batch_.tf_avgs.fill(1);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i != leader) followers_.push_back({&units[i], i, 0});
  }
  std::sort(followers_.begin(), followers_.end(), [](const Follower& a, const Follower& b) {
    const ScoredUnit &of_a = *a.led->unit, &of_b = *b.led->unit;
    if (of_a.required != of_b.required) return of_a.required;
    if (of_a.required) return of_a.df < of_b.df;
    return a.led->done != b.led->done ? b.led->done : a.led->bound > b.led->bound;
  });
  FindNear(units);
  // Backwards: `after` of the one before is what comes after it and what it adds itself.
  std::vector<bool> asked(units.size(), true);
  for (auto follower = followers_.rbegin(); follower != followers_.rend(); ++follower) {
    follower->after = others_;
    if (!follower->led->done) others_ += follower->led->bound;
    asked[follower->index] = false;
    for (const Near& near : near_) {
      const std::size_t other =
          near.pair->first == follower->index ? near.pair->second : near.pair->first;
      // With both of them not asked, the pair is none of the page's yet.
      if (near.pair->Has(follower->index) && !asked[other])
        others_ += bonus_->near().Of(*near.pair, near.first_tf, near.second_tf, 0);
    }
  }
}

void LeaderWalk::FindNear(std::span<const LedUnit> units) {
  if (bonus_ == nullptr) return;
  for (const NearBounds::Pair& pair : bonus_->near().pairs) {
    const LedUnit &first = units[pair.first], &second = units[pair.second];
    if (first.done || second.done) continue;
    near_.push_back({&pair, pair.Has(leader_index_), first.most_tf, second.most_tf, {}});
  }
  if (!near_.empty()) unit_tfs_.resize(units_ * kBatch);
}

Status LeaderWalk::Run() {
  const Status status = Walk();
  top_.Settle();
  leader_.unit->cursor->SetGate(nullptr);
  return status;
}

Status LeaderWalk::Walk() {
  if (!MayBeginWithBest()) return WalkRange(0, Cursor::kEnd);
  std::vector<Stretch> stretches = ListStretches();
  THRESH_RETURN_IF_ERROR(SearchBest(&stretches));
  for (const Stretch& stretch : stretches) {
    if (stretch.done) continue;
    THRESH_RETURN_IF_ERROR(WalkStretch(stretch));
  }
  return {};
}

Status LeaderWalk::WalkRange(std::uint32_t first, std::uint32_t last) {
  while (first <= last && first != Cursor::kEnd) {
    Stretch stretch = StretchFrom(first);
    if (stretch.coarse && !IsTooWeak(stretch)) {
      leader_.unit->cursor->SeekTo(first);
      stretch = StretchFrom(first);
      stretch.coarse = false;
    }
    stretch.last = std::min(stretch.last, last);
    THRESH_RETURN_IF_ERROR(WalkStretch(stretch));
    first = stretch.last == Cursor::kEnd ? Cursor::kEnd : stretch.last + 1;
  }
  return {};
}

// The cursor is not asked where it stands, for that may cost more than the bounds of a block.
LeaderWalk::Stretch LeaderWalk::StretchFrom(std::uint32_t first) const {
  const TfBounds bounds = leader_.unit->cursor->BlockBounds(first);
  // The pairs stand shortest first, and scores shrink with length.
  const double least_length = bounds.count > 0 ? bounds.pairs.front().length : 1;
  return {first, bounds.last, LeaderBound(bounds), least_length, bounds.count > 0, bounds.coarse};
}

Status LeaderWalk::WalkStretch(const Stretch& stretch) {
  // Not even the best page of the block can get in: step over the block without decoding it.
  if (IsTooWeak(stretch)) {
    skipped_ = skipped_ || stretch.has_pages;
    return {};
  }
  if (stretch.coarse) return WalkRange(stretch.first, stretch.last);
  leader_.unit->cursor->SeekTo(stretch.first);
  return SearchBlock(stretch);
}

// While fewer than n pages are known, nothing can be skipped. Where two words may be near, that
// costs most, because every page that has both may get in until positions are read. With more
// words, the best bounds of one of them say too little about a page.
bool LeaderWalk::MayBeginWithBest() {
  return near_.size() == 1 && filter_ == nullptr && top_.floor() < 0 && Rewind();
}

bool LeaderWalk::Rewind() {
  return leader_.unit->cursor->Rewind() &&
         std::all_of(followers_.begin(), followers_.end(),
                     [](const Follower& follower) { return follower.led->unit->cursor->Rewind(); });
}

// Those that have pages with the leader.
std::vector<LeaderWalk::Stretch> LeaderWalk::ListStretches() const {
  std::vector<Stretch> stretches;
  for (std::uint32_t first = 0; first != Cursor::kEnd;) {
    const Stretch stretch = StretchFrom(first);
    if (stretch.has_pages) stretches.push_back(stretch);
    first = stretch.last == Cursor::kEnd ? Cursor::kEnd : stretch.last + 1;
  }
  return stretches;
}

Status LeaderWalk::SearchBest(std::vector<Stretch>* stretches) {
  std::array<Stretch*, kBestStretches> best = {};
  const auto is_better = [](const Stretch* a, const Stretch* b) {
    return a != nullptr && (b == nullptr || a->bound > b->bound);
  };
  for (Stretch& stretch : *stretches) {
    if (stretch.coarse || !is_better(&stretch, best.back())) continue;
    best.back() = &stretch;
    std::sort(best.begin(), best.end(), is_better);
  }
  std::sort(best.begin(), best.end());  // nowhere backwards
  for (Stretch* const stretch : best) {
    if (stretch == nullptr) continue;
    THRESH_RETURN_IF_ERROR(WalkStretch(*stretch));
    stretch->done = true;
  }
  top_.Settle();
  Rewind();
  return {};
}

// Upper bound of what the leader adds to a page with at most this tf and at least this length, and
// of what its pairs add.
double LeaderWalk::LeaderBound(double tf, double length) const {
  double bound = leader_.unit->scorer.Bound(tf, length);
  if (bonus_ == nullptr) return bound;
  for (const Near& near : near_) {
    if (!near.leads) continue;
    const bool is_first = near.pair->first == leader_index_;
    bound += bonus_->near().Of(*near.pair, is_first ? tf : near.first_tf,
                               is_first ? near.second_tf : tf, length);
  }
  return bound;
}

double LeaderWalk::LeaderBound(const TfBounds& bounds) const {
  if (!bounds.known) return std::numeric_limits<double>::infinity();
  double bound = 0;
  for (const TfBounds::Pair& pair : bounds.span())
    bound = std::max(bound, LeaderBound(pair.tf, pair.length));
  return bound;
}

double LeaderWalk::PriorOf(std::uint32_t doc) const {
  if (bonus_ == nullptr || bonus_->prior_weight() == 0) return 0;
  return bonus_->prior_weight() * lengths_.Prior(DocId(doc));
}

bool LeaderWalk::IsTooWeak(const Stretch& stretch) const {
  return stretch.bound + others_ + most_prior_ <= top_.floor();
}

Status LeaderWalk::SearchBlock(const Stretch& stretch) {
  for (std::size_t taken = kBatch; taken == kBatch;) {
    // Every batch may raise the threshold, so Light is asked anew.
    const double light = Light(stretch.least_length);
    skipped_ = skipped_ || light > 0;
    // With fewer than n hits every page may get in.
    leader_.unit->cursor->SetGate(top_.floor() < 0 ? nullptr : this);
    taken = leader_.unit->cursor->Take(stretch.last, light, batch_.pages);
    if (taken > 0) THRESH_RETURN_IF_ERROR(LookAt(taken));
  }
  return {};
}

// The largest step of kLight such that pages with at most this tf cannot be among the best, even if
// they have all the followers; 0 if there is none.
double LeaderWalk::Light(double least_length) const {
  double light = 0;
  for (const double tf : kLight) {
    const double bound = others_ + LeaderBound(tf, least_length) + most_prior_;
    if (bound * kRounding > top_.floor()) break;
    light = tf;
  }
  return light;
}

bool LeaderWalk::Admits(std::uint32_t doc, double most_tf) {
  if (doc >= lengths_.docs()) return true;  // LookAt reports the damage
  const double bound = LeaderBound(most_tf, LengthOf(lengths_, DocId(doc))) + PriorOf(doc);
  const bool admitted = (others_ + bound) * kRounding > top_.floor();
  skipped_ = skipped_ || !admitted;
  return admitted;
}

// Takes a batch through all followers and offers what is left. Pages ascend, so that checking the
// last one covers all of them.
Status LeaderWalk::LookAt(std::size_t taken) {
  if (const std::uint32_t last = batch_.pages[taken - 1].doc; last >= lengths_.docs())
    return CheckPage(last, lengths_);
  if (!top_.all_live()) {
    const auto end = std::remove_if(batch_.pages.begin(),
                                    batch_.pages.begin() + static_cast<std::ptrdiff_t>(taken),
                                    [this](const PageTf& page) { return !top_.IsLive(page.doc); });
    taken = static_cast<std::size_t>(end - batch_.pages.begin());
    if (taken == 0) return {};
  }
  pages_ += taken;
  first_known_ = AsksFirst();
  if (first_known_) taken = KeepThoseOfFirst(taken);
  if (taken == 0) return {};
  ScoreLeader(taken);
  most_were_left_ = 2 * batch_.left > taken;
  for (const Follower& follower : followers_) {
    if (batch_.left == 0) return {};
    Ask(follower);
  }
  OfferLeft();
  return {};
}

// Whether the first follower, if it is required, is asked before a page is scored. That saves the
// scores of pages without it, and is a loss where the leader alone rules most pages out.
bool LeaderWalk::AsksFirst() const {
  return most_were_left_ && !followers_.empty() && followers_.front().led->unit->required;
}

// Drops the pages without the first follower.
std::size_t LeaderWalk::KeepThoseOfFirst(std::size_t taken) {
  for (std::size_t i = 0; i < taken; ++i) batch_.sought[i] = batch_.pages[i].doc;
  followers_.front().led->unit->cursor->TfsAt(std::span(batch_.sought).first(taken),
                                              first_tfs_.data());
  std::size_t left = 0;
  for (std::size_t i = 0; i < taken; ++i) {
    batch_.pages[left] = batch_.pages[i];
    first_tfs_[left] = first_tfs_[i];
    left += first_tfs_[i] > 0 ? 1U : 0U;
  }
  return left;
}

// Keeps the alive pages for which `keep` holds. Writes each page and keeps it by moving `left`:
// whether a page stays is close to random, and a mispredicted branch costs more than the write.
template <typename Keep>
void LeaderWalk::Sift(Keep keep) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < batch_.left; ++i) {
    const std::uint8_t page = batch_.alive[i];
    batch_.alive[left] = page;
    left += keep(i, page) ? 1U : 0U;
  }
  batch_.left = left;
}

void LeaderWalk::Measure(std::size_t taken) {
  for (std::size_t i = 0; i < taken; ++i)
    batch_.lengths[i] = LengthOf(lengths_, DocId(batch_.pages[i].doc));
  if (!reads_tf_avg_) return;
  for (std::size_t i = 0; i < taken; ++i)
    batch_.tf_avgs[i] = PageLength(lengths_, DocId(batch_.pages[i].doc)).tf_avg;
}

void LeaderWalk::ScoreLeader(std::size_t taken) {
  Measure(taken);
  for (std::size_t i = 0; i < taken; ++i) {
    batch_.tfs[i] = batch_.pages[i].tf;
    batch_.alive[i] = static_cast<std::uint8_t>(i);
  }
  leader_.unit->scorer.Score(
      {std::span(batch_.tfs).first(taken), batch_.lengths.data(), batch_.tf_avgs.data()},
      &score(leader_index_, 0));
  for (std::size_t i = 0; i < taken; ++i) batch_.so_far[i] = std::max(score(leader_index_, i), 0.0);
  batch_.left = taken;
  if (bonus_ != nullptr) AddBonus(taken);
  // kRounding, because so_far is not added up in the order of the units as the final score is.
  const double least = top_.floor();
  Sift([&](std::size_t, std::size_t page) {
    return (batch_.so_far[page] + others_) * kRounding >= least;
  });
  skipped_ = skipped_ || batch_.left < taken;
}

void LeaderWalk::Ask(const Follower& follower) {
  if (first_known_ && &follower == followers_.data()) {
    for (std::size_t i = 0; i < batch_.left; ++i) batch_.tfs[i] = first_tfs_[batch_.alive[i]];
  } else {
    for (std::size_t i = 0; i < batch_.left; ++i)
      batch_.sought[i] = batch_.pages[batch_.alive[i]].doc;
    follower.led->unit->cursor->TfsAt(std::span(batch_.sought).first(batch_.left),
                                      batch_.tfs.data());
  }
  const std::size_t present = ScoreFollower(follower);
  if (!near_.empty()) {
    for (std::size_t i = 0; i < batch_.left; ++i)
      unit_tfs_[follower.index * kBatch + batch_.alive[i]] = batch_.tfs[i];
    AddNear(follower.index, present);
  }
  const double least = top_.floor();
  const bool required = follower.led->unit->required, done = follower.led->done;
  Sift([&](std::size_t i, std::size_t page) {
    const bool has = batch_.tfs[i] > 0;
    const bool weak = (batch_.so_far[page] + follower.after) * kRounding < least;
    skipped_ = skipped_ || weak;
    return !weak && (required ? has : !(done && has));
  });
}

// Returns how many of the pages have the unit. They stand in the columns of the batch.
std::size_t LeaderWalk::ScoreFollower(const Follower& follower) {
  const TermScorer& scorer = follower.led->unit->scorer;
  const bool counts_absence = scorer.counts_absence();
  double* const scores = &score(follower.index, 0);
  // Gathers the pages that have the unit into dense columns, again without a branch.
  std::size_t present = 0;
  for (std::size_t i = 0; i < batch_.left; ++i) {
    const std::uint8_t page = batch_.alive[i];
    scores[page] = counts_absence ? scorer.Absent(batch_.lengths[page]) : 0;
    batch_.present[present] = page;
    batch_.present_tfs[present] = batch_.tfs[i];
    batch_.present_lengths[present] = batch_.lengths[page];
    batch_.present_tf_avgs[present] = batch_.tf_avgs[page];
    present += batch_.tfs[i] > 0 ? 1U : 0U;
  }
  scorer.Score({std::span(batch_.present_tfs).first(present), batch_.present_lengths.data(),
                batch_.present_tf_avgs.data()},
               batch_.scores.data());
  for (std::size_t i = 0; i < present; ++i) {
    scores[batch_.present[i]] = batch_.scores[i];
    batch_.so_far[batch_.present[i]] += std::max(batch_.scores[i], 0.0);
  }
  return present;
}

// The prior of a page is a look into memory. Nearness is bounded by the tf of the leader.
void LeaderWalk::AddBonus(std::size_t taken) {
  const double prior_weight = bonus_->prior_weight();
  for (std::size_t i = 0; i < taken; ++i)
    priors_[i] = prior_weight == 0 ? 0 : prior_weight * lengths_.Prior(DocId(batch_.pages[i].doc));
  for (std::size_t i = 0; i < taken; ++i) batch_.so_far[i] += priors_[i];
  if (near_.empty()) return;
  double* const leader_tfs = &unit_tfs_[leader_index_ * kBatch];
  std::copy_n(batch_.tfs.begin(), taken, leader_tfs);
  asked_.assign(units_, false);
  asked_[leader_index_] = true;
  for (Near& near : near_) {
    if (!near.leads) {
      near.most.fill(0);
      continue;
    }
    // The other's tf is not known, but no page has more than its list.
    const bool is_first = near.pair->first == leader_index_;
    batch_.other_tfs.fill(is_first ? near.second_tf : near.first_tf);
    bonus_->near().Of(*near.pair, taken, is_first ? leader_tfs : batch_.other_tfs.data(),
                      is_first ? batch_.other_tfs.data() : leader_tfs, batch_.lengths.data(),
                      near.most.data());
    for (std::size_t i = 0; i < taken; ++i) batch_.so_far[i] += near.most[i];
  }
}

// Bounds the pairs of a unit anew, once its tf on the pages is known. A tf that is not yet known
// may be any that stands in the list. Pages without the unit have no such pair; the `present`
// others stand in the columns of the batch.
void LeaderWalk::AddNear(std::size_t unit, std::size_t present) {
  asked_[unit] = true;
  for (Near& near : near_) {
    if (!near.pair->Has(unit)) continue;
    const bool is_first = near.pair->first == unit;
    const std::size_t other = is_first ? near.pair->second : near.pair->first;
    const double* const other_tfs = &unit_tfs_[other * kBatch];
    if (asked_[other]) {
      for (std::size_t i = 0; i < present; ++i) batch_.other_tfs[i] = other_tfs[batch_.present[i]];
    } else {
      batch_.other_tfs.fill(is_first ? near.second_tf : near.first_tf);
    }
    bonus_->near().Of(*near.pair, present,
                      is_first ? batch_.present_tfs.data() : batch_.other_tfs.data(),
                      is_first ? batch_.other_tfs.data() : batch_.present_tfs.data(),
                      batch_.present_lengths.data(), batch_.scores.data());
    for (std::size_t i = 0; i < batch_.left; ++i) {
      const std::uint8_t page = batch_.alive[i];
      batch_.so_far[page] -= near.most[page];
      near.most[page] = 0;
    }
    for (std::size_t i = 0; i < present; ++i) {
      const std::uint8_t page = batch_.present[i];
      batch_.so_far[page] += batch_.scores[i];
      near.most[page] = batch_.scores[i];
    }
  }
}

bool LeaderWalk::IsOfFilter(std::uint32_t doc) {
  if (filter_ == nullptr) return true;
  filter_->SeekTo(doc);
  return filter_->doc() == doc;
}

// The final score is added up in the order of the query, as in RetrieveExhaustive.
void LeaderWalk::OfferLeft() {
  for (std::size_t i = 0; i < batch_.left; ++i) {
    const std::uint8_t page = batch_.alive[i];
    if (!IsOfFilter(batch_.pages[page].doc)) continue;
    ++matches_;
    double sum = 0;
    for (std::size_t unit = 0; unit < units_; ++unit) sum += score(unit, page);
    const DocId doc(batch_.pages[page].doc);
    if (near_.empty()) {
      top_.Offer({doc, sum});
      continue;
    }
    double most = priors_[page];
    for (const Near& near : near_) most += near.most[page];
    top_.Offer({doc, sum}, priors_[page], most);
  }
}

}  // namespace thresh
