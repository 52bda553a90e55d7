#include "indexer/sources/stream_source.h"

#include <algorithm>
#include <array>

#include "indexer/sources/bytes/member_stream.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr std::array<StreamFormat, 5> kFormats = {{
    {"warc", "web archive, WARC 0.17 to 1.1", LooksLikeWarc, ".warc", MakeWarcReader},
    {"arc", "web archive, ARC version 1 and 2", LooksLikeArc, ".arc", MakeArcReader},
    {"trec", "TREC collection: trecweb (with DOCHDR) or trectext", LooksLikeTrec, ".trec",
     MakeTrecReader},
    {"jsonl", "JSON lines with url and html, optionally docno and date", LooksLikeJsonl, ".jsonl",
     MakeJsonlReader},
    {"html", "one html file", LooksLikeHtml, ".htm", MakeHtmlReader},
}};

struct ForeignPacking {
  std::string_view magic;
  std::string_view name;
};
constexpr std::array<ForeignPacking, 5> kForeign = {{{"\x04\x22\x4d\x18", "lz4"},
                                                     {"\x02\x21\x4c\x18", "lz4"},
                                                     {"\xfd"
                                                      "7zXZ",
                                                      "xz"},
                                                     {"BZh", "bzip2"},
                                                     {"PK\3\4", "zip"}}};

std::string Shown(const std::string& name) { return name == "-" ? "standard input" : name; }

// The format of unpacked bytes; null where neither they nor the name tell.
const StreamFormat* Recognise(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  for (const StreamFormat& format : kFormats) {
    if (format.looks_like(bytes)) return &format;
  }
  const std::string lower = LowerAscii(name.substr(name.rfind('/') + 1));
  for (const StreamFormat& format : kFormats) {
    if (lower.find(format.extension) != std::string::npos) return &format;
  }
  return IsHtmlName(lower) ? &kFormats.back() : nullptr;
}

class StreamSource : public Source {
 public:
  Status Start(const std::string& name, const SourceOptions& options,
               std::string_view format_name) {
    THRESH_ASSIGN_OR_RETURN(auto file, FileStream::Open(name));
    file_ = file.get();
    THRESH_ASSIGN_OR_RETURN(
        auto input, Unpack(std::make_unique<Input>(std::move(file)), name, options, &journal_));
    // Not across edges that have something before them: the readers need to see those.
    do {
      THRESH_RETURN_IF_ERROR(input->Fill(kStartBytes));
    } while (input->view().empty() && input->CrossEdge());
    const auto* format =
        std::find_if(kFormats.begin(), kFormats.end(),
                     [&](const StreamFormat& candidate) { return candidate.name == format_name; });
    if (format == kFormats.end()) format = Recognise(input->view(), name);
    // An empty file is an html page without a byte: it is counted as such.
    if (format == nullptr && input->view().empty()) format = &kFormats.back();
    if (format == nullptr) {
      return Status(Code::kUnusable,
                    "cannot tell the format of " + Shown(name) + "; say it with --format");
    }
    reader_ = format->make({std::move(input), name, options, &journal_});
    return {};
  }

  Result<bool> Next(RawPage* page) override { return reader_->Next(page); }
  std::uint64_t bytes_done() const override { return file_->bytes_done(); }
  std::uint64_t bytes_total() const override { return file_->bytes_total(); }

 private:
  static constexpr std::size_t kStartBytes = 16u << 10;
  const FileStream* file_ = nullptr;  // at the bottom of reader_
  std::unique_ptr<PageReader> reader_;
};

}  // namespace

std::span<const StreamFormat> StreamFormats() { return kFormats; }

Result<std::unique_ptr<Source>> OpenStream(const std::string& input, const SourceOptions& options,
                                           std::string_view format) {
  auto source = std::make_unique<StreamSource>();
  THRESH_RETURN_IF_ERROR(source->Start(input, options, format));
  return std::unique_ptr<Source>(std::move(source));
}

Result<std::unique_ptr<Input>> Unpack(std::unique_ptr<Input> input, const std::string& name,
                                      const SourceOptions& options, Journal* journal) {
  for (std::uint32_t layers = 0;; ++layers) {
    THRESH_RETURN_IF_ERROR(input->Fill(8));
    const std::string_view bytes = input->view();
    for (const ForeignPacking& foreign : kForeign) {
      if (!bytes.starts_with(foreign.magic)) continue;
      return Status(Code::kUnusable,
                    Shown(name) + " is compressed with " + std::string(foreign.name) +
                        ", which is not read here: unpack it or recompress it with gzip or zstd");
    }
    const Packing packing = SniffPacking(bytes);
    if (packing == Packing::kNone) return input;
    if (layers == options.max_nesting) {
      return Status(Code::kUnusable,
                    Shown(name) + " is compressed more than " + std::to_string(layers) + " times");
    }
    input = std::make_unique<Input>(
        std::make_unique<MemberStream>(std::move(input), packing, options, journal));
  }
}

}  // namespace thresh
