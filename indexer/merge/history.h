// History: writes the crawl table of a publish (common/store/crawl_table.h). It walks over the
// table of the store as it was, the pages of the store as it was and as it will be, and the records
// of the crawl that are no pages, all four by host and URL, and says of each URL what became of it.
// Build calls it once, when the new segment is finished. It holds no page in memory.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/status.h"
#include "common/store/store.h"
#include "indexer/page_order.h"

namespace thresh {

struct HistoryInput {
  const Store* before = nullptr;   // null for the first build
  const Segment* after = nullptr;  // null if the segment stays
  const PageOrder* order = nullptr;
  std::string now;           // of pages without a date
  std::uint64_t number = 0;  // of the manifest that will publish the table
};

Result<UpdateReport> WriteHistory(const HistoryInput& input, const std::string& file);

}  // namespace thresh
