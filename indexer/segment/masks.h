// Writes the mask table of a store (common/store/mask_table.h): what the pages of masked sites
// count for, term by term. It is counted from the posting lists of the segments themselves, so that
// it can only say what a reader would have counted. Verify counts it again.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "common/store/store.h"

namespace thresh {

// Calls `visit`, in the order of terms, for every term that pages of the masked sites have. The
// record has df, cf and lists with df and cf only.
Status CountMasked(const Segment& segment, const std::vector<std::string>& masked,
                   const std::function<Status(std::string_view, const TermRecord&)>& visit);

// A segment of the store that will be published, with the names that it will have there.
struct MaskedSegment {
  const SegmentEntry* entry = nullptr;
  const Segment* segment = nullptr;
  // Where the masks are those that the segment has already: its rows there, and its name there.
  const MaskTable* known = nullptr;
  std::string known_name;
};
// Returns false if no site is masked; then there is no file.
Result<bool> WriteMasks(std::vector<MaskedSegment> segments, const std::string& file);

}  // namespace thresh
