// OutFile: the file that an export is written to, packed by its name (.gz, .zst, else as it is), or
// standard output for the name "-". Nothing stands under the final name before Commit (DurableFile
// in common/base/files.h). An export owns one for each file. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "common/base/files.h"
#include "common/base/status.h"

namespace thresh {

class Packer;

class OutFile {
 public:
  static Result<std::unique_ptr<OutFile>> Create(const std::string& name);
  OutFile(std::unique_ptr<DurableFile> file, std::unique_ptr<Packer> packer);
  ~OutFile();

  Status Append(std::string_view bytes);
  // The bytes so far can be unpacked without those to come, which begin another gzip member or zstd
  // frame. Does nothing to a file that is not packed.
  void EndMember();
  // Packs and syncs the rest. Nothing may be appended afterwards.
  Status Finish();
  // Gives the file its name. REQUIRES: Finish().
  Status Commit();

 private:
  Status Flush();
  std::unique_ptr<DurableFile> file_;  // null for standard output
  std::unique_ptr<Packer> packer_;
  std::string packed_;  // not written yet
};

}  // namespace thresh
