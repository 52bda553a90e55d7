// SegmentWriter: sorted rows into one immutable segment. Each family is a table file of its own.
// All are ingested once into a fresh database, and then every file is synced and hashed. A merge
// makes one. Families may be written side by side, each by one thread; one thread calls Finish,
// after all. Nobody sees the segment before StoreWriter publishes it.
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
  // How rows are compressed. kFast takes half of the time, and makes texts 7 % larger.
  enum class Packing : bool { kTight, kFast };
  // Empties `directory`, or creates it. The tables grow beside it, in `directory`.tables.
  static Result<std::unique_ptr<SegmentWriter>> Create(const std::string& directory,
                                                       Packing packing = Packing::kTight);

  // `key` is above all keys of its family before.
  Status Put(Family family, std::string_view key, std::string_view value);
  // Called once. Returns the entry with digest and files, named within the segment, and without the
  // segment's name. If it fails the folder is left to the next build, which removes it.
  Result<SegmentEntry> Finish();

 private:
  SegmentWriter(std::string directory, Packing packing);
  Status Ingest();
  Status RemoveOptionFiles() const;
  Status SyncAndHash(SegmentEntry* entry) const;

  const std::string directory_, tables_folder_;
  std::array<std::unique_ptr<TableWriter>, kFamilyCount> tables_;
  ContentDigest digest_;
};

}  // namespace thresh
