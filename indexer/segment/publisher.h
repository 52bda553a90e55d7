// StoreWriter: the only one who changes a store. It holds LOCK, owns work/, and publishes finished
// segments in this order: rename the segments into place, write and sync the new manifest, rename
// CURRENT over, and only then remove what no reader needs. So readers see the old store or the new
// one, and a crash at any point leaves one of the two. What a publish leaves behind stays until the
// publish after it: a reader on a network file system or a copy in progress may still need it. A
// build opens one for as long as it runs, and calls it from one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class StoreWriter {
 public:
  // Creates the folder if it is missing. Returns kTryAgain if another writer holds the lock, and
  // kCannotCreate if the folder holds anything but a store. The lock ends with the object, or with
  // the process.
  // kTry is for a writer that publishes nothing: it has a work folder of its own, which ends with
  // it, and so does all that it had to make. Runs that an interrupted build has saved stay.
  // kReplace takes a store that cannot be read, of another version or damaged, for none, and leaves
  // its files alone until another one is published.
  enum class Use { kPublish, kTry, kReplace };
  static Result<std::unique_ptr<StoreWriter>> Open(const std::string& store,
                                                   Use use = Use::kPublish);
  ~StoreWriter();

  const std::optional<Manifest>& live() const {
    return live_;
  }  // what readers see now; nothing before the first build
  std::string work() const { return store_ + (use_ == Use::kTry ? "/work/try" : "/work"); }
  Status ResetWork();  // empty work/, made if missing

  // The number that the next manifest will have.
  std::uint64_t next_number() const { return (live_ ? live_->number : unreadable_) + 1; }

  // Names for segments that the next publish adds; each call gives another one.
  Result<std::string> NewSegmentName();

  // A segment in a folder under work/. Its entry has a name of NewSegmentName.
  struct NewSegment {
    std::string directory;
    SegmentEntry entry;
  };
  // What the next manifest lists.
  struct Contents {
    std::vector<SegmentEntry> kept;  // segments of the live manifest, maybe with more masks
    std::vector<NewSegment> added;
    std::string crawl;                 // file of the crawl table under work/
    std::optional<std::string> masks;  // file of the mask table under work/
  };
  // Number, segments and tables of `manifest` are filled in. Leaves an empty work/ behind. If it
  // fails the store is what it was.
  Status Publish(Contents contents, Manifest manifest);

 private:
  StoreWriter() = default;
  Status Lock();
  Status MoveSegment(NewSegment segment, Manifest* manifest) const;
  Result<FileEntry> MoveTable(const std::string& file, const std::string& name) const;
  Status ReadLive();
  Result<std::uint64_t> LargestNumber(std::string_view prefix) const;
  Status RemoveUnreferenced();
  void RemoveTraces() const;
  std::string store_;
  Use use_ = Use::kPublish;
  bool made_store_ = false, made_lock_ = false, made_work_ = false;
  int lock_fd_ = -1;
  std::optional<Manifest> live_;
  std::uint64_t unreadable_ = 0;    // the largest number of a manifest, where none can be read
  std::uint64_t last_segment_ = 0;  // the largest number that a name has
};

}  // namespace thresh
