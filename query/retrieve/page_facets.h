// PageFacets: on which site a page is and from which year. The site follows from the number of the
// page. The year stands in the page's record, and is kept once it was read, two bytes a page: a
// search that counts the years of its thousand best pages would else read a thousand records each
// time. A Searcher has one PageFacets. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class PageFacets {
 public:
  explicit PageFacets(const Store& store);  // which must outlive this

  // REQUIRES: the store has the page.
  SiteId SiteOf(DocId doc) const;
  // Nothing if the page's date begins with no year of four digits. kUnusable if its record is
  // damaged.
  Result<std::optional<unsigned>> YearOf(DocId doc);

 private:
  static constexpr std::uint16_t kUnread = 0, kNone = 1, kFirst = 2;

  const Store& store_;
  std::vector<std::uint32_t> ends_;   // by site: one more than its last page
  std::vector<std::uint16_t> years_;  // by page: kUnread, kNone, or the year and kFirst
};

// The year of an ISO 8601 time.
std::optional<unsigned> YearOf(std::string_view date);

}  // namespace thresh
