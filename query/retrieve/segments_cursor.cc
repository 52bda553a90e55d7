#include "query/retrieve/segments_cursor.h"

#include <algorithm>
#include <string>
#include <utility>

namespace thresh {
namespace {

using Pair = TfBounds::Pair;

// How much looser the bounds become if two neighbours become one pair: the part of the corner
// between them that neither covered, as in impacts.cc.
double Looseness(const Pair& shorter, const Pair& longer) {
  return (1 - shorter.tf / longer.tf) * (1 - shorter.length / longer.length);
}

// The pairs of several lists as bounds of all of them: without those that another one beats, and
// with neighbours merged where there is no room for more.
TfBounds JoinPairs(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return a.length != b.length ? a.length < b.length : a.tf > b.tf;
  });
  double highest = 0;
  std::erase_if(pairs, [&](const Pair& pair) {
    const bool beaten = pair.tf <= highest;
    highest = std::max(highest, pair.tf);
    return beaten;
  });
  TfBounds bounds;
  while (pairs.size() > bounds.pairs.size()) {
    std::size_t cheapest = 0;
    for (std::size_t i = 1; i + 1 < pairs.size(); ++i) {
      if (Looseness(pairs[i], pairs[i + 1]) < Looseness(pairs[cheapest], pairs[cheapest + 1]))
        cheapest = i;
    }
    pairs[cheapest].tf = pairs[cheapest + 1].tf;
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(cheapest) + 1);
  }
  for (const Pair& pair : pairs) bounds.Add(pair.tf, pair.length);
  return bounds;
}

// No page up to `last` has the unit.
TfBounds NonePastTo(std::uint32_t last) {
  TfBounds bounds;
  bounds.last = last;
  return bounds;
}

bool Has(const LiveSites::Stretch& stretch, std::uint32_t doc) {
  return doc >= stretch.first && doc < stretch.end();
}

// The number of a page in its segment, and in the whole.
std::uint32_t ToSegment(const LiveSites::Stretch& stretch, std::uint32_t doc) {
  return doc - stretch.first + stretch.first_in_segment;
}
std::uint32_t ToWhole(const LiveSites::Stretch& stretch, std::uint32_t page) {
  return page - stretch.first_in_segment + stretch.first;
}

}  // namespace

SegmentsCursor::SegmentsCursor(const LiveSites& live, std::vector<Part> parts) : live_(live) {
  parts_.reserve(parts.size());  // part_of_ points to them
  for (Part& part : parts) {
    parts_.push_back({std::move(part.cursor), part.segment, part.docs, {}});
    part_of_.resize(std::max<std::size_t>(part_of_.size(), part.segment + 1));
    part_of_[part.segment] = &parts_.back();
  }
  Start();
}

void SegmentsCursor::Start() {
  for (Followed& part : parts_) {
    part.stretches = live_.stretches_of(part.segment);
    Follow(&part, 0);
  }
  stretch_ = nullptr;
  Jump(0);
}

// Most calls ask for the current stretch or for the one after it.
const LiveSites::Stretch& SegmentsCursor::StretchAt(std::uint32_t doc) const {
  if (stretch_ != nullptr) {
    if (Has(*stretch_, doc)) return *stretch_;
    if (doc >= stretch_->end() && Has(*(stretch_ + 1), doc)) return *(stretch_ + 1);
  }
  return live_.StretchOf(DocId(doc));
}

SegmentsCursor::Followed* SegmentsCursor::PartOf(const Stretch& stretch) const {
  return stretch.segment < part_of_.size() ? part_of_[stretch.segment] : nullptr;
}

// The cursor of the current part has moved: within the stretch it has the next page.
void SegmentsCursor::Settle() {
  const std::uint32_t page = current_->cursor->doc();
  if (page < stretch_->end_in_segment()) {
    doc_ = ToWhole(*stretch_, page);
  } else {
    Jump(stretch_->end());
  }
}

// Moves to the first page from `from` on, which is behind the current one.
void SegmentsCursor::Jump(std::uint32_t from) {
  if (from < live_.docs()) {
    const Stretch& stretch = StretchAt(from);
    // Only one part has pages in this stretch. If it has one, no other part has to be asked.
    if (Followed* part = PartOf(stretch)) {
      part->cursor->SeekTo(ToSegment(stretch, from));
      if (part->cursor->doc() < stretch.end_in_segment()) {
        stretch_ = &stretch;
        current_ = part;
        doc_ = ToWhole(stretch, part->cursor->doc());
        return;
      }
    }
  }
  doc_ = kEnd;
  for (Followed& part : parts_) {
    if (part.page < from) Follow(&part, from);
    if (part.page >= doc_) continue;
    doc_ = part.page;
    current_ = &part;
    stretch_ = &live_.stretches()[part.stretches.front()];
  }
}

