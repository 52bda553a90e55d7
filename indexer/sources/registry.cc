// The table of formats, and the way from an input to the source that reads it.
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "common/base/ascii.h"
#include "indexer/sources/bytes/byte_stream.h"
#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/member_stream.h"
#include "indexer/sources/formats.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/source.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// Streams are tried in this order. html comes last, because its test is the weakest.
constexpr std::array<SourceInfo, 7> kTable = {{
    {.name = "directory",
     .help = "a wget mirror or unpacked site: every html file below",
     .open = OpenDirectory},
    {.name = "wacz", .help = "zip of web archives, WACZ 1.1", .open = OpenWacz},
    {.name = "warc",
     .help = "web archive, WARC 0.17 to 1.1",
     .make_reader = MakeWarcReader,
     .make_walk = MakeWarcWalk,
     .looks_like = LooksLikeWarc,
     .extension = ".warc"},
    {.name = "arc",
     .help = "web archive, ARC version 1 and 2",
     .make_reader = MakeArcReader,
     .make_walk = MakeArcWalk,
     .looks_like = LooksLikeArc,
     .extension = ".arc"},
    {.name = "trec",
     .help = "TREC collection: trecweb (with DOCHDR) or trectext",
     .make_reader = MakeTrecReader,
     .looks_like = LooksLikeTrec,
     .extension = ".trec"},
    {.name = "jsonl",
     .help = "JSON lines with url and html, optionally docno and date",
     .make_reader = MakeJsonlReader,
     .make_walk = MakeJsonlWalk,
     .looks_like = LooksLikeJsonl,
     .extension = ".jsonl"},
    {.name = "html",
     .help = "one html file",
     .make_reader = MakeHtmlReader,
     .looks_like = LooksLikeHtml,
     .extension = ".htm"},
}};
constexpr const SourceInfo& kHtml = kTable.back();

bool IsStream(const SourceInfo& info) { return info.make_reader != nullptr; }

// The format of unpacked bytes, or by the name of their file. Null if neither tells.
const SourceInfo* Recognise(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  // The bytes come before the name, which may be wrong and which standard input lacks.
  for (const SourceInfo& info : kTable) {
    if (IsStream(info) && info.looks_like(bytes)) return &info;
  }
  // The extension may stand inside the name, as in crawl.warc.gz.
  const std::string lower = LowerAscii(name.substr(name.rfind('/') + 1));
  for (const SourceInfo& info : kTable) {
    if (IsStream(info) && lower.find(info.extension) != std::string::npos) return &info;
  }
  return IsHtmlName(lower) ? &kHtml : nullptr;
}

constexpr std::size_t kStartBytes = 16u << 10;

// StreamSource: the pages of one file or of standard input, compressed or not.
class StreamSource : public Source {
 public:
  // `format` is null for the one that the bytes or the name tell.
  Status Start(const std::string& name, const SourceOptions& options, const SourceInfo* format) {
    const PageLimits& limits = options.limits;
    THRESH_ASSIGN_OR_RETURN(auto file, FileStream::Open(name));
    file_ = file.get();
    THRESH_ASSIGN_OR_RETURN(auto input, Unpack(std::make_unique<Input>(std::move(file)), name,
                                               limits.max_nesting, limits.max_ratio, &journal_));
    THRESH_ASSIGN_OR_RETURN(const SourceInfo* recognised, RecogniseStream(input.get(), name));
    if (format == nullptr) format = recognised;
    // An empty file is an html page without a byte, and is counted as one.
    if (format == nullptr && input->view().empty()) format = &kHtml;
    if (format == nullptr) {
      return Status(Code::kUnusable,
                    "cannot tell the format of " + ShownName(name) + "; name it with --format");
    }
    reader_ = format->make_reader(
        {std::move(input), name, options.base_url, limits, &journal_, options.name});
    return {};
  }

  Result<bool> Next(RawPage* page) override { return reader_->Next(page); }
  std::uint64_t bytes_done() const override { return file_->bytes_done(); }
  std::uint64_t bytes_total() const override { return file_->bytes_total(); }

 private:
  const FileStream* file_ = nullptr;  // owned by reader_, below its input
  std::unique_ptr<PageReader> reader_;
};

Result<std::unique_ptr<Source>> OpenStream(const std::string& input, const SourceOptions& options,
                                           const SourceInfo* format) {
  auto source = std::make_unique<StreamSource>();
  THRESH_RETURN_IF_ERROR(source->Start(input, options, format));
  return std::unique_ptr<Source>(std::move(source));
}

bool IsDirectory(const std::string& input) {
  struct stat info {};
  return stat(input.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<bool> IsZip(const std::string& input) {
  struct stat info {};
  if (stat(input.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return false;  // a pipe gives its bytes only once
  // If there is no such file, this reports it.
  THRESH_ASSIGN_OR_RETURN(auto stream, FileStream::Open(input));
  Input start(std::move(stream));
  THRESH_RETURN_IF_ERROR(start.Fill(4));
  return start.view().starts_with("PK\3\4");
}

Result<std::unique_ptr<Source>> OpenAny(const std::string& input, const SourceOptions& options) {
  if (input == "-") return OpenStream(input, options, nullptr);
  // Folders and zips are no streams, so they are recognised before a stream is opened.
  if (IsDirectory(input)) return OpenDirectory(input, options);
  THRESH_ASSIGN_OR_RETURN(const bool zip, IsZip(input));
  return zip ? OpenWacz(input, options) : OpenStream(input, options, nullptr);
}

}  // namespace

std::span<const SourceInfo> SourceTable() { return kTable; }

Result<const SourceInfo*> RecogniseStream(Input* input, const std::string& name) {
  // An edge before the first byte tells nothing, so it is crossed. An edge behind bytes stays: the
  // reader needs to see it.
  do {
    THRESH_RETURN_IF_ERROR(input->Fill(kStartBytes));
  } while (input->view().empty() && input->CrossEdge());
  return Recognise(input->view(), name);
}

Result<std::vector<InputPart>> PartsOf(const std::string& input) {
  const auto open = [input](Journal*) -> Result<std::unique_ptr<ByteStream>> {
    auto stream = FileStream::Open(input);
    if (!stream.ok()) return stream.status();
    return std::unique_ptr<ByteStream>(std::move(*stream));
  };
  if (input == "-") return std::vector<InputPart>{{input, 0, open}};
  if (IsDirectory(input))
    return Status(Code::kUnusable, input + " is a folder: its files have no records");
  THRESH_ASSIGN_OR_RETURN(const bool zip, IsZip(input));
  if (zip) return WaczParts(input);
  THRESH_ASSIGN_OR_RETURN(const auto file, FileStream::Open(input));
  return std::vector<InputPart>{{input, file->bytes_total(), open}};
}

Result<std::unique_ptr<Source>> OpenSource(const std::string& input, const SourceOptions& options) {
  if (options.format == "auto") return OpenAny(input, options);
  const auto row = std::find_if(kTable.begin(), kTable.end(), [&](const SourceInfo& info) {
    return info.name == options.format;
  });
  if (row != kTable.end())
    return IsStream(*row) ? OpenStream(input, options, &*row) : row->open(input, options);
  std::string names = "auto";
  for (const SourceInfo& info : kTable) names += ", " + std::string(info.name);
  return Status(Code::kUsage, "unknown format " + options.format + "; known formats are " + names);
}

}  // namespace thresh
