#include "indexer/run/run_logs.h"

#include <algorithm>
#include <utility>

namespace thresh {

Result<RunLogs> RunLogs::Open(const std::vector<std::string>& files) {
  RunLogs logs;
  for (const std::string& name : files) {
    THRESH_ASSIGN_OR_RETURN(std::unique_ptr<RunFile> file, RunFile::Open(name));
    logs.rows_.push_back(file->Scan(kRunLogs));
    logs.files_.push_back(std::move(file));
  }
  return logs;
}

bool RunLogs::done() const {
  return std::none_of(rows_.begin(), rows_.end(), [](const auto& rows) { return rows->Valid(); });
}

Result<std::vector<std::string>> RunLogs::Take(SiteId site) {
  const std::string wanted = RunLogKey(site).substr(1);
  std::vector<std::string> parts;
  for (const std::unique_ptr<RunFile::Rows>& rows : rows_) {
    THRESH_RETURN_IF_ERROR(rows->status());
    if (!rows->Valid() || rows->key() != wanted) continue;
    parts.emplace_back(rows->value());
    rows->Next();
  }
  return parts;
}

}  // namespace thresh
