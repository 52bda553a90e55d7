#include "common/postings/impacts.h"

#include <cstddef>
#include <vector>

namespace thresh {
namespace {

// A pair that beats another scores at least as high with every scorer that grows with tf and
// shrinks with length.
bool Beats(const Impact& a, const Impact& b) { return a.tf >= b.tf && a.length <= b.length; }

// The pairs that no other one beats, ascending in tf and therefore in length. Quadratic at worst,
// but a block has 128 pairs and few of them survive.
void Frontier(std::span<const Impact> impacts, std::vector<Impact>* out) {
  std::vector<Impact>& frontier = *out;
  frontier.clear();
  for (const Impact& impact : impacts) {
    const auto beats_it = [&](const Impact& other) { return Beats(other, impact); };
    if (std::any_of(frontier.begin(), frontier.end(), beats_it)) continue;
    std::erase_if(frontier, [&](const Impact& other) { return Beats(impact, other); });
    frontier.push_back(impact);
  }
  std::sort(frontier.begin(), frontier.end(),
            [](const Impact& a, const Impact& b) { return a.tf < b.tf; });
}

// How much looser the bound becomes if two neighbours become (higher.tf, lower.length): the part of
// the corner between them that neither covered. As shares, so that tf and length weigh alike.
double Looseness(const Impact& lower, const Impact& higher) {
  const double tf = 1.0 - static_cast<double>(lower.tf) / static_cast<double>(higher.tf);
  const double length =
      1.0 - static_cast<double>(lower.length) / static_cast<double>(higher.length);
  return tf * length;
}

void MergeCheapestNeighbours(std::vector<Impact>* frontier) {
  std::size_t cheapest = 0;
  // No looseness reaches 2: both of its factors are shares.
  double least = 2.0;
  for (std::size_t i = 0; i + 1 < frontier->size(); ++i) {
    const double looseness = Looseness((*frontier)[i], (*frontier)[i + 1]);
    if (looseness < least) {
      least = looseness;
      cheapest = i;
    }
  }
  (*frontier)[cheapest].tf = (*frontier)[cheapest + 1].tf;
  frontier->erase(frontier->begin() + static_cast<std::ptrdiff_t>(cheapest) + 1);
}

}  // namespace

ImpactSet ImpactSet::Of(std::span<const Impact> impacts) {
  ImpactSet set;
  if (impacts.size() == 1) {  // most lists have one posting
    set.pairs_[0] = impacts[0];
    set.count_ = 1;
    return set;
  }
  // A merge asks for each list of each term: the memory of one call serves the next.
  thread_local std::vector<Impact> frontier;
  Frontier(impacts, &frontier);
  while (frontier.size() > kMaxImpacts) MergeCheapestNeighbours(&frontier);
  set.count_ = frontier.size();
  std::copy(frontier.begin(), frontier.end(), set.pairs_.begin());
  return set;
}

// What a pair of either set bounds is bounded by a pair of the frontier of both.
void ImpactSet::Merge(const ImpactSet& other) {
  std::vector<Impact> both(begin(), end());
  both.insert(both.end(), other.begin(), other.end());
  *this = Of(both);
}

bool ImpactSet::Covers(const Impact& posting) const {
  return std::any_of(begin(), end(), [&](const Impact& pair) { return Beats(pair, posting); });
}

void ImpactSet::Encode(std::string* out) const {
  PutU8(out, static_cast<std::uint8_t>(count_));
  Impact before;
  for (const Impact& pair : *this) {
    // Both numbers ascend, so the steps are small and mostly take one byte.
    PutVarint(out, pair.tf - before.tf);
    PutVarint(out, pair.length - before.length);
    before = pair;
  }
}

bool ImpactSet::Decode(ByteReader* in) {
  *this = ImpactSet();
  const std::uint8_t count = in->U8();
  if (count > kMaxImpacts) return false;
  Impact before;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t tf = in->Varint32();
    const std::uint32_t length = in->Varint32();
    pairs_[i] = {before.tf + tf, before.length + length};
    if (pairs_[i].tf < tf || pairs_[i].length < length) return false;  // wrapped
    // The pairs of a frontier ascend strictly in both numbers.
    if (i > 0 && (tf == 0 || length == 0)) return false;
    before = pairs_[i];
  }
  count_ = count;
  return in->ok();
}

}  // namespace thresh
