// BestPages: the pages of a store that links lead to most, by all links and by those outside of
// templates. A menu makes the pages that it names the best of a site, and what the report shows
// side by side is what its removal is worth. ReadBestPages reads every page of the store with its
// links, and holds 8 bytes for each link between two pages. A value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

inline constexpr std::size_t kBestPages = 10;
// Stores of more pages are not ranked for a report: a build must not need memory for it.
inline constexpr std::size_t kMostRankedPages = 50000;

struct BestPages {
  enum Links : std::uint8_t { kAll, kFree };
  struct Standing {
    std::size_t place = 0;     // from 1
    std::size_t links_in = 0;  // pages that link to it
  };
  struct Page {
    std::string url, title;
    std::array<Standing, 2> by = {};  // by Links
  };
  bool ranked = false;                         // false: the store has too many pages
  std::array<std::size_t, 2> edges = {};       // between pages, by Links
  std::array<std::vector<Page>, 2> best = {};  // the first by PageRank, by Links
};

// Links count as in the prior of a page: one for all links between two pages, none from a page to
// itself; links of copies say nothing, and links to a copy count for the first copy. kUnusable if a
// page cannot be read.
Result<BestPages> ReadBestPages(const Store& store);

}  // namespace thresh
