// SegmentsCursor: walks the cursors of several segments as one, by the page numbers of the whole.
// Pages of masked sites are left out. MakeCursor creates it for words; cursor.h has the contract.
// It lives as long as one search and is not thread-safe.
//
// A stretch (common/store/live_sites.h) lies whole in one segment. So as long as the cursor is
// within one, every call goes to the cursor of that segment alone, and the others need not move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/store/live_sites.h"
#include "query/retrieve/cursor.h"

namespace thresh {

class SegmentsCursor : public Cursor {
 public:
  // The cursor of one segment, on its first page, by the page numbers of the segment.
  struct Part {
    std::unique_ptr<Cursor> cursor;
    std::uint32_t segment = 0;
    std::size_t docs = 0;  // pages of the segment, masked ones among them
  };
  // A segment without the unit needs no part. All cursors can be rewound. `live` must outlive this.
  SegmentsCursor(const LiveSites& live, std::vector<Part> parts);

  std::uint32_t doc() const override { return doc_; }
  double tf() const override { return current_->cursor->tf(); }
  void Next() override;
  void SeekTo(std::uint32_t doc) override;
  void TfsAt(std::span<const std::uint32_t> docs, double* tfs) override;
  std::size_t Take(std::uint32_t last, double tf_above, std::span<PageTf> out) override;
  bool Rewind() override;
  TfBounds ListBounds() const override;
  TfBounds BlockBounds(std::uint32_t doc) override;
  Status status() const override;

 private:
  using Stretch = LiveSites::Stretch;
  struct Followed {
    std::unique_ptr<Cursor> cursor;
    std::uint32_t segment = 0;
    std::size_t docs = 0;
    std::span<const std::uint32_t> stretches;  // of the segment, from that of `page` on
    // The live page on which Follow left the cursor. The cursor may have moved on since.
    std::uint32_t page = 0;
  };

  void Start();
  const Stretch& StretchAt(std::uint32_t doc) const;
  Followed* PartOf(const Stretch& stretch) const;
  void Settle();
  void Jump(std::uint32_t from);
  void Follow(Followed* part, std::uint32_t from);

  const LiveSites& live_;
  std::vector<Followed> parts_;
  std::vector<Followed*> part_of_;      // by segment; null where no page has the unit
  std::vector<std::uint32_t> shifted_;  // pages of TfsAt, by the numbers of a segment
  Status damage_;
  const Stretch* stretch_ = nullptr;  // of the current page
  Followed* current_ = nullptr;       // has the current page
  std::uint32_t doc_ = kEnd;
};

}  // namespace thresh
