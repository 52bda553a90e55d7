#include "query/export/out_file.h"

#include <utility>

#include "common/cli/cli.h"
#include "query/export/packer.h"

namespace thresh {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

}  // namespace

Result<std::unique_ptr<OutFile>> OutFile::Create(const std::string& name) {
  std::unique_ptr<DurableFile> file;
  for (const std::string_view other : {".bz2", ".xz", ".lz4", ".br", ".zip", ".lzma", ".Z"}) {
    if (name.ends_with(other))
      return Status(Code::kUsage, name + ": an export is packed as .gz or .zst, and not as " +
                                      std::string(other));
  }
  if (name != "-") {
    THRESH_ASSIGN_OR_RETURN(file, DurableFile::Create(name));
  }
  return std::make_unique<OutFile>(std::move(file), MakePacker(name));
}

OutFile::OutFile(std::unique_ptr<DurableFile> file, std::unique_ptr<Packer> packer)
    : file_(std::move(file)), packer_(std::move(packer)) {}
OutFile::~OutFile() = default;

Status OutFile::Append(std::string_view bytes) {
  packer_->Pack(bytes, &packed_);
  return packed_.size() < kBufferBytes ? Status() : Flush();
}

void OutFile::EndMember() { packer_->End(&packed_); }

Status OutFile::Finish() {
  packer_->End(&packed_);
  THRESH_RETURN_IF_ERROR(Flush());
  return file_ == nullptr ? Status() : file_->Sync();
}

Status OutFile::Commit() { return file_ == nullptr ? Status() : file_->Commit(); }

Status OutFile::Flush() {
  // Standard output remembers a failed write, which RunProgram reports.
  if (file_ == nullptr) {
    Print(packed_);
  } else {
    THRESH_RETURN_IF_ERROR(file_->Append(packed_));
  }
  packed_.clear();
  return {};
}

}  // namespace thresh
