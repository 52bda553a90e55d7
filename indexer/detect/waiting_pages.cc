#include "indexer/detect/waiting_pages.h"

#include <algorithm>

#include "common/base/hash.h"

namespace thresh {

// A hash that equals kNotDrawn moves by one.
std::uint64_t WaitingPages::LotOf(const Page& page) {
  return std::min(Mix64(page.token_hash.high ^ page.token_hash.low), kNotDrawn - 1);
}

void WaitingPages::Add(WaitingPage page, std::size_t sample_pages) {
  constexpr std::size_t kNodeBytes = 48;  // of the set
  bytes_ += BytesOf(page);
  pages_.push_back(std::move(page));
  WaitingPage& added = pages_.back();
  if (added.lot == kNotDrawn) return;
  sample_.emplace(added.lot, pages_.size() - 1);
  bytes_ += kNodeBytes;
  if (sample_.size() <= sample_pages) return;
  // The page with the highest lot leaves the sample. It stays in pages_, because it is judged like
  // all others.
  const auto last = std::prev(sample_.end());
  std::string& content = pages_[last->second].content;
  bytes_ -= kNodeBytes + content.capacity();
  content = {};
  sample_.erase(last);
}

std::vector<const WaitingPage*> WaitingPages::Sample() const {
  std::vector<const WaitingPage*> sample;
  for (const auto& [lot, page] : sample_) sample.push_back(&pages_[page]);
  return sample;
}

}  // namespace thresh
