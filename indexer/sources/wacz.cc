// A WACZ archive as a source: the archives in it one after the other, each with its own reader.
#include <algorithm>

#include "indexer/sources/bytes/member_stream.h"
#include "indexer/sources/bytes/zip_reader.h"
#include "indexer/sources/formats.h"

namespace thresh {
namespace {

// An entry without a name may have been one.
bool IsArchive(const ZipEntry& entry) {
  if (entry.damaged) return true;
  const std::string_view name = entry.name;
  return name.starts_with("archive/") &&
         (name.find(".warc") != name.npos || name.find(".arc") != name.npos);
}

class WaczSource : public Source {
 public:
  WaczSource(std::string file, SourceOptions options, std::vector<ZipEntry> archives)
      : file_(std::move(file)), options_(std::move(options)), archives_(std::move(archives)) {
    for (const ZipEntry& archive : archives_) bytes_total_ += archive.packed_size;
  }

  Result<bool> Next(RawPage* page) override {
    while (true) {
      if (reader_ != nullptr) {
        THRESH_ASSIGN_OR_RETURN(const bool found, reader_->Next(page));
        if (found) return true;
        bytes_done_ += archives_[next_ - 1].packed_size;
        reader_.reset();
      }
      if (next_ == archives_.size()) return false;
      THRESH_RETURN_IF_ERROR(OpenArchive(archives_[next_++]));
    }
  }

  std::uint64_t bytes_done() const override { return bytes_done_; }
  std::uint64_t bytes_total() const override { return bytes_total_; }

 private:
  // An archive that is damaged is data: it is counted as one bad record. A failed read of the file
  // is a Status.
  Status OpenArchive(const ZipEntry& entry) {
    Result<std::unique_ptr<Input>> input = UnpackEntry(entry);
    if (input.ok()) {
      // IsArchive lets only these two formats through.
      const auto make =
          entry.name.find(".warc") != std::string::npos ? MakeWarcReader : MakeArcReader;
      reader_ =
          make({std::move(*input), entry.name, options_.base_url, options_.limits, &journal_});
      return {};
    }
    if (input.status().code() != Code::kUnusable) return input.status();
    ++journal_[Counter::kRecordsRead];
    ++journal_[Counter::kSkippedMalformed];
    journal_.Lose(input.status().message());
    bytes_done_ += entry.packed_size;
    return {};
  }

  Result<std::unique_ptr<Input>> UnpackEntry(const ZipEntry& entry) {
    THRESH_ASSIGN_OR_RETURN(auto stream,
                            OpenZipEntry(file_, entry, options_.limits.max_ratio, &journal_));
    return Unpack(std::make_unique<Input>(std::move(stream)), file_ + ":" + entry.name,
                  options_.limits.max_nesting, options_.limits.max_ratio, &journal_);
  }

  std::string file_;
  SourceOptions options_;
  std::vector<ZipEntry> archives_;
  std::size_t next_ = 0;
  std::unique_ptr<PageReader> reader_;  // of archives_[next_ - 1]
  std::uint64_t bytes_done_ = 0;
  std::uint64_t bytes_total_ = 0;
};

Result<std::vector<ZipEntry>> ArchivesOf(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(std::vector<ZipEntry> entries, ReadZipDirectory(file));
  std::erase_if(entries, [](const ZipEntry& entry) { return !IsArchive(entry); });
  if (std::all_of(entries.begin(), entries.end(),
                  [](const ZipEntry& entry) { return entry.damaged; }))
    return Status(Code::kUnusable, file + " has no WARC file under archive/");
  return entries;
}

}  // namespace

Result<std::vector<InputPart>> WaczParts(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const std::vector<ZipEntry> entries, ArchivesOf(file));
  std::vector<InputPart> parts;
  parts.reserve(entries.size());
  for (const ZipEntry& entry : entries) {
    parts.push_back({file + "/" + entry.name, entry.packed_size, [file, entry](Journal* journal) {
                       return OpenZipEntry(file, entry, PageLimits().max_ratio, journal);
                     }});
  }
  return parts;
}

Result<std::unique_ptr<Source>> OpenWacz(const std::string& file, const SourceOptions& options) {
  // The directory of a zip stands at its end, so a pipe cannot be read.
  if (file == "-")
    return Status(Code::kUsage, "a wacz cannot be read from standard input: name the file");
  THRESH_ASSIGN_OR_RETURN(std::vector<ZipEntry> entries, ArchivesOf(file));
  return std::unique_ptr<Source>(std::make_unique<WaczSource>(file, options, std::move(entries)));
}

}  // namespace thresh
