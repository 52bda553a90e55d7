// Files: reads whole files, writes them durably and hashes them, for everything that belongs to a
// store. Sources of pages have readers of their own (indexer/sources/bytes). Every failure is a
// Status with the file's name and the cause. Safe on any thread.
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
// Replaces `file` atomically and is on disk when it returns: writes FILE.tmp, syncs it, renames it
// over `file` and syncs the folder. Refuses to replace a folder, a device or a pipe.
Status WriteFileDurably(const std::string& file, std::string_view bytes);
// Tells whether WriteFileDurably(file) can be expected to work. Callers ask before hours of work.
Status CheckWritable(const std::string& file);
Status SyncFile(const std::string& file);
Status SyncDirectory(const std::string& directory);
Status MakeDirectory(const std::string& directory);  // parents too; existing is fine
Status RemoveTree(const std::string& path);          // missing is fine
Result<std::vector<std::string>> ListDirectory(const std::string& directory);  // names, sorted
Result<Hash128> HashFile(const std::string& file, std::uint64_t* bytes);

}  // namespace thresh
