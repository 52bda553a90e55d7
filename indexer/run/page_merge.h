// PageMerge: the pages side of a merge: `docs`, `urls`, `text`, `links`, `templates`. Each page gets its
// verdicts, numbers and link marks; each template the text of its representative.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/status.h"
#include "indexer/run/removal.h"
#include "indexer/run/run_set.h"
#include "indexer/run/segment_writer.h"

namespace thresh {

// `done` is called after each page. Text is filled into removal->templates().
Status MergePages(const RunSet& runs, Removal* removal, SegmentWriter* segment,
                  const std::function<void(DocId)>& done);

// The text of a page that is of each of its templates, at most `max_bytes`, cut at a code point: spans joined
// as they stood.
std::map<TemplateId, std::string> TemplateTexts(const TextRecord& text, std::size_t max_bytes);

}  // namespace thresh
