// History: writes the crawl table of a publish (common/store/crawl_table.h). It walks over the
// tables of the stores that went in, the pages of the live store as it was, the pages that were
// written anew, and the records of the crawl that are no pages, all by host and URL, and says of
// each URL what became of it. Of sites that were not written anew the rows stay as they are. Build
// calls it once, when the new segment is finished. It holds no page in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/store.h"
#include "indexer/page_order.h"

namespace thresh {

using HostSet = std::set<std::string, std::less<>>;

struct HistoryInput {
  const Store* before = nullptr;    // the live store; null for the first build
  std::vector<const Store*> parts;  // other stores that went in
  const Segment* after = nullptr;   // what was written anew; null if nothing was
  const PageOrder* order = nullptr;
  const HostSet* written = nullptr;    // the hosts that were written anew; null: all
  std::string now;                     // of pages without a date
  std::uint64_t number = 0;            // of the manifest that will publish the table
  std::uint64_t sites = 0, pages = 0;  // of the store that it will publish
};

Result<UpdateReport> WriteHistory(const HistoryInput& input, const std::string& file);

}  // namespace thresh
