// PartCopier: copies the bytes of a part into the shards, stretch by stretch, as a walk through its
// records tells the stretches. It reads the part a second time, behind the walk, so it holds no
// record in memory, however large one is. What the walk has just unpacked is not unpacked again. A
// router makes one for each part. Not thread-safe.
//
// Members of gzip: a member whose records go to one shard is copied as it is. A member with records
// of several shards is unpacked and cut, and each stretch becomes a member of gzip that is only
// stored: packing would take most of the time, and a shard is read once. Bytes of a damaged
// member that cannot be unpacked stay with the member if it is whole, else they are left out.
#pragma once

#include <cstdint>
#include <memory>

#include "indexer/route/shard_writer.h"
#include "indexer/sources/page_reader.h"
#include "indexer/sources/record_walk.h"

namespace thresh {

struct CopyCounts {
  std::uint64_t records = 0;         // of the stretches that were written
  std::uint64_t members_copied = 0;  // as they are
  std::uint64_t members_cut = 0;     // with records of several shards
};

class PartCopier {
 public:
  virtual ~PartCopier() = default;
  // The unpacked bytes from the end of the last stretch up to `end` go to `shard`; they have so
  // many records. The walk must have passed `end`.
  virtual Status Take(std::uint64_t end, std::uint32_t shard, std::uint64_t records) = 0;
  // The same for all that is left, after the walk has ended.
  virtual Status Finish(std::uint32_t shard, std::uint64_t records) = 0;
  const CopyCounts& counts() const { return counts_; }

 protected:
  CopyCounts counts_;
};

// `records` and `writer` must outlive the copier.
Result<std::unique_ptr<PartCopier>> MakePartCopier(const InputPart& part,
                                                   const PartRecords& records,
                                                   const PageLimits& limits, ShardWriter* writer);

}  // namespace thresh
