#include "query/retrieve/term_cursor.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "query/retrieve/field_bounds.h"

namespace thresh {
TermCursor::TermCursor(TermRow record, std::unique_ptr<ChunkReader> chunks,
                       const FieldWeights& weights)
    : record_(std::move(record)), chunks_(std::move(chunks)) {
  parts_.reserve(record_->fields.size());
  for (const FieldList& list : record_->fields) {
    const double weight = weights.Of(list.field);
    if (weight > 0) parts_.push_back({&list, PostingCursor(&list, chunks_.get()), weight});
  }
  Settle();
}

// The lists stand at different pages: the smallest is the current one.
void TermCursor::Settle() {
  doc_ = kEnd;
  for (const Part& part : parts_) doc_ = std::min(doc_, part.cursor.doc());
}

double TermCursor::tf() const {
  double sum = 0;
  for (const Part& part : parts_) {
    if (part.cursor.doc() == doc_) sum += part.weight * part.cursor.tf();
  }
  return sum;
}

void TermCursor::Next() {
  for (Part& part : parts_) {
    if (part.cursor.doc() == doc_) part.cursor.Next();
  }
  Settle();
}

void TermCursor::SeekTo(std::uint32_t doc) {
  if (doc <= doc_) return;
  for (Part& part : parts_) part.cursor.SeekTo(doc);
  Settle();
}

// Goes list by list instead of page by page, which keeps one list's blocks in the cache. Each tf is
// still added up in the order of the lists, as in tf(), so that it rounds alike.
void TermCursor::TfsAt(std::span<const std::uint32_t> docs, double* tfs) {
  std::fill_n(tfs, docs.size(), 0.0);
  for (Part& part : parts_) part.cursor.AddTfs(docs, part.weight, tfs);
  Settle();
}

// Most pages have a word in one field only. So the list with the next page is walked alone up to
// the next page of any other list, and only pages that several lists share take the slow path.
std::size_t TermCursor::Take(std::uint32_t last, double tf_above, std::span<PageTf> out) {
  const std::uint32_t end = last == kEnd ? kEnd : last + 1;
  std::size_t taken = 0;
  while (taken < out.size() && doc_ < end) {
    Part* first = nullptr;
    std::uint32_t other = end;
    for (Part& part : parts_) {
      const std::uint32_t doc = part.cursor.doc();
      if (doc == doc_ && first == nullptr) {
        first = &part;
      } else {
        other = std::min(other, doc);
      }
    }
    if (other > doc_) {
      taken += TakeFrom(first, other, tf_above, out.subspan(taken));
    } else {
      out[taken] = {doc_, 0};
      TakeShared(&out[taken]);
      taken += out[taken].tf > tf_above ? 1U : 0U;
    }
  }
  return taken;
}

// tf() and Next() in one pass over the lists.
void TermCursor::TakeShared(PageTf* page) {
  doc_ = kEnd;
  for (Part& part : parts_) {
    if (part.cursor.doc() == page->doc) {
      page->tf += part.weight * part.cursor.tf();
      part.cursor.Next();
    }
    doc_ = std::min(doc_, part.cursor.doc());
  }
}

std::size_t TermCursor::TakeFrom(Part* part, std::uint32_t until, double tf_above,
                                 std::span<PageTf> out) {
  std::size_t taken = 0;
  PostingCursor& cursor = part->cursor;
  while (taken < out.size() && cursor.doc() < until) {
    const std::span<const std::uint32_t> docs = cursor.docs_ahead(), tfs = cursor.tfs_ahead();
    const std::size_t most = std::min(docs.size(), out.size() - taken);
    std::size_t i = 0;
    if (docs[most - 1] < until && part->weight > tf_above) {  // as every tf is at least 1
      for (; i < most; ++i) out[taken + i] = {docs[i], part->weight * tfs[i]};
      taken += most;
    } else {
      // Writes every page and keeps it by moving `taken`: no branch to be mispredicted.
      for (; i < most && docs[i] < until; ++i) {
        const double tf = part->weight * tfs[i];
        out[taken] = {docs[i], tf};
        taken += tf > tf_above ? 1U : 0U;
      }
    }
    cursor.Skip(i);
  }
  Settle();
  return taken;
}

bool TermCursor::Rewind() {
  for (Part& part : parts_) part.cursor.Rewind();
  Settle();
  return true;
}

Status TermCursor::status() const {
  for (const Part& part : parts_) THRESH_RETURN_IF_ERROR(part.cursor.status());
  return {};
}

// Whether the list may have a page from `first` to `last`, as far as its decoded block tells.
// REQUIRES: `first` is as in BlockBounds, so that the current posting is the first one from there
// on if it does not lie before.
bool TermCursor::MayHave(const Part& part, std::uint32_t first, std::uint32_t last) {
  const std::span<const std::uint32_t> ahead = part.cursor.docs_ahead();
  if (ahead.empty() || ahead.back() < first) return true;
  return *std::lower_bound(ahead.begin(), ahead.end(), first) <= last;
}

TfBounds TermCursor::ListBounds() const {
  TfBounds bounds;
  FieldBounds joint;
  for (const Part& part : parts_) joint.Add(part.list->impacts.span(), part.weight);
  joint.Join(&bounds);
  return bounds;
}

TfBounds TermCursor::BoundsOf(std::span<const PartRows::ListBound> lists,
                              const FieldWeights& weights) {
  TfBounds bounds;
  FieldBounds joint;
  for (const PartRows::ListBound& list : lists) {
    const double weight = weights.Of(list.field);
    if (weight > 0) joint.Add(list.impacts.span(), weight);
  }
  joint.Join(&bounds);
  return bounds;
}

// A short list, such as that of titles, has no page in most stretches, and would lift their bounds
// far above what their pages have.
TfBounds TermCursor::BlockBounds(std::uint32_t doc) {
  TfBounds bounds;
  std::array<PostingCursor::BlockBound, kFieldCount> blocks;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    blocks[i] = parts_[i].cursor.Bound(doc);
    bounds.last = std::min(bounds.last, blocks[i].last);
    bounds.coarse = bounds.coarse || blocks[i].of_chunk;
  }
  FieldBounds joint;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (MayHave(parts_[i], doc, bounds.last)) joint.Add(blocks[i].impacts, parts_[i].weight);
  }
  Settle();  // damaged bounds end a list, which changes the current page
  joint.Join(&bounds);
  return bounds;
}

}  // namespace thresh
