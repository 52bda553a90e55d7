// ARC (Internet Archive, 1996), versions 1 and 2. A record begins with one line:
//   v1  URL IP-address Archive-date Content-type Archive-length
//   v2  URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename
//   Archive-length
// URLs may hold blanks, so the line is read from its end.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "indexer/sources/archive_page.h"
#include "indexer/sources/page_reader.h"
#include "indexer/sources/record_cutter.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr std::size_t kFields1 = 5;
constexpr std::size_t kFields2 = 10;

struct ArcHeader {
  std::string_view url;
  std::string_view date;
  std::string_view content_type;
  std::optional<std::uint64_t> length;
};

bool IsDate(std::string_view word) {
  return word.size() >= 8 && word.size() <= 18 &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsAddress(std::string_view word) {
  return word == "-" ||
         word.find_first_not_of("0123456789abcdefABCDEF.:") == std::string_view::npos;
}

// A known scheme: "ttp://x" is what a wrong length leaves of a header.
bool HasScheme(std::string_view url) {
  constexpr std::array<std::string_view, 11> kSchemes = {"http",     "https", "ftp",     "dns",
                                                         "filedesc", "whois", "file",    "news",
                                                         "nntp",     "urn",   "metadata"};
  const std::string_view scheme = url.substr(0, url.find(':'));
  return scheme.size() < url.size() &&
         std::any_of(kSchemes.begin(), kSchemes.end(),
                     [&](auto known) { return EqualsIgnoreCase(scheme, known); });
}

// The header with `fields` words behind its URL's first one.
std::optional<ArcHeader> ParseAs(std::size_t fields, std::string_view line,
                                 const std::vector<std::string_view>& words) {
  if (words.size() < fields) return std::nullopt;
  const std::size_t address = words.size() - fields + 1;
  if (!IsAddress(words[address]) || !IsDate(words[address + 1])) return std::nullopt;
  const auto url_size = static_cast<std::size_t>(words[address].data() - line.data());
  ArcHeader header;
  header.url = TrimBlanks(line.substr(0, url_size));
  header.date = words[address + 1];
  header.content_type = words[address + 2];
  header.length = ParseNumber(words.back());
  if (!HasScheme(header.url)) return std::nullopt;
  return header;
}

std::optional<ArcHeader> ParseArcHeader(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view word = TakeWord(&rest);
    if (!word.empty()) words.push_back(word);
  }
  auto header = ParseAs(kFields1, line, words);
  return header ? header : ParseAs(kFields2, line, words);
}

bool StartsArcRecord(std::string_view bytes) {
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos ||
      !HasScheme(bytes.substr(0, std::min<std::size_t>(line_end, 32)))) {
    return false;
  }
  return ParseArcHeader(bytes.substr(0, line_end)).has_value();
}

class ArcReader : public PageReader {
 public:
  explicit ArcReader(ReaderContext context)
      : options_(std::move(context.options)),
        journal_(context.journal),
        cutter_(std::move(context.input), StartsArcRecord, RecordKeepBytes(options_), journal_) {}

  Result<bool> Next(RawPage* page) override {
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const bool found, cutter_.FindRecord());
      if (!found) return false;
      ++(*journal_)[Counter::kRecordsRead];
      bool cut_short = false;
      THRESH_ASSIGN_OR_RETURN(const std::string line,
                              cutter_.TakeHeader(RecordCutter::Header::kLine, &cut_short));
      const auto header = ParseArcHeader(line);
      if (cut_short || !header) {
        ++(*journal_)[Counter::kSkippedMalformed];
        continue;
      }
      THRESH_ASSIGN_OR_RETURN(const RecordPayload payload, cutter_.TakePayload(header->length));
      ResetPage(page);
      if (FillPage(*header, payload, page)) return true;
    }
  }

 private:
  bool FillPage(const ArcHeader& header, const RecordPayload& payload, RawPage* page) {
    if (header.url.starts_with("filedesc:")) {
      ++(*journal_)[Counter::kSkippedRecordType];
      return false;
    }
    page->url = page->docno = CleanUrl(header.url);
    page->date = IsoDate(header.date);
    ArchiveRecord record;
    record.content_type = header.content_type;
    record.is_http = payload.bytes.starts_with("HTTP/");
    return FillArchivePage(record, payload, options_, journal_, page);
  }

  SourceOptions options_;
  Journal* journal_;
  RecordCutter cutter_;
};

}  // namespace

bool LooksLikeArc(std::string_view bytes) { return bytes.starts_with("filedesc:"); }

std::unique_ptr<PageReader> MakeArcReader(ReaderContext context) {
  return std::make_unique<ArcReader>(std::move(context));
}

}  // namespace thresh
