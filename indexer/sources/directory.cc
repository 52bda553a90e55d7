// A mirror of a site as a source: the files of a DirectoryWalk that are html and that the globs
// want. A folder of hosts, as wget makes one, is a mirror of several sites.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "indexer/sources/bytes/byte_stream.h"
#include "indexer/sources/directory_walk.h"
#include "indexer/sources/formats.h"
#include "indexer/sources/glob.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/page_names.h"

namespace thresh {
namespace {

class DirectorySource : public Source {
 public:
  DirectorySource(std::string root, SourceOptions options, DirectoryWalk walk)
      : root_(std::move(root)),
        options_(std::move(options)),
        base_url_(
            BaseUrl(options_.base_url, options_.name.empty() ? FolderName(root_) : options_.name)),
        walk_(std::move(walk)) {}

  Result<bool> Next(RawPage* page) override {
    WalkEntry entry;
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const bool found, walk_.Next(&entry));
      if (!found) return false;
      ++journal_[Counter::kRecordsRead];
      ResetPage(page);
      THRESH_ASSIGN_OR_RETURN(const bool taken, Visit(entry, page));
      if (taken) return true;
    }
  }

  std::uint64_t bytes_done() const override { return bytes_done_; }
  std::uint64_t bytes_total() const override { return bytes_total_; }

  // Looks at the names of all files first. Adds up the sizes of the wanted ones, for the progress
  // bar only. Errors are ignored here, because they show again when the pages are read.
  void LookAhead(DirectoryWalk walk) {
    WalkEntry entry;
    bool in_hosts = false, elsewhere = false;
    for (Result<bool> found = walk.Next(&entry); found.ok() && *found; found = walk.Next(&entry)) {
      if (entry.kind != WalkEntry::Kind::kFile) continue;
      if (Wanted(entry.path)) bytes_total_ += entry.size;
      if (IsHtmlName(entry.path)) (LiesInHost(entry.path) ? in_hosts : elsewhere) = true;
    }
    holds_hosts_ = options_.base_url.empty() && in_hosts && !elsewhere;
  }

 private:
  static bool LiesInHost(std::string_view path) {
    const std::size_t slash = path.find('/');
    return slash != std::string_view::npos && IsHostName(path.substr(0, slash));
  }

  std::string UrlOf(const std::string& path) const {
    if (!holds_hosts_ || !LiesInHost(path)) return base_url_ + EncodePath(path);
    std::string host = path.substr(0, path.find('/'));
    std::replace(host.begin(), host.end(), '+', ':');
    return "http://" + host + EncodePath(std::string_view(path).substr(host.size()));
  }

  bool Wanted(std::string_view path) const {
    return (options_.include.empty() || AnyGlobMatches(options_.include, path)) &&
           !AnyGlobMatches(options_.exclude, path);
  }

  bool Skip(Counter reason) {
    ++journal_[reason];
    return false;
  }

  bool SkipUnreadable(const std::string& path, const std::string& why) {
    journal_.Note("cannot read " + root_ + "/" + path + ": " + why);
    return Skip(Counter::kSkippedUnreadable);
  }

  Result<bool> Visit(const WalkEntry& entry, RawPage* page) {
    switch (entry.kind) {
      case WalkEntry::Kind::kSymlink:
        return Skip(Counter::kSkippedSymlink);
      case WalkEntry::Kind::kSpecial:
        return Skip(Counter::kSkippedSpecial);
      case WalkEntry::Kind::kUnreadable:
        journal_.lost = true;  // a folder may hold any page
        return SkipUnreadable(entry.path, entry.why);
      case WalkEntry::Kind::kFile:
        break;
    }
    if (!Wanted(entry.path)) return Skip(Counter::kSkippedExcluded);
    page->path = page->docno = entry.path;
    page->url = UrlOf(entry.path);
    THRESH_ASSIGN_OR_RETURN(const bool is_page, Open(entry, page));
    return is_page || NameOnly(page);
  }

