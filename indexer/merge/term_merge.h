// MergeTerms: the terms side of a merge, the families `terms`, `postings` and `positions`. Struck
// blocks are left out, and the positions of a page over its blocks become one list a field. Under
// keep-one a word that would vanish from a site keeps its posting on one page of it (verdicts.h,
// step 4). What pages
// write about other pages (anchors.h) becomes those pages' field of anchors. A term that no page
// of a site keeps has no anchors there either. With `--removal field` struck words and what links
// in templates say make fields of their own. It runs on one thread, beside the merge of texts.
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/status.h"
#include "indexer/merge/anchors.h"
#include "indexer/merge/run_set.h"
#include "indexer/merge/spellings.h"
#include "indexer/merge/verdicts.h"
#include "indexer/segment/segment_writer.h"
#include "indexer/segment/site_digest.h"

namespace thresh {

// What was counted on the way. A posting is a page in the list of a term and a field of its own.
struct TermTotals {
  struct Page {
    std::uint32_t distinct = 0;      // indexed terms, over its own fields
    std::uint32_t of_templates = 0;  // terms that stand in struck words alone, where these are kept
    std::uint32_t postings_seen = 0;  // before removal
    std::uint32_t postings = 0;
  };
  std::vector<Page> pages;
  std::uint64_t terms = 0, postings_bytes = 0, positions_bytes = 0;
};

// `lengths`: words of each page after verdicts, over all fields. `spellings` is given all terms.
Result<TermTotals> MergeTerms(const RunSet& runs, const Verdicts& verdicts, const Anchors& anchors,
                              const std::vector<std::uint32_t>& lengths, SegmentWriter* segment,
                              SiteDigests* digests, Spellings* spellings);

}  // namespace thresh
