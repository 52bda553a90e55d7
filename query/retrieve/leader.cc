#include "query/retrieve/leader.h"

#include <algorithm>
#include <limits>

#include "query/retrieve/page_score.h"

namespace thresh {

double BoundOf(const ScoredUnit& unit, const TfBounds& bounds) {
  double bound = bounds.known ? 0 : std::numeric_limits<double>::infinity();
  for (const TfBounds::Pair& pair : bounds.span())
    bound = std::max(bound, unit.scorer.Bound(pair.tf, pair.length));
  return bound;
}

// Asked first: who can score most. Who is done can only end the matter, and is asked last: its list is short
// as a rule, and few pages get so far.
LeaderWalk::LeaderWalk(std::span<const LedUnit> units, std::size_t leader, const LengthsRecord& lengths,
                       TopHits* top)
    : leader_(units[leader]),
      lengths_(lengths),
      top_(*top),
      page_scores_(units.size()),
      leader_score_(page_scores_[leader]) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i != leader) followers_.push_back({&units[i], &page_scores_[i], 0});
  }
  std::sort(followers_.begin(), followers_.end(), [](const Follower& a, const Follower& b) {
    return a.led->done != b.led->done ? b.led->done : a.led->bound > b.led->bound;
  });
  for (auto follower = followers_.rbegin(); follower != followers_.rend(); ++follower) {
    follower->after = others_;
    if (!follower->led->done) others_ += follower->led->bound;
  }
}

Status LeaderWalk::Run() {
  Cursor& cursor = *leader_.unit->cursor;
  while (cursor.doc() != Cursor::kEnd) {
    const TfBounds bounds = cursor.BlockBounds(cursor.doc());
    if (BoundOf(*leader_.unit, bounds) + others_ <= top_.threshold()) {
      if (bounds.last == Cursor::kEnd) break;
      cursor.SeekTo(bounds.last + 1);
      continue;
    }
    for (std::size_t taken = kBatch; taken == kBatch;) {
      taken = cursor.Take(bounds.last, 0, batch_);
      RETURN_IF_ERROR(Score(taken));
    }
  }
  return {};
}

Status LeaderWalk::Score(std::size_t taken) {
  if (taken == 0) return {};
  if (const std::uint32_t last = batch_[taken - 1].doc; last >= lengths_.docs())
    return CheckPage(last, lengths_);
  for (std::size_t i = 0; i < taken; ++i) {
    const PageLength page(lengths_, DocId(batch_[i].doc));
    occurrences_[i] = {.tf = batch_[i].tf, .length = page.length, .tf_avg = page.tf_avg};
  }
  leader_.unit->scorer.Score(std::span(occurrences_).first(taken), scores_.data());
  pages_ += taken;
  for (std::size_t i = 0; i < taken; ++i) {
    if ((std::max(scores_[i], 0.0) + others_) * kRounding >= top_.threshold())
      Consider(batch_[i].doc, occurrences_[i], scores_[i]);
  }
  return {};
}

void LeaderWalk::Consider(std::uint32_t doc, const Occurrence& leader, double score) {
  leader_score_ = score;
  double so_far = std::max(score, 0.0);  // without what is negative: that only lowers
  for (const Follower& follower : followers_) {
    const double tf = follower.led->unit->cursor->TfAt(doc);
    if (follower.led->done && tf > 0) return;
    const TermScorer& scorer = follower.led->unit->scorer;
    *follower.score = tf > 0 ? scorer({.tf = tf, .length = leader.length, .tf_avg = leader.tf_avg})
                             : scorer.Absent(leader.length);
    so_far += std::max(*follower.score, 0.0);
    if ((so_far + follower.after) * kRounding < top_.threshold()) return;
  }
  double sum = 0;
  for (const double part : page_scores_) sum += part;
  top_.Offer({DocId(doc), sum});
}

}  // namespace thresh
