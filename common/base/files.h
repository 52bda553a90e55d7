// Files: whole reads, writes that are on disk when they return, and hashes. Every failure is a
// Status with the file's name and the cause.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/status.h"

namespace thresh {

Result<std::string> ReadFile(const std::string& file);
bool FileExists(const std::string& file);
// Writes beside, fsyncs, renames over `file`, fsyncs the folder. What is there and no plain file is
// refused.
Status WriteFileDurably(const std::string& file, std::string_view bytes);
// Whether such a write can be expected to work: to be asked before hours of work.
Status CheckWritable(const std::string& file);
Status SyncFile(const std::string& file);
Status SyncDirectory(const std::string& directory);
Status MakeDirectory(const std::string& directory);  // parents too; existing is fine
Status RemoveTree(const std::string& path);          // missing is fine
Result<std::vector<std::string>> ListDirectory(const std::string& directory);  // names, sorted
Result<Hash128> HashFile(const std::string& file, std::uint64_t* bytes);

}  // namespace thresh
