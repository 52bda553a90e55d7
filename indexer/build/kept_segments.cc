#include "indexer/build/kept_segments.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "common/base/files.h"

namespace thresh {

std::vector<KeptSites> KeepSegments(const std::vector<StoreInput>& stores, const HostSet& written) {
  std::vector<KeptSites> all;
  for (const StoreInput& input : stores) {
    const Store& store = *input.store;
    std::vector<KeptSites> segments(store.segments());
    for (std::uint32_t s = 0; s < store.segments(); ++s) {
      segments[s].store = &store;
      segments[s].segment = s;
      segments[s].entry = store.manifest().segments[s];
      segments[s].statistics.postings_bytes = store.segment(s).statistics().postings_bytes;
      segments[s].statistics.positions_bytes = store.segment(s).statistics().positions_bytes;
    }
    for (std::size_t s = 0; s < store.sites().size(); ++s) {
      KeptSites& segment = segments[store.live().sites()[s].segment];
      const SiteRecord& site = store.sites()[s];
      if (written.contains(site.host)) {
        segment.entry.masked.push_back(site.host);
      } else {
        segment.sites.push_back(site);
        segment.statistics.Add(site.statistics);
      }
    }
    for (KeptSites& segment : segments) {
      std::sort(segment.entry.masked.begin(), segment.entry.masked.end());
      if (!segment.sites.empty()) all.push_back(std::move(segment));
    }
  }
  return all;
}

std::vector<MaskedSegment> MasksOf(const std::vector<KeptSites>& kept) {
  std::vector<MaskedSegment> masks;
  for (const KeptSites& segment : kept) {
    const SegmentEntry& before = segment.store->manifest().segments[segment.segment];
    const bool same = before.masked == segment.entry.masked;
    masks.push_back({&segment.entry, &segment.store->segment(segment.segment),
                     same ? segment.store->masks(segment.segment) : nullptr, before.name});
  }
  return masks;
}

namespace {

Status CheckCopy(const FileEntry& file, const std::string& copy) {
  std::uint64_t bytes = 0;
  THRESH_ASSIGN_OR_RETURN(const Hash128 hash, HashFile(copy, &bytes));
  if (bytes == file.bytes && hash == file.hash) return {};
  return Status(Code::kIo, copy + ": its bytes are not those that were published");
}

}  // namespace

Status CopySegment(const KeptSites& kept, const std::string& folder) {
  THRESH_RETURN_IF_ERROR(RemoveTree(folder));  // of an attempt that failed
  THRESH_RETURN_IF_ERROR(MakeDirectory(folder));
  const std::string source =
      kept.store->path() + "/" + kept.store->manifest().segments[kept.segment].name;
  for (const FileEntry& file : kept.entry.files) {
    const std::string& name = file.path;
    std::error_code error;
    std::filesystem::create_hard_link(source + "/" + name, folder + "/" + name, error);
    const bool is_linked = !error;
    if (!is_linked) std::filesystem::copy_file(source + "/" + name, folder + "/" + name, error);
    if (error)
      return ErrnoStatus(error.value(), "cannot copy " + source + "/" + name + " to", folder);
    if (!is_linked) THRESH_RETURN_IF_ERROR(CheckCopy(file, folder + "/" + name));
    THRESH_RETURN_IF_ERROR(SyncFile(folder + "/" + name));
  }
  return SyncDirectory(folder);
}

}  // namespace thresh
