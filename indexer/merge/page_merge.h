// The pages side of a merge, in two halves that take about as long: texts (`text`, `templates`) and
// records (`docs`, `urls`, `links`, `harvest`). Each page gets its verdicts and numbers, each
// template the text of its representative. Links and harvests are stored as the run has them. The
// two halves share nothing that changes, so each may run on a thread of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "indexer/merge/canonical_copies.h"
#include "indexer/merge/name_rows.h"
#include "indexer/merge/run_set.h"
#include "indexer/merge/verdicts.h"
#include "indexer/segment/segment_writer.h"
#include "indexer/segment/site_digest.h"

namespace thresh {

// `done` is called after each page.
Status MergeTexts(const RunSet& runs, const Verdicts& verdicts, SegmentWriter* segment,
                  SiteDigests* digests, const std::function<void(DocId)>& done);
Status MergeRecords(const RunSet& runs, const Verdicts& verdicts, const CanonicalCopies& copies,
                    SegmentWriter* segment, SiteDigests* digests, NameRows* names);

// The text of a page that is of each of `templates` (ascending), at most `max_bytes`, cut at a code
// point: spans joined as they stood.
std::vector<std::string> TemplateTexts(const TextRecord& text,
                                       const std::vector<TemplateId>& templates,
                                       std::size_t max_bytes);

}  // namespace thresh
