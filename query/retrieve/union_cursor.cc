#include "query/retrieve/union_cursor.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace thresh {

UnionCursor::UnionCursor(std::vector<std::unique_ptr<Cursor>> parts) : parts_(std::move(parts)) {
  Settle();
}

void UnionCursor::Settle() {
  doc_ = kEnd;
  for (const auto& part : parts_) doc_ = std::min(doc_, part->doc());
}

double UnionCursor::tf() const {
  double sum = 0;
  for (const auto& part : parts_) {
    if (part->doc() == doc_) sum += part->tf();
  }
  return sum;
}

void UnionCursor::Next() {
  const std::uint32_t now = doc_;
  for (const auto& part : parts_) {
    if (part->doc() == now) part->Next();
  }
  Settle();
}

void UnionCursor::SeekTo(std::uint32_t doc) {
  if (doc <= doc_) return;
  for (const auto& part : parts_) part->SeekTo(doc);
  Settle();
}

// The tfs are added up in the order of the parts, as in tf(), so that they round alike.
void UnionCursor::TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
  if (docs.empty()) return;
  std::fill_n(tfs, docs.size(), 0.0);
  tfs_.resize(docs.size());
  for (const auto& part : parts_) {
    // A part may stand behind the first page already, which the contract of TfsAt does not allow.
    const auto ahead = static_cast<std::size_t>(
        std::lower_bound(docs.begin(), docs.end(), part->doc()) - docs.begin());
    if (ahead == docs.size()) continue;
    part->TfsAt(docs.subspan(ahead), tfs_.data());
    for (std::size_t i = ahead; i < docs.size(); ++i) tfs[i] += tfs_[i - ahead];
  }
  Settle();
}

bool UnionCursor::Rewind() {
  for (const auto& part : parts_) part->Rewind();
  Settle();
  return true;
}

Status UnionCursor::status() const {
  for (const auto& part : parts_) THRESH_RETURN_IF_ERROR(part->status());
  return {};
}

// A page has of each part no more than the largest tf of the pairs that are not longer than the
// page. Where there is room for one pair only, this one takes all that are left.
TfBounds UnionCursor::Join(std::span<const TfBounds> parts) {
  TfBounds joined;
  std::vector<std::size_t> at(parts.size());
  std::vector<double> tfs(parts.size());  // the largest of the pairs so far
  for (const TfBounds& part : parts) {
    if (!part.known) return TfBounds::Unknown();
    joined.last = std::min(joined.last, part.last);
    joined.coarse = joined.coarse || part.coarse;
  }
  const auto sum = [&] { return std::accumulate(tfs.begin(), tfs.end(), 0.0); };
  for (;;) {
    bool left = false;
    double length = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (at[p] == parts[p].count) continue;
      const double next = parts[p].pairs[at[p]].length;
      length = left ? std::min(length, next) : next;
      left = true;
    }
    if (!left) return joined;
    const bool last = joined.count + 1 == joined.pairs.size();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const TfBounds& part = parts[p];
      for (; at[p] < part.count && (last || part.pairs[at[p]].length <= length); ++at[p])
        tfs[p] = std::max(tfs[p], part.pairs[at[p]].tf);
    }
    joined.Add(sum(), length);
  }
}

TfBounds UnionCursor::ListBounds() const {
  std::vector<TfBounds> bounds;
  for (const auto& part : parts_) bounds.push_back(part->ListBounds());
  return Join(bounds);
}

TfBounds UnionCursor::BlockBounds(std::uint32_t doc) {
  std::vector<TfBounds> bounds;
  for (const auto& part : parts_) bounds.push_back(part->BlockBounds(doc));
  Settle();  // damaged bounds end a list, which changes the current page
  return Join(bounds);
}

}  // namespace thresh
