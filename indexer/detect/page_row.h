// Page rows: pages as detectors see them, as bytes. A build logs such rows while pages stream in,
// and a method sees the pages of a site one after the other when the input has ended (replay.h).
// What no detector reads, such as titles, is left out. Rows are packed one by one, because they are
// read in another order than they were logged in. Reader and writer are not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "indexer/records.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace thresh {

// The head of a row, and the rest of it.
struct PageRow {
  DocId arrival;
  std::string_view date, url;
  std::size_t bytes = 0;  // of the rest when it is unpacked: they depend on the page alone
  std::string_view rest;
};

class PageRowWriter {
 public:
  PageRowWriter();
  ~PageRowWriter();
  void Append(const Page& page, DocId arrival, std::string* rows);

 private:
  ZSTD_CCtx_s* const packer_;
  std::string packed_;
};

// Takes a row off the front of `bytes`. Returns false if no row stands there.
[[nodiscard]] bool TakePageRow(std::string_view* bytes, PageRow* row);

class PageRowReader {
 public:
  PageRowReader();
  ~PageRowReader();
  // Returns false if the rest of the row is damaged.
  [[nodiscard]] bool Decode(const PageRow& row, Page* page);

 private:
  ZSTD_DCtx_s* const unpacker_;
  std::string rest_;
};

}  // namespace thresh
