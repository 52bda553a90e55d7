#include "indexer/run/run_logs.h"

#include <utility>

namespace thresh {

Result<RunLogs> RunLogs::Open(const std::vector<std::string>& files) {
  RunLogs logs;
  for (const std::string& name : files) {
    THRESH_ASSIGN_OR_RETURN(std::unique_ptr<RunFile> file, RunFile::Open(name));
    logs.rows_.push_back(file->Scan(kRunLogs, std::size_t{64} << 10));
    logs.files_.push_back(std::move(file));
  }
  return logs;
}

void RunLogs::Rewind(SiteId site) {
  for (const std::unique_ptr<RunFile::Rows>& rows : rows_) rows->Seek(RunLogKey(site).substr(1));
}

// A cursor that has given its part stands behind it.
Result<bool> RunLogs::Next(SiteId site, std::string* part) {
  const std::string wanted = RunLogKey(site).substr(1);
  for (const std::unique_ptr<RunFile::Rows>& rows : rows_) {
    THRESH_RETURN_IF_ERROR(rows->status());
    if (!rows->Valid() || !rows->key().starts_with(wanted)) continue;
    part->assign(rows->value());
    rows->Next();
    return true;
  }
  return false;
}

}  // namespace thresh
