#include "indexer/segment/segment_writer.h"

#include <rocksdb/db.h>
#include <rocksdb/sst_file_reader.h>

#include <utility>
#include <vector>

#include "common/base/files.h"
#include "common/store/rocks.h"

namespace thresh {
namespace {

rocksdb::Options TableOptions(Family family) {
  return rocksdb::Options(BaseOptions(), FamilyOptions(family));
}

// A fresh database with all families. Closes in the order that RocksDB asks for: handles, then the
// database.
class FreshDatabase {
 public:
  FreshDatabase() = default;
  FreshDatabase(const FreshDatabase&) = delete;
  FreshDatabase& operator=(const FreshDatabase&) = delete;
  ~FreshDatabase() { DropHandles(); }

  // Families are made in one step: RocksDB writes down all options after each.
  rocksdb::Status Open(const std::string& directory) {
    rocksdb::Options options = BaseOptions();
    options.create_if_missing = true;
    options.error_if_exists = true;
    rocksdb::DB* db = nullptr;
    rocksdb::Status status = rocksdb::DB::Open(options, directory, &db);
    db_.reset(db);
    if (!status.ok()) return status;
    for (std::size_t f = 0; f < kFamilyCount; ++f) {
      families_.emplace_back(std::string(kFamilyNames[f]), FamilyOptions(static_cast<Family>(f)));
    }
    return db_->CreateColumnFamilies(families_, &handles_);
  }

  rocksdb::Status Ingest(const std::array<std::unique_ptr<TableWriter>, kFamilyCount>& tables) {
    std::vector<rocksdb::IngestExternalFileArg> arguments;
    for (std::size_t f = 0; f < kFamilyCount; ++f) {
      if (tables[f]->rows() == 0) continue;
      if (rocksdb::Status status = ReadEnds(tables[f]->file(), families_[f].options);
          !status.ok()) {
        return status;
      }
      rocksdb::IngestExternalFileArg& argument = arguments.emplace_back();
      argument.column_family = handles_[f];
      argument.external_files = {tables[f]->file()};
      // Linked, not copied. Sequence numbers stay 0, so the bytes of a table are those that were
      // written.
      argument.options.move_files = true;
      argument.options.write_global_seqno = false;
    }
    return arguments.empty() ? rocksdb::Status::OK() : db_->IngestExternalFiles(arguments);
  }

  rocksdb::Status Close() {
    DropHandles();
    return db_->Close();
  }

 private:
  // Ingest reads first and last block of a table and asserts that it could. They are read here
  // before, where failing is an error, and stay in the family's block cache, where ingest finds
  // them.
  static rocksdb::Status ReadEnds(const std::string& file,
                                  const rocksdb::ColumnFamilyOptions& options) {
    rocksdb::SstFileReader reader(rocksdb::Options(BaseOptions(), options));
    if (rocksdb::Status status = reader.Open(file); !status.ok()) return status;
    const std::unique_ptr<rocksdb::Iterator> rows(reader.NewIterator(rocksdb::ReadOptions()));
    rows->SeekToFirst();
    if (rows->Valid()) rows->SeekToLast();
    return rows->status();
  }

  void DropHandles() {
    for (rocksdb::ColumnFamilyHandle* handle : handles_) {
      const rocksdb::Status ignored = db_->DestroyColumnFamilyHandle(handle);
      ignored.PermitUncheckedError();
    }
    handles_.clear();
  }

  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyDescriptor> families_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

// The database is of our own making: whatever RocksDB calls the cause, it is that writing failed.
Status Written(const rocksdb::Status& status, const std::string& directory) {
  const Status written = FromRocks(status, "cannot write segment", directory);
  return written.ok() ? written : Status(Code::kIo, written.message());
}

}  // namespace

SegmentWriter::SegmentWriter(std::string directory, Packing packing)
    : directory_(std::move(directory)), tables_folder_(directory_ + ".tables") {
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    const std::string file = tables_folder_ + "/" + std::string(kFamilyNames[f]) + ".sst";
    rocksdb::Options options = TableOptions(static_cast<Family>(f));
    if (packing == Packing::kFast) PackFast(&options);
    tables_[f] = std::make_unique<TableWriter>(file, options);
  }
}

Result<std::unique_ptr<SegmentWriter>> SegmentWriter::Create(const std::string& directory,
                                                             Packing packing) {
  std::unique_ptr<SegmentWriter> writer(
      new SegmentWriter(directory, packing));  // private: make_unique cannot
  for (const std::string& folder : {writer->directory_, writer->tables_folder_}) {
    THRESH_RETURN_IF_ERROR(RemoveTree(folder));
    THRESH_RETURN_IF_ERROR(MakeDirectory(folder));
  }
  return writer;
}

Status SegmentWriter::Put(Family family, std::string_view key, std::string_view value) {
  digest_.Row(family, key, value);
  return tables_[static_cast<std::size_t>(family)]->Put(key, value);
}

Status SegmentWriter::Ingest() {
  FreshDatabase db;
  THRESH_RETURN_IF_ERROR(Written(db.Open(directory_), directory_));
  THRESH_RETURN_IF_ERROR(Written(db.Ingest(tables_), directory_));
  return Written(db.Close(), directory_);
}

// RocksDB's notes of the options it was opened with: no reader asks for them, and they would be
// most of a small store.
Status SegmentWriter::RemoveOptionFiles() const {
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(directory_));
  for (const std::string& name : names) {
    if (name.starts_with("OPTIONS-")) THRESH_RETURN_IF_ERROR(RemoveTree(directory_ + "/" + name));
  }
  return {};
}

Status SegmentWriter::SyncAndHash(SegmentEntry* entry) const {
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(directory_));
  for (const std::string& name : names) {
    const std::string file = directory_ + "/" + name;
    THRESH_RETURN_IF_ERROR(SyncFile(file));
    FileEntry& listed = entry->files.emplace_back();
    listed.path = name;
    THRESH_ASSIGN_OR_RETURN(listed.hash, HashFile(file, &listed.bytes));
  }
  return SyncDirectory(directory_);
}

Result<SegmentEntry> SegmentWriter::Finish() {
  for (const auto& table : tables_) THRESH_RETURN_IF_ERROR(table->Finish());
  THRESH_RETURN_IF_ERROR(Ingest());
  THRESH_RETURN_IF_ERROR(RemoveOptionFiles());
  THRESH_RETURN_IF_ERROR(RemoveTree(tables_folder_));
  SegmentEntry entry;
  entry.digest = digest_.Finish();
  THRESH_RETURN_IF_ERROR(SyncAndHash(&entry));
  return entry;
}

}  // namespace thresh
