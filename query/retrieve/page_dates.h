// PageDates: when the crawls saw the pages of a store, and when the content of the pages changed,
// read from the store's crawl table (common/store/crawl_table.h). Stores that were joined have a
// table each. A Searcher has one PageDates, which keeps the tables of the version that the searcher
// opened. The dates of a page are looked up when somebody asks for them; a column of all pages is
// read at its first use and then kept, four bytes a page. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/crawl_table.h"
#include "common/store/schema.h"

namespace thresh {

// When the content of a page changed last, and when a crawl saw the page last. What changes around
// the content, its templates, does not count.
enum class CrawlTime : std::uint8_t { kChanged, kSeen, kCount };

// One of these times of every page.
struct TimeColumn {
  std::vector<std::string> times;  // distinct, ascending
  std::vector<std::uint32_t> of;   // by page: which of `times`
  std::string last_seen;           // the newest date of all pages
  std::string_view At(DocId doc) const { return times[of[doc.value]]; }
};

class PageDates {
 public:
  // `sites` must outlive this. `table_of` says which table has a site; if it is empty, the first
  // has all. Without tables nothing is known of any page.
  PageDates(std::vector<std::shared_ptr<const CrawlTable>> tables,
            const std::vector<SiteRecord>& sites, std::vector<std::uint32_t> table_of = {})
      : tables_(std::move(tables)), sites_(sites), table_of_(std::move(table_of)) {}

  // A record without dates if the table lacks the page.
  Result<CrawlRecord> Of(const DocRecord& page) const;
  // kUnusable if the table is damaged or has other pages than the store.
  Result<const TimeColumn*> Times(CrawlTime time);

 private:
  Status Read(CrawlTime time, TimeColumn* column) const;
  std::size_t TableOf(std::size_t site) const { return table_of_.empty() ? 0 : table_of_[site]; }

  std::vector<std::shared_ptr<const CrawlTable>> tables_;
  const std::vector<SiteRecord>& sites_;
  const std::vector<std::uint32_t> table_of_;
  std::array<std::unique_ptr<const TimeColumn>, static_cast<std::size_t>(CrawlTime::kCount)>
      columns_;
};

}  // namespace thresh
