// PageBatch: some pages as columns in the memory layout of Arrow, with what a line of
// `thresh-query export --format jsonl` says of a page. SnapshotTable fills one after the other and
// gives each away. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "common/base/status.h"
#include "python/src/arrow_abi.h"
#include "query/export/format.h"

namespace thresh {

class PageBatch {
 public:
  // A batch is given away at about this many bytes.
  explicit PageBatch(std::size_t bytes);
  ~PageBatch();
  PageBatch(const PageBatch&) = delete;
  PageBatch& operator=(const PageBatch&) = delete;

  // Malformed bytes become U+FFFD. kUnusable if the texts of a column would pass 2 GiB.
  Status Add(const ExportPage& page);
  std::size_t pages() const { return pages_; }
  std::size_t bytes() const { return bytes_; }  // of all texts

  // The columns as a structure, which owns them from then on. The batch is empty afterwards.
  void MoveTo(ArrowArray* out);
  static void DescribeTo(ArrowSchema* out);

 private:
  struct Columns;
  const std::size_t expected_;
  std::unique_ptr<Columns> columns_;
  std::size_t pages_ = 0, bytes_ = 0;
};

}  // namespace thresh
