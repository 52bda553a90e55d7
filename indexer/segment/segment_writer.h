// SegmentWriter: sorted rows → one immutable segment. Each family is a table file, ingested once
// into a fresh database; then every file is on disk and hashed.
//
// Thread rule: families may be written side by side, each by one thread; Finish is for one.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "indexer/segment/table_writer.h"

namespace thresh {

class SegmentWriter {
 public:
  // `directory` is made afresh; the tables grow beside it, in `directory`.tables.
  static Result<std::unique_ptr<SegmentWriter>> Create(const std::string& directory);

  // Keys of a family ascend.
  Status Put(Family family, std::string_view key, std::string_view value);
  // Fills in digest and files (by their names in the segment).
  Result<SegmentEntry> Finish();

 private:
  explicit SegmentWriter(std::string directory);
  Status Ingest();
  Status RemoveOptionFiles() const;
  Status SyncAndHash(SegmentEntry* entry) const;

  const std::string directory_, tables_folder_;
  std::array<std::unique_ptr<TableWriter>, kFamilyCount> tables_;
  ContentDigest digest_;
};

}  // namespace thresh
