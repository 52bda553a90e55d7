// StoreWriter: the only one who changes a store. It holds LOCK, owns work/, and publishes a
// finished segment in this order: rename the segment into place, write and sync the new manifest,
// rename CURRENT over, and only then remove old segments and manifests. So readers see the old
// store or the new one, and a crash at any point leaves one of the two. A build opens one for as
// long as it runs, and calls it from one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class StoreWriter {
 public:
  // Creates the folder if it is missing. Returns kTryAgain if another writer holds the lock, and
  // kCannotCreate if the folder holds anything but a store. The lock ends with the object, or with
  // the process.
  static Result<std::unique_ptr<StoreWriter>> Open(const std::string& store);
  ~StoreWriter();

  const std::optional<Manifest>& live() const {
    return live_;
  }  // what readers see now; nothing before the first build
  std::string work() const { return store_ + "/work"; }
  Status ResetWork();  // empty work/, made if missing

  // The number that the next manifest will have.
  std::uint64_t next_number() const { return live_ ? live_->number + 1 : 1; }

  // A segment that was built in `directory` under work/. Without one the live segment stays.
  struct NewSegment {
    std::string directory;
    SegmentEntry entry;
  };
  // `crawl` is a crawl table under work/. Number, segment names and paths of `manifest` are filled
  // in. Leaves an empty work/ behind. If it fails the store is what it was.
  Status Publish(std::optional<NewSegment> segment, const std::string& crawl, Manifest manifest);

 private:
  StoreWriter() = default;
  Status Lock();
  Status MoveSegment(NewSegment segment, Manifest* manifest) const;
  Status MoveCrawlTable(const std::string& file, Manifest* manifest) const;
  Status RemoveUnreferenced();
  std::string store_;
  int lock_fd_ = -1;
  std::optional<Manifest> live_;
};

}  // namespace thresh
