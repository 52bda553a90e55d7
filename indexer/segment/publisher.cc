#include "indexer/segment/publisher.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "common/base/files.h"
#include "common/base/numbers.h"

namespace thresh {
namespace {

constexpr std::string_view kSegmentPrefix = "seg-", kManifestPrefix = "manifest-",
                           kCrawlPrefix = "crawl-", kMaskPrefix = "masks-", kTable = ".sst",
                           kUnfinished = ".tmp";

bool IsNumbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  name.remove_prefix(prefix.size());
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A name that publishing makes, so that a later publishing may remove it.
bool IsPublished(std::string_view name) {
  if (name.ends_with(kUnfinished)) name.remove_suffix(kUnfinished.size());
  if (name.ends_with(kTable)) {
    name.remove_suffix(kTable.size());
    return IsNumbered(name, kCrawlPrefix) || IsNumbered(name, kMaskPrefix);
  }
  return IsNumbered(name, kSegmentPrefix) || IsNumbered(name, kManifestPrefix) || name == "CURRENT";
}

Status Foreign(const std::string& store, const std::string& why) {
  return Status(Code::kCannotCreate,
                "cannot build in " + store + ": " + why + "; name another folder");
}

// LOCK is the first file of a store. So a folder that holds other things and no LOCK was never one,
// and must not lose them.
Status CheckIsOurs(const std::string& store) {
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(store));
  if (names.empty()) return {};
  if (std::find(names.begin(), names.end(), "LOCK") == names.end())
    return Foreign(store, "it is not empty");
  for (const std::string& name : names) {
    if (name == "LOCK" || name == "work" || IsPublished(name)) continue;
    return Foreign(store, "it holds " + name + ", which is not of a store");
  }
  return {};
}

std::string ParentOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

Status MakeStore(const std::string& store) {
  if (!FileExists(store)) {
    THRESH_RETURN_IF_ERROR(MakeDirectory(store));
    return SyncDirectory(ParentOf(store));
  }
  std::error_code error;
  if (!std::filesystem::is_directory(store, error)) return Foreign(store, "it is no folder");
  return CheckIsOurs(store);
}

Status CannotRename(int error, const std::string& from, const std::string& to) {
  return ErrnoStatus(error, "cannot rename " + from + " to", to);
}

std::string SegmentName(std::uint64_t number) {
  return std::string(kSegmentPrefix) + ManifestName(number).substr(kManifestPrefix.size());
}

// All that a manifest leads to.
void AddReferences(const Manifest& manifest, std::set<std::string>* names) {
  names->insert(ManifestName(manifest.number));
  names->insert(manifest.crawl.path);
  if (manifest.masks) names->insert(manifest.masks->path);
  for (const SegmentEntry& segment : manifest.segments) names->insert(segment.name);
}

}  // namespace

StoreWriter::~StoreWriter() {
  if (lock_fd_ < 0) return;
  if (use_ == Use::kTry) RemoveTraces();
  ::close(lock_fd_);
}

// While the lock is held, so that no other writer has made something here. What cannot be removed
// is an empty folder or a lock that nobody holds, and no reason to fail.
void StoreWriter::RemoveTraces() const {
  (void)RemoveTree(work());
  if (made_work_) (void)::rmdir((store_ + "/work").c_str());
  if (made_lock_) (void)::unlink((store_ + "/LOCK").c_str());
  if (made_store_) (void)::rmdir(store_.c_str());
}

