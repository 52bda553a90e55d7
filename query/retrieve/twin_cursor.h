// TwinCursor: walks a list, or two of them as one: the postings of a word in a field, and those
// that templates have in the same field, as if nothing had been removed. Phrases and near words
// walk their lists through it. As PostingCursor (common/postings/postings.h), whose contract it
// has, it ends early at damage, which status() tells. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/postings/postings.h"
#include "query/retrieve/field_bounds.h"

namespace thresh {

// The list of a word in a field, and that of templates; null where there is none.
struct TwinLists {
  const FieldList* own = nullptr;
  const FieldList* of_templates = nullptr;
  bool empty() const { return own == nullptr && of_templates == nullptr; }
  std::uint64_t df() const {  // at most
    return std::uint64_t{own ? own->df : 0} + (of_templates ? of_templates->df : 0);
  }
  // Adds the bounds of both.
  void AddTo(FieldBounds* bounds, double weight) const {
    if (own != nullptr) bounds->Add(own->impacts.span(), weight);
    if (of_templates != nullptr) bounds->Add(of_templates->impacts.span(), weight);
  }
};

class TwinCursor {
 public:
  // REQUIRES: there is a list.
  TwinCursor(const TwinLists& lists, ChunkReader* reader)
      : first_(lists.own ? lists.own : lists.of_templates, reader) {
    if (lists.own != nullptr && lists.of_templates != nullptr)
      second_.emplace(lists.of_templates, reader);
    Settle();
  }

  std::uint32_t doc() const { return doc_; }
  std::uint32_t tf() const {
    if (!second_) return first_.tf();
    return (first_.doc() == doc_ ? first_.tf() : 0) + (second_->doc() == doc_ ? second_->tf() : 0);
  }
  void SeekTo(std::uint32_t doc) {
    first_.SeekTo(doc);
    if (second_) second_->SeekTo(doc);
    Settle();
  }
  void Rewind() {
    first_.Rewind();
    if (second_) second_->Rewind();
    Settle();
  }
  // No position is in both lists.
  Status Positions(std::vector<std::uint32_t>* positions) {
    if (!second_) return first_.Positions(positions);
    positions->clear();
    if (first_.doc() == doc_) THRESH_RETURN_IF_ERROR(first_.Positions(positions));
    if (second_->doc() != doc_) return {};
    THRESH_RETURN_IF_ERROR(second_->Positions(&more_));
    const auto middle = static_cast<std::ptrdiff_t>(positions->size());
    positions->insert(positions->end(), more_.begin(), more_.end());
    std::inplace_merge(positions->begin(), positions->begin() + middle, positions->end());
    return {};
  }
  // Adds the bounds of the blocks that would hold `doc` and cuts the stretch at the first that
  // ends.
  void AddBounds(std::uint32_t doc, double weight, TfBounds* bounds, FieldBounds* joint) {
    AddBounds(&first_, doc, weight, bounds, joint);
    if (second_) AddBounds(&*second_, doc, weight, bounds, joint);
    Settle();  // damaged bounds end a list, which changes the current page
  }
  Status status() const {
    return !first_.status().ok() || !second_ ? first_.status() : second_->status();
  }

 private:
  static void AddBounds(PostingCursor* cursor, std::uint32_t doc, double weight, TfBounds* bounds,
                        FieldBounds* joint) {
    const PostingCursor::BlockBound block = cursor->Bound(doc);
    bounds->last = std::min(bounds->last, block.last);
    bounds->coarse = bounds->coarse || block.of_chunk;
    joint->Add(block.impacts, weight);
  }
  void Settle() { doc_ = second_ ? std::min(first_.doc(), second_->doc()) : first_.doc(); }

  PostingCursor first_;
  std::optional<PostingCursor> second_;
  std::uint32_t doc_ = PostingCursor::kEnd;
  std::vector<std::uint32_t> more_;
};

}  // namespace thresh
