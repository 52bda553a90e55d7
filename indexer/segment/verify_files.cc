#include "indexer/segment/verify_files.h"

#include <rocksdb/sst_file_reader.h>

#include <memory>
#include <vector>

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
  const std::string file = store + "/" + entry.path;
  if (const Status checked = CheckTable(file); !checked.ok()) {
    report->problems.push_back(checked.message());
    return;
  }
  rocksdb::SstFileReader reader(BaseOptions());
  rocksdb::Status status = reader.Open(file);
  if (status.ok()) status = reader.VerifyChecksum();
  if (!status.ok()) report->problems.push_back(entry.path + ": " + status.ToString());
}

Status CheckFiles(const std::string& store, const Manifest& manifest) {
  std::vector<FileEntry> files = {manifest.crawl};
  if (manifest.masks) files.push_back(*manifest.masks);
  for (const SegmentEntry& segment : manifest.segments)
    files.insert(files.end(), segment.files.begin(), segment.files.end());
  VerifyReport report;
  for (const FileEntry& file : files) {
    THRESH_RETURN_IF_ERROR(VerifyFile(store, file, &report));
    if (report.problems.empty()) continue;
    return Status(Code::kUnusable, store + " is damaged: " + report.problems.front() +
                                       "; copy it again, or build it again from the crawl");
  }
  return {};
}

}  // namespace thresh