Status StoreWriter::Lock() {
  const std::string file = store_ + "/LOCK";
  lock_fd_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_fd_ < 0) return ErrnoStatus(errno, "cannot create", file);
  if (::flock(lock_fd_, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return ErrnoStatus(errno, "cannot lock", file);
  return Status(Code::kTryAgain, "another thresh-index is writing to " + store_ +
                                     ": wait for it, or name another store");
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::Open(const std::string& store, Use use) {
  std::unique_ptr<StoreWriter> writer(new StoreWriter());  // private: make_unique cannot
  writer->store_ = store;
  writer->use_ = use;
  writer->made_store_ = !FileExists(store);
  writer->made_lock_ = !FileExists(store + "/LOCK");
  writer->made_work_ = !FileExists(store + "/work");
  THRESH_RETURN_IF_ERROR(MakeStore(store));
  THRESH_RETURN_IF_ERROR(writer->Lock());
  THRESH_RETURN_IF_ERROR(writer->ReadLive());
  const bool cleans = use != Use::kTry && writer->unreadable_ == 0;
  if (cleans) THRESH_RETURN_IF_ERROR(writer->RemoveUnreferenced());
  THRESH_RETURN_IF_ERROR(MakeDirectory(writer->work()));
  return writer;
}

Status StoreWriter::ReadLive() {
  THRESH_ASSIGN_OR_RETURN(const bool is_built, IsThere(store_ + "/CURRENT"));
  if (!is_built) return {};
  Result<Manifest> manifest = ReadManifest(store_);
  if (manifest.ok()) live_ = std::move(*manifest);
  const Code code = manifest.status().code();
  const bool is_none = code == Code::kUnusable || code == Code::kMissing;
  if (manifest.ok() || use_ != Use::kReplace || !is_none) return manifest.status();
  THRESH_ASSIGN_OR_RETURN(const std::uint64_t largest, LargestNumber(kManifestPrefix));
  unreadable_ = std::max<std::uint64_t>(largest, 1);
  return {};
}

// 0: no name has one.
Result<std::uint64_t> StoreWriter::LargestNumber(std::string_view prefix) const {
  std::uint64_t largest = 0;
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(store_));
  for (const std::string& name : names) {
    std::uint64_t number = 0;
    if (IsNumbered(name, prefix) &&
        ParseNumber(std::string_view(name).substr(prefix.size()), &number))
      largest = std::max(largest, number);
  }
  return largest;
}

Status StoreWriter::ResetWork() {
  THRESH_RETURN_IF_ERROR(RemoveTree(work()));
  return MakeDirectory(work());
}

// Behind every segment that is there: a manifest may add several, and a stray one may be left.
Result<std::string> StoreWriter::NewSegmentName() {
  if (last_segment_ == 0) {
    THRESH_ASSIGN_OR_RETURN(last_segment_, LargestNumber(kSegmentPrefix));
  }
  return SegmentName(++last_segment_);
}

Status StoreWriter::MoveSegment(NewSegment segment, Manifest* manifest) const {
  for (FileEntry& file : segment.entry.files) file.path = segment.entry.name + "/" + file.path;
  const std::string folder = store_ + "/" + segment.entry.name;
  manifest->segments.push_back(std::move(segment.entry));
  THRESH_RETURN_IF_ERROR(RemoveTree(folder));  // of an attempt that failed
  if (std::rename(segment.directory.c_str(), folder.c_str()) != 0)
    return CannotRename(errno, segment.directory, folder);
  return {};
}

Result<FileEntry> StoreWriter::MoveTable(const std::string& file, const std::string& name) const {
  FileEntry entry;
  entry.path = name;
  THRESH_ASSIGN_OR_RETURN(entry.hash, HashFile(file, &entry.bytes));
  const std::string place = store_ + "/" + name;
  if (std::rename(file.c_str(), place.c_str()) != 0) return CannotRename(errno, file, place);
  return entry;
}

Status StoreWriter::Publish(Contents contents, Manifest manifest) {
  manifest.number = next_number();
  manifest.segments = std::move(contents.kept);
  for (NewSegment& segment : contents.added)
    THRESH_RETURN_IF_ERROR(MoveSegment(std::move(segment), &manifest));
  THRESH_ASSIGN_OR_RETURN(manifest.crawl,
                          MoveTable(contents.crawl, CrawlTableName(manifest.number)));
  if (contents.masks) {
    THRESH_ASSIGN_OR_RETURN(manifest.masks,
                            MoveTable(*contents.masks, MaskTableName(manifest.number)));
  }
  // Each step is on disk before the next: a manifest never names a file that a crash could undo.
  THRESH_RETURN_IF_ERROR(SyncDirectory(store_));
  const std::string name = ManifestName(manifest.number);
  THRESH_RETURN_IF_ERROR(WriteFileDurably(store_ + "/" + name, manifest.Encode()));
  THRESH_RETURN_IF_ERROR(WriteFileDurably(store_ + "/CURRENT", name + "\n"));
  live_ = std::move(manifest);
  THRESH_RETURN_IF_ERROR(RemoveUnreferenced());
  return ResetWork();
}

// Removes what neither CURRENT nor the manifest before it leads to: what was published earlier, and
// what a crash in the middle of publishing left.
Status StoreWriter::RemoveUnreferenced() {
  std::set<std::string> needed = {"CURRENT"};
  if (live_) {
    AddReferences(*live_, &needed);
    const std::string before = store_ + "/" + ManifestName(live_->number - 1);
    THRESH_ASSIGN_OR_RETURN(const std::optional<std::string> text, ReadFileIfThere(before));
    if (text) {
      // A manifest that cannot be read leads to nothing.
      Result<Manifest> manifest = Manifest::Decode(*text, before);
      if (manifest.ok()) AddReferences(*manifest, &needed);
    }
  }
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(store_));
  for (const std::string& name : names) {
    if (IsPublished(name) && !needed.contains(name))
      THRESH_RETURN_IF_ERROR(RemoveTree(store_ + "/" + name));
  }
  return {};
}

}  // namespace thresh
