// Which segments of the stores that went in are segments of the store that will be published: all
// that still have a live site. Used by build.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/store.h"
#include "indexer/build/store_source.h"
#include "indexer/segment/masks.h"

namespace thresh {

struct KeptSites {
  const Store* store = nullptr;
  std::uint32_t segment = 0;      // in that store
  SegmentEntry entry;             // with the masks that it will have
  std::vector<SiteRecord> sites;  // that stay live in it
  Statistics statistics;          // of these sites; bytes are those of the whole segment
};

// `written`: hosts whose sites are in the new segment. They are masked in all others.
std::vector<KeptSites> KeepSegments(const std::vector<StoreInput>& stores, const HostSet& written);

// What WriteMasks needs of them. `kept` must outlive the result.
std::vector<MaskedSegment> MasksOf(const std::vector<KeptSites>& kept);

// Puts the files of a segment, which the entry names within it, into a new folder. They are never
// written to, so both stores may share them where the file system can link them.
Status CopySegment(const KeptSites& kept, const std::string& folder);

}  // namespace thresh
