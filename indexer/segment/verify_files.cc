#include "indexer/segment/verify_files.h"

#include <rocksdb/sst_file_reader.h>

#include <memory>

#include "common/base/files.h"
#include "common/store/rocks.h"

namespace thresh {

Status VerifyFile(const std::string& store, const FileEntry& entry, VerifyReport* report) {
  const std::string file = store + "/" + entry.path;
  if (!FileExists(file)) {
    report->problems.push_back(entry.path + ": missing");
    return {};
  }
  std::uint64_t bytes = 0;
  THRESH_ASSIGN_OR_RETURN(const Hash128 hash, HashFile(file, &bytes));
  ++report->files;
  report->bytes += bytes;
  if (bytes != entry.bytes) {
    report->problems.push_back(entry.path + ": has " + std::to_string(bytes) +
                               " bytes instead of " + std::to_string(entry.bytes));
  } else if (hash != entry.hash) {
    report->problems.push_back(entry.path + ": its bytes are not those that were published");
  }
  return {};
}

void VerifyBlocks(const std::string& store, const FileEntry& entry, VerifyReport* report) {
  rocksdb::SstFileReader reader(BaseOptions());
  rocksdb::Status status = reader.Open(store + "/" + entry.path);
  if (status.ok()) status = reader.VerifyChecksum();
  if (!status.ok()) report->problems.push_back(entry.path + ": " + status.ToString());
}

Status VerifyCrawlTable(const std::string& store, const FileEntry& entry, const Segment* segment,
                        VerifyReport* report) {
  const std::size_t before = report->problems.size();
  THRESH_RETURN_IF_ERROR(VerifyFile(store, entry, report));
  if (report->problems.size() == before) VerifyBlocks(store, entry, report);
  // RocksDB asserts on some damaged files, so it reads only whole ones.
  if (report->problems.size() != before) return {};
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> table,
                          CrawlTable::Open(store + "/" + entry.path));
  const Result<UpdateReport> last = table->Report();
  if (!last.ok()) report->problems.push_back(last.status().message());
  std::uint64_t live = 0, foreign = 0;
  const std::unique_ptr<CrawlTable::Rows> rows = table->Scan();
  for (; rows->Valid(); rows->Next()) {
    ++report->rows;
    if (!rows->record().live() || segment == nullptr) continue;
    ++live;
    std::string doc;
    THRESH_ASSIGN_OR_RETURN(const bool found,
                            segment->Get(Family::kUrls, UrlKey(rows->url()), &doc));
    if (!found) ++foreign;
  }
  if (!rows->status().ok()) report->problems.push_back(rows->status().message());
  if (segment != nullptr && (foreign > 0 || live != segment->lengths().docs()))
    report->problems.push_back(entry.path + ": its pages are not those of the segment");
  return {};
}

}  // namespace thresh
