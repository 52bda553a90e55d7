// SharedBlocks: the struck blocks that pages have word for word in common. Each stands once, behind the pages,
// with its template; the pages name its number. The first page that has one keeps its own copy, since most
// blocks that are struck for their form are alone with their text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/dense_ids.h"
#include "common/status.h"
#include "indexer/run/segment_writer.h"

namespace thresh {

class SharedBlocks {
 public:
  // The number of a block (AppendSharedBlock, common/schema.h), if it is shared: from its second time on.
  std::optional<std::uint32_t> Number(std::string_view block);
  // All pages are written.
  Status Write(SegmentWriter* segment) const;

 private:
  std::string_view Block(std::uint32_t number) const;

  DenseIds seen_;                         // hashes
  std::vector<std::uint32_t> number_of_;  // by the number in seen_
  std::string bytes_;                     // of all shared blocks
  std::vector<std::size_t> begins_;       // in bytes_, by number
};

}  // namespace thresh
