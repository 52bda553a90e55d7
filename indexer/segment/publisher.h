// StoreWriter: the one who may change a store. Holds LOCK, owns work/, and publishes: the finished
// segment is renamed into place, the new manifest is written and fsynced, CURRENT is renamed over,
// and only then old segments and manifests go. Readers see the old store or the new one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class StoreWriter {
 public:
  // Creates the folder if it is missing. kTryAgain: another writer holds the lock. kCannotCreate:
  // the folder holds other things than a store. The lock goes with the object, or with the process.
  static Result<std::unique_ptr<StoreWriter>> Open(const std::string& store);
  ~StoreWriter();

  const std::optional<Manifest>& live() const {
    return live_;
  }  // what readers see now, if anything
  std::string work() const { return store_ + "/work"; }
  Status ResetWork();  // empty work/, made if missing

  // `segment` was built in `directory` under work/. Fills in number, segment names and paths of
  // `manifest`.
  Status Publish(const std::string& directory, SegmentEntry segment, Manifest manifest);

 private:
  StoreWriter() = default;
  Status Lock();
  Status RemoveUnreferenced();
  std::string store_;
  int lock_fd_ = -1;
  std::optional<Manifest> live_;
};

}  // namespace thresh