// Moves a part to its first live page from `from` on, stepping over masked pages.
void SegmentsCursor::Follow(Followed* part, std::uint32_t from) {
  Cursor& cursor = *part->cursor;
  const std::vector<Stretch>& all = live_.stretches();
  const auto drop_while = [&](auto&& behind) {
    const auto first = std::find_if_not(part->stretches.begin(), part->stretches.end(),
                                        [&](std::uint32_t s) { return behind(all[s]); });
    part->stretches =
        part->stretches.subspan(static_cast<std::size_t>(first - part->stretches.begin()));
  };
  part->page = kEnd;
  drop_while([&](const Stretch& stretch) { return stretch.end() <= from; });
  while (!part->stretches.empty()) {
    const Stretch& stretch = all[part->stretches.front()];
    cursor.SeekTo(ToSegment(stretch, std::max(from, stretch.first)));
    if (cursor.doc() < stretch.end_in_segment()) {
      part->page = ToWhole(stretch, cursor.doc());
      return;
    }
    drop_while([&](const Stretch& s) { return s.end_in_segment() <= cursor.doc(); });
  }
  if (cursor.doc() == kEnd || cursor.doc() < part->docs) return;
  damage_ = Status(Code::kUnusable, "the store is damaged: a posting list refers to page " +
                                        std::to_string(cursor.doc()) + " of a segment with only " +
                                        std::to_string(part->docs) + "; run thresh-index verify");
}

void SegmentsCursor::Next() {
  current_->cursor->Next();
  Settle();
}

void SegmentsCursor::SeekTo(std::uint32_t doc) {
  if (doc <= doc_) return;
  if (doc >= stretch_->end()) return Jump(doc);
  current_->cursor->SeekTo(ToSegment(*stretch_, doc));
  Settle();
}

// The pages of one stretch after the other, each in the cursor that has the stretch.
void SegmentsCursor::TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
  if (docs.empty()) return;
  const std::uint32_t last = docs.back();
  std::fill_n(tfs, docs.size(), 0.0);
  while (!docs.empty() && docs.front() < live_.docs()) {
    const Stretch& stretch = StretchAt(docs.front());
    const auto end = std::lower_bound(docs.begin(), docs.end(), stretch.end());
    const auto count = static_cast<std::size_t>(end - docs.begin());
    if (Followed* part = PartOf(stretch)) {
      // A cursor that stands further on has none of the pages before.
      const std::uint32_t page = part->cursor->doc();
      shifted_.clear();
      for (const std::uint32_t doc : docs.first(count)) {
        if (ToSegment(stretch, doc) >= page || !shifted_.empty())
          shifted_.push_back(ToSegment(stretch, doc));
      }
      part->cursor->TfsAt(shifted_, tfs + (count - shifted_.size()));
    }
    docs = docs.subspan(count);
    tfs += count;
  }
  if (last <= doc_) return;
  if (last >= stretch_->end()) return Jump(last);
  current_->cursor->SeekTo(ToSegment(*stretch_, last));
  Settle();
}

std::size_t SegmentsCursor::Take(std::uint32_t last, double tf_above, std::span<PageTf> out) {
  std::size_t taken = 0;
  while (taken < out.size() && doc_ <= last && doc_ != kEnd) {
    const std::uint32_t until = std::min(last, stretch_->end() - 1);
    const std::size_t count =
        current_->cursor->Take(ToSegment(*stretch_, until), tf_above, out.subspan(taken));
    for (PageTf& page : out.subspan(taken, count)) page.doc = ToWhole(*stretch_, page.doc);
    taken += count;
    Settle();
  }
  return taken;
}

bool SegmentsCursor::Rewind() {
  for (Followed& part : parts_) THRESH_CHECK(part.cursor->Rewind());
  Start();
  return true;
}

TfBounds SegmentsCursor::ListBounds() const {
  std::vector<Pair> pairs;
  for (const Followed& part : parts_) {
    const TfBounds bounds = part.cursor->ListBounds();
    if (!bounds.known) return TfBounds::Unknown();
    pairs.insert(pairs.end(), bounds.span().begin(), bounds.span().end());
  }
  return JoinPairs(std::move(pairs));
}

TfBounds SegmentsCursor::BlockBounds(std::uint32_t doc) {
  if (doc >= live_.docs()) return NonePastTo(kEnd);
  const Stretch& stretch = StretchAt(doc);
  // Every stretch up to that of the current page is known to lack the unit.
  if (doc_ >= stretch.end()) return NonePastTo(doc_ == kEnd ? kEnd : doc_ - 1);
  Followed* const part = PartOf(stretch);
  if (part == nullptr || part->cursor->doc() >= stretch.end_in_segment())
    return NonePastTo(stretch.end() - 1);
  TfBounds bounds = part->cursor->BlockBounds(ToSegment(stretch, doc));
  bounds.last = ToWhole(stretch, std::min(bounds.last, stretch.end_in_segment() - 1));
  // Damaged bounds end a list, which changes the current page.
  if (part->cursor->doc() == kEnd) part->page = kEnd;
  if (part == current_) Settle();
  return bounds;
}

Status SegmentsCursor::status() const {
  if (!damage_.ok()) return damage_;
  for (const Followed& part : parts_) THRESH_RETURN_IF_ERROR(part.cursor->status());
  return {};
}

}  // namespace thresh
