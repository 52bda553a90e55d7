// NameRows: the names of the pages of a segment (common/store/page_names.h). The merge of records
// adds each page, site by site, and the merger writes the rows into the family `meta`. A name takes
// 16 bytes of memory until then. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/page_names.h"
#include "common/text/analyzer.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {

class NameRows {
 public:
  // REQUIRES: the pages of a site come one after the other.
  Status Add(DocId doc, SiteId site, std::string_view title);
  // Writes the rows in the order of their keys. Called once, behind the last page.
  Status Write(std::uint64_t docs, SegmentWriter* segment);

 private:
  struct Name {
    std::uint64_t hash;
    DocId doc;
    friend auto operator<=>(const Name&, const Name&) = default;
  };
  void EndSite();

  std::unique_ptr<Analyzer> analyzer_;
  std::vector<Name> names_;
  std::size_t site_begin_ = 0;  // of names_
  SiteId site_;
};

}  // namespace thresh
