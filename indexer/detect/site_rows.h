// SiteRows: the page rows of a site in the order in which a method sees them, by date and URL,
// whatever the order in which they were logged. What is too much for memory waits in a file, so a
// site takes its names and one page. Replay makes one for each site. Not thread-safe.
//
// A site that is too large to be judged at once is judged in groups: each is drawn by hash of the
// URL, so it is a random sample of the site, and depends on the pages of the site alone. Each page
// is judged by the sample that it is in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/scratch_file.h"
#include "common/base/status.h"
#include "indexer/detect/page_row.h"

namespace thresh {

class SiteRows {
 public:
  struct Row {
    DocId arrival;
    bool evidence = false;
    std::uint32_t date = 0, url = 0;  // lengths of the names, which stand one behind the other
    std::uint32_t packed = 0;         // bytes of the rest
    std::uint64_t bytes = 0;          // of the rest when it is unpacked
    std::uint64_t names = 0, rest = 0;
  };

  // `keep_bytes` stay in memory; without a folder, all.
  SiteRows(std::string folder, std::size_t keep_bytes)
      : folder_(std::move(folder)), keep_bytes_(keep_bytes) {}

  Status Add(const PageRow& row, bool evidence);
  std::uint64_t bytes() const { return bytes_; }  // of all rests when they are unpacked
  std::size_t pages() const { return rows_.size(); }

  // Called once, after the last Add: `groups` of equally many rows, each in the order of date and
  // URL.
  std::vector<std::vector<Row>> Groups(std::size_t groups);
  // The row is valid until the next call.
  Result<PageRow> Read(const Row& row);

 private:
  std::string_view Date(const Row& row) const {
    return std::string_view(names_).substr(row.names, row.date);
  }
  std::string_view Url(const Row& row) const {
    return std::string_view(names_).substr(row.names + row.date, row.url);
  }

  const std::string folder_;
  const std::size_t keep_bytes_;
  std::vector<Row> rows_;
  std::string names_;
  std::string rests_;  // those that are not in the file: from file_->bytes() on
  std::optional<ScratchFile> file_;
  std::string read_;
  std::uint64_t bytes_ = 0;
};

}  // namespace thresh
