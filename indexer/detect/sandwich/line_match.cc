#include "indexer/detect/sandwich/line_match.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace thresh {
namespace {

// The time is that of the pairs of equal lines. Beyond kMaxPairs, lines that both pages repeat more
// than kOften times are left out, because they make nearly all of the pairs.
constexpr std::size_t kMaxPairs = 5'000'000;
constexpr std::size_t kOften = 64;

using Lines = std::span<const std::uint64_t>;

struct Place {
  std::uint64_t hash;
  std::uint32_t line;
};

// Lines by hash; equal ones from the last to the first.
class LinesByHash {
 public:
  explicit LinesByHash(Lines lines) {
    places_.reserve(lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) places_.push_back({lines[i], i});
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      // Descending matches keep a line of the target from extending its own subsequence.
      return a.hash != b.hash ? a.hash < b.hash : a.line > b.line;
    });
  }
  std::span<const Place> of(std::uint64_t hash) const {
    const auto first = std::partition_point(places_.begin(), places_.end(),
                                            [&](const Place& place) { return place.hash < hash; });
    const auto last = std::partition_point(first, places_.end(),
                                           [&](const Place& place) { return place.hash == hash; });
    return {first, last};
  }

 private:
  std::vector<Place> places_;
};

// Hunt, Szymanski: A fast algorithm for computing longest common subsequences, CACM 20, 1977.
class HuntSzymanski {
 public:
  HuntSzymanski(Lines target, Lines peer) : target_(target), in_target_(target), in_peer_(peer) {
    for (const std::uint64_t line : target) pairs_ += in_peer_.of(line).size();
  }

  // Calls f(line of the target) for each common line, from the last to the first.
  template <typename F>
  void ForEachCommon(F f) {
    for (std::uint32_t i = 0; i < target_.size(); ++i) {
      for (const Place& match : Matches(target_[i])) Extend(i, match.line);
    }
    std::uint32_t at = ends_.empty() ? kNone : ends_.back().pair;
    for (; at != kNone; at = chain_[at].before) f(chain_[at].line);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Pair {  // of equal lines, the last of a common subsequence
    std::uint32_t line, before;
  };
  struct End {  // where the best common subsequence of a length ends
    std::uint32_t peer_line, pair;
  };

  std::span<const Place> Matches(std::uint64_t hash) const {
    const std::span<const Place> matches = in_peer_.of(hash);
    const bool often = matches.size() > kOften && in_target_.of(hash).size() > kOften;
    return pairs_ > kMaxPairs && often ? std::span<const Place>() : matches;
  }

  void Extend(std::uint32_t line, std::uint32_t peer_line) {
    // ends_ ascends: an end is the first line of the peer at which a subsequence of that length
    // can end.
    const auto end = std::partition_point(ends_.begin(), ends_.end(),
                                          [&](const End& e) { return e.peer_line < peer_line; });
    const std::uint32_t before = end == ends_.begin() ? kNone : std::prev(end)->pair;
    const End extended{peer_line, static_cast<std::uint32_t>(chain_.size())};
    if (end == ends_.end()) {
      ends_.push_back(extended);
    } else if (end->peer_line == peer_line) {
      return;  // this length ends here already
    } else {
      *end = extended;
    }
    // Pairs are never taken back, because longer subsequences refer to them.
    chain_.push_back({line, before});
  }

  Lines target_;
  LinesByHash in_target_, in_peer_;
  std::size_t pairs_ = 0;
  std::vector<End> ends_;  // by length - 1
  std::vector<Pair> chain_;
};

}  // namespace

// Common ends are cut off first: they belong to a longest common subsequence, and pages of a
// template mostly share them.
std::vector<bool> CommonLines(Lines target, Lines peer) {
  std::vector<bool> common(target.size(), true);
  const auto begin = static_cast<std::size_t>(
      std::mismatch(target.begin(), target.end(), peer.begin(), peer.end()).first - target.begin());
  target = target.subspan(begin);
  peer = peer.subspan(begin);
  const auto tail = static_cast<std::size_t>(
      std::mismatch(target.rbegin(), target.rend(), peer.rbegin(), peer.rend()).first -
      target.rbegin());
  target = target.first(target.size() - tail);
  peer = peer.first(peer.size() - tail);
  for (std::size_t i = 0; i < target.size(); ++i) common[begin + i] = false;
  HuntSzymanski(target, peer).ForEachCommon([&](std::uint32_t line) {
    common[begin + line] = true;
  });
  return common;
}

}  // namespace thresh
