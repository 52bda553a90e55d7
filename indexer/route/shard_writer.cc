#include "indexer/route/shard_writer.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "common/base/ascii.h"
#include "common/base/files.h"

namespace thresh {
namespace {

// Files are open only while a buffer goes out, since there may be more shards than a process may
// open files.
constexpr std::size_t kShardBuffer = 1U << 20;
constexpr std::uint64_t kAllBuffers = 64U << 20;
constexpr std::size_t kDigits = 5;

std::string FolderName(std::size_t shard) {
  const std::string number = std::to_string(shard);
  return std::string(kDigits - std::min(kDigits, number.size()), '0') + number;
}

bool IsFolderName(std::string_view name) {
  return name.size() == kDigits && std::all_of(name.begin(), name.end(), IsAsciiDigit);
}

Status RemoveFile(const std::string& file) {
  if (::unlink(file.c_str()) == 0 || errno == ENOENT) return {};
  return ErrnoStatus(errno, "cannot remove", file);
}

}  // namespace

Result<std::unique_ptr<ShardWriter>> ShardWriter::Open(const std::string& out,
                                                       std::uint32_t shards) {
  std::unique_ptr<ShardWriter> writer(new ShardWriter(out, shards));  // NOLINT: private
  THRESH_RETURN_IF_ERROR(writer->MakeFolders());
  return writer;
}

ShardWriter::ShardWriter(std::string out, std::uint32_t shards)
    : out_(std::move(out)), shards_(shards) {}

ShardWriter::~ShardWriter() {
  // A destructor cannot report a failure, and nobody reads what would stay.
  if (!work_.empty()) static_cast<void>(RemoveTree(work_).ok());
}

Status ShardWriter::MakeFolders() {
  THRESH_RETURN_IF_ERROR(MakeDirectory(out_));
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    shards_[i].folder = out_ + "/" + FolderName(i);
    THRESH_RETURN_IF_ERROR(MakeDirectory(shards_[i].folder));
  }
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(out_));
  for (const std::string& name : names) {
    if (IsFolderName(name) && name >= FolderName(shards_.size()))
      other_.push_back(out_ + "/" + name);
  }
  THRESH_RETURN_IF_ERROR(SyncDirectory(out_));
  std::string work = out_ + "/.route-XXXXXX";
  if (::mkdtemp(work.data()) == nullptr) return ErrnoStatus(errno, "cannot write", work);
  work_ = std::move(work);
  return {};
}

std::string ShardWriter::WorkFile(std::size_t shard) const {
  return work_ + "/" + FolderName(shard);
}

void ShardWriter::Start(const std::string& name) { name_ = name; }

Status ShardWriter::Append(std::uint32_t shard, std::string_view bytes) {
  if (bytes.empty()) return {};
  Shard& to = shards_[shard];
  to.begun = true;
  to.buffer += bytes;
  to.bytes += bytes.size();
  buffered_ += bytes.size();
  bytes_ += bytes.size();
  if (to.buffer.size() >= kShardBuffer) return Flush(shard);
  if (buffered_ < kAllBuffers) return {};
  for (std::size_t i = 0; i < shards_.size(); ++i) THRESH_RETURN_IF_ERROR(Flush(i));
  return {};
}

Status ShardWriter::Flush(std::size_t shard) {
  std::string& buffer = shards_[shard].buffer;
  if (buffer.empty()) return {};
  THRESH_RETURN_IF_ERROR(AppendToFile(WorkFile(shard), buffer));
  buffered_ -= buffer.size();
  buffer.clear();
  // With many shards the room of all buffers would be more than what they hold.
  if (buffer.capacity() > 2 * kAllBuffers / shards_.size()) buffer.shrink_to_fit();
  return {};
}

Status ShardWriter::Publish() {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    if (!shards_[i].begun) continue;
    THRESH_RETURN_IF_ERROR(Flush(i));
    THRESH_RETURN_IF_ERROR(SyncFile(WorkFile(i)));
  }
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const std::string file = shards_[i].folder + "/" + name_;
    if (!shards_[i].begun) {
      THRESH_RETURN_IF_ERROR(RemoveFile(file));
      continue;
    }
    shards_[i].begun = false;
    if (::rename(WorkFile(i).c_str(), file.c_str()) != 0)
      return ErrnoStatus(errno, "cannot write", file);
    THRESH_RETURN_IF_ERROR(SyncDirectory(shards_[i].folder));
    ++files_;
  }
  for (const std::string& folder : other_) THRESH_RETURN_IF_ERROR(RemoveFile(folder + "/" + name_));
  return {};
}

std::uint64_t ShardWriter::largest() const {
  std::uint64_t most = 0;
  for (const Shard& shard : shards_) most = std::max(most, shard.bytes);
  return most;
}

}  // namespace thresh
