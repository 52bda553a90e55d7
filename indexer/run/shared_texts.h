// SharedTexts: what pages have word for word in common of their struck blocks. Each stands once, behind the
// pages, with its template; the pages name its number. The first page that has one keeps its own copy, since
// many blocks that are struck for their form are alone with their text.
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

class SharedTexts {
 public:
  // The number of a text (as it stands in its row), if it is shared: from its second time on.
  std::optional<std::uint32_t> Number(std::string_view text);
  // All pages are written.
  Status Write(SegmentWriter* segment) const;

 private:
  // The bytes of `count` texts from this number on, or of those that there are.
  std::string_view Texts(std::size_t number, std::size_t count) const;

  DenseIds seen_;                         // hashes
  std::vector<std::uint32_t> number_of_;  // by the number in seen_
  std::string bytes_;                     // of all that are shared
  std::vector<std::size_t> begins_;       // in bytes_, by number
};

}  // namespace thresh
