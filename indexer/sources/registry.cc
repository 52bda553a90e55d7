// The table of sources: a format of its own kind is one row here, a format that is a stream one in
// stream_source.cc.
#include <sys/stat.h>

#include <algorithm>

#include "indexer/sources/bytes/byte_stream.h"
#include "indexer/sources/bytes/input.h"
#include "indexer/sources/directory.h"
#include "indexer/sources/source.h"
#include "indexer/sources/stream_source.h"
#include "indexer/sources/wacz.h"

namespace thresh {
namespace {

std::vector<SourceInfo> MakeTable() {
  std::vector<SourceInfo> table = {
      {"directory", "a wget mirror or unpacked site: every html file below", OpenDirectory},
      {"wacz", "zip of web archives, WACZ 1.1", OpenWacz}};
  for (const StreamFormat& format : StreamFormats()) {
    table.push_back({format.name, format.help,
                     [&format](const std::string& input, const SourceOptions& options) {
                       return OpenStream(input, options, format.name);
                     }});
  }
  return table;
}

bool IsDirectory(const std::string& input) {
  struct stat info {};
  return stat(input.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<bool> IsZip(const std::string& input) {
  struct stat info {};
  if (stat(input.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return false;  // a pipe gives its bytes once
  THRESH_ASSIGN_OR_RETURN(auto stream, FileStream::Open(input));
  Input start(std::move(stream));
  THRESH_RETURN_IF_ERROR(start.Fill(4));
  return start.view().starts_with("PK\3\4");
}

Result<std::unique_ptr<Source>> OpenAny(const std::string& input, const SourceOptions& options) {
  if (input == "-") return OpenStream(input, options, options.format);
  if (IsDirectory(input)) return OpenDirectory(input, options);
  THRESH_ASSIGN_OR_RETURN(const bool zip, IsZip(input));
  return zip ? OpenWacz(input, options) : OpenStream(input, options, options.format);
}

}  // namespace

std::span<const SourceInfo> SourceTable() {
  static const std::vector<SourceInfo> table = MakeTable();
  return table;
}

Result<std::unique_ptr<Source>> OpenSource(const std::string& input, const SourceOptions& options) {
  if (options.format == "auto") return OpenAny(input, options);
  const auto table = SourceTable();
  const auto row = std::find_if(table.begin(), table.end(), [&](const SourceInfo& info) {
    return info.name == options.format;
  });
  if (row != table.end()) return row->open(input, options);
  std::string names = "auto";
  for (const SourceInfo& info : table) names += ", " + std::string(info.name);
  return Status(Code::kUsage, "unknown format " + options.format + "; known are " + names);
}

}  // namespace thresh
