// SharedTexts: what pages have word for word in common of their struck blocks. Each stands once,
// behind the pages, with its template; the pages name its number. The first page that has one keeps
// its own copy, since many blocks that are struck for their form are alone with their text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/dense_ids.h"
#include "common/base/status.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {

class SharedTexts {
 public:
  struct Place {
    std::uint32_t number = 0;
    std::uint32_t step = 0;
  };
  // Where a text stands, if it is shared: from its second time on, with the step that it then comes
  // with. `text` is what stands in its row behind the step.
  std::optional<Place> Find(std::string_view text, std::uint32_t step);
  // All pages are written.
  Status Write(SegmentWriter* segment) const;

 private:
  std::string_view Text(std::size_t number) const;

  DenseIds seen_;                         // hashes
  std::vector<std::uint32_t> number_of_;  // by the number in seen_
  std::string bytes_;                     // of all that are shared
  struct Shared {
    std::size_t begin = 0;  // in bytes_
    std::uint32_t step = 0;
  };
  std::vector<Shared> shared_;  // by number
};

}  // namespace thresh
