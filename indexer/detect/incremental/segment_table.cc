#include "indexer/detect/incremental/segment_table.h"

#include <algorithm>
#include <cmath>

namespace thresh {
namespace {

// Enough for the exponential to vanish beside any N.
constexpr std::uint32_t kGrowth = 64;

}  // namespace

SegmentLife::SegmentLife(double tb, double n) {
  for (std::uint32_t df = 1; df <= kGrowth; ++df) {
    // t(1) is Tb exactly, which rounding must not spoil.
    const double life = tb * n / (1 + (n - 1) * std::exp(1.0 - df)) + 1e-9;
    pages_.push_back(static_cast<std::uint32_t>(life));
  }
}

std::uint32_t SegmentLife::of(std::uint32_t df) const { return pages_[std::min(df, kGrowth) - 1]; }

void SegmentTable::Count(const Hash128& segment) {
  const auto [entry, is_new] = entries_.try_emplace(segment);
  Sighting& sighting = entry->second;
  if (!is_new && sighting.last_seen == page_) return;
  ++sighting.df;
  sighting.last_seen = page_;
  // An entry that is known is in the calendar already.
  if (is_new) File(segment, Due(sighting));
}

void SegmentTable::Refresh(const Hash128& segment) {
  const auto entry = entries_.find(segment);
  // The calendar is left alone: EndPage files the entry anew when it comes due.
  if (entry != entries_.end()) entry->second.last_seen = page_;
}

std::uint32_t SegmentTable::df(const Hash128& segment) const {
  const auto entry = entries_.find(segment);
  return entry == entries_.end() ? 0 : entry->second.df;
}

// An entry that was seen meanwhile is filed anew: a sighting itself costs nothing.
void SegmentTable::EndPage() {
  while (!calendar_.empty() && calendar_.begin()->first <= page_) {
    // Extracted, because File inserts into the calendar while this list is walked.
    const auto due_now = calendar_.extract(calendar_.begin());
    for (const Hash128& segment : due_now.mapped()) {
      // Each entry stands in the calendar once, so it has not been erased before.
      const auto entry = entries_.find(segment);
      const std::uint32_t due = Due(entry->second);
      if (due <= page_) {
        entries_.erase(entry);
      } else {
        File(segment, due);
      }
    }
  }
}

void SegmentTable::File(const Hash128& segment, std::uint32_t due) {
  calendar_[due].push_back(segment);
}

std::vector<SegmentTable::Entry> SegmentTable::entries() const {
  std::vector<Entry> all;
  all.reserve(entries_.size());
  for (const auto& [segment, sighting] : entries_) {
    all.push_back({segment, sighting.df, sighting.last_seen});
  }
  // Sorted, so that equal tables are equal bytes.
  std::sort(all.begin(), all.end(),
            [](const Entry& a, const Entry& b) { return a.segment < b.segment; });
  return all;
}

std::size_t SegmentTable::bytes() const {
  constexpr std::size_t kNode = sizeof(Hash128) + sizeof(Sighting) + 32;  // link, bucket, malloc
  constexpr std::size_t kBucket = 96;
  return sizeof(*this) + entries_.size() * (kNode + 2 * sizeof(Hash128)) +
         calendar_.size() * kBucket;
}

}  // namespace thresh
