// PageRow: a page as detectors see it, as bytes. A build logs such rows while pages stream in, and
// a method sees the pages of a site one after the other when the input has ended (replay.h). What
// no detector reads, such as titles and dates, is left out. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "indexer/records.h"

namespace thresh {

struct PageRow {
  Page page;
  Arrival arrival;  // its site is that of the log
};

std::string EncodePageRow(const Page& page, const Arrival& arrival);
// Takes a row off the front of `bytes`. Returns false if no row stands there.
[[nodiscard]] bool TakePageRow(std::string_view* bytes, PageRow* row);

}  // namespace thresh
