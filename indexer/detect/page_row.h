// Page rows: pages as detectors see them, as bytes. A build logs such rows while pages stream in,
// and a method sees the pages of a site one after the other when the input has ended (replay.h).
// What no detector reads, such as titles, is left out. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "indexer/records.h"

namespace thresh {

// The head of a row, and the rest of it.
struct PageRow {
  DocId arrival;
  std::string_view date, url;
  std::string_view rest;
};

std::string EncodePageRow(const Page& page, DocId arrival);
// Takes a row off the front of `bytes`. Returns false if no row stands there.
[[nodiscard]] bool TakePageRow(std::string_view* bytes, PageRow* row);
// Returns false if the rest of the row is damaged.
[[nodiscard]] bool DecodePage(const PageRow& row, Page* page);

}  // namespace thresh