  Result<bool> Open(const WalkEntry& entry, RawPage* page) {
    // AddUp has counted the file, so it counts as done even if it is no html.
    bytes_done_ += entry.size;
    const std::string file = root_ + "/" + entry.path;
    // O_NONBLOCK: a file that has become a pipe since it was listed must not stop us.
    // O_NOFOLLOW: a link in its place could lead out of the mirror.
    const int fd = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && !IsUnreadable(errno)) return InputError(errno, file);
    if (fd < 0) return SkipUnreadable(entry.path, std::strerror(errno));
    FileStream stream(fd, file, std::nullopt);
    // The open file is asked for its kind, because the listed one may have been replaced.
    struct stat info {};
    if (fstat(fd, &info) != 0) return InputError(errno, file);
    if (!S_ISREG(info.st_mode)) return Skip(Counter::kSkippedSpecial);
    return TakeFile(entry.path, static_cast<std::size_t>(info.st_size), &stream, page);
  }

  // `size` is that of the file as it was opened. It may have grown.
  Result<bool> TakeFile(const std::string& path, std::size_t size, FileStream* stream,
                        RawPage* page) {
    std::string bytes;
    if (!IsHtmlName(path)) {
      THRESH_RETURN_IF_ERROR(ReadUpTo(kSniffBytes, size, stream, &bytes));
      // Most files of a mirror are no html, so only the first bytes of a file decide.
      if (!LooksLikeHtml(bytes)) return Skip(Counter::kSkippedNotHtml);
    }
    // One byte over the cap, so that AcceptPayload sees that the page was cut.
    THRESH_RETURN_IF_ERROR(ReadUpTo(static_cast<std::size_t>(options_.limits.max_page_bytes) + 1,
                                    size, stream, &bytes));
    return AcceptPayload(std::move(bytes), options_.limits, &journal_, page);
  }

  // Reads on until *bytes has `limit` bytes or the file ends.
  static Status ReadUpTo(std::size_t limit, std::size_t file_size, FileStream* stream,
                         std::string* bytes) {
    // The first read takes the file as it was opened; the next one sees its end, or what it has
    // grown by.
    constexpr std::size_t kPiece = 4u << 10;
    bytes->reserve(std::min(file_size, limit) + kPiece);
    while (bytes->size() < limit) {
      const std::size_t old_size = bytes->size();
      const std::size_t left = file_size > old_size ? file_size - old_size : kPiece;
      bytes->resize(std::min(old_size + left, limit));
      Result<Chunk> chunk = stream->Read(bytes->data() + old_size, bytes->size() - old_size);
      bytes->resize(old_size + (chunk.ok() ? chunk->size : 0));
      if (!chunk.ok()) return chunk.status();
      if (chunk->size == 0) break;
    }
    return {};
  }

  std::string root_;
  SourceOptions options_;
  std::string base_url_;
  DirectoryWalk walk_;
  bool holds_hosts_ = false;  // every html file lies below a folder that is named like a host
  std::uint64_t bytes_done_ = 0;
  std::uint64_t bytes_total_ = 0;
};

}  // namespace

Result<std::unique_ptr<Source>> OpenDirectory(const std::string& folder,
                                              const SourceOptions& options) {
  std::string root = folder;
  while (root.size() > 1 && root.ends_with('/')) root.pop_back();
  THRESH_ASSIGN_OR_RETURN(DirectoryWalk walk, DirectoryWalk::Open(root));
  // A second walk goes ahead: which sites there are, and the total for the progress bar.
  THRESH_ASSIGN_OR_RETURN(DirectoryWalk ahead, DirectoryWalk::Open(root));
  auto source = std::make_unique<DirectorySource>(root, options, std::move(walk));
  source->LookAhead(std::move(ahead));
  return std::unique_ptr<Source>(std::move(source));
}

}  // namespace thresh
