// ARC (Internet Archive, 1996), versions 1 and 2. A record begins with one line:
//   v1  URL IP-address Archive-date Content-type Archive-length
//   v2  URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename
//   Archive-length
// URLs may contain blanks, so the line is read from its end.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "common/base/ascii.h"
#include "common/base/numbers.h"
#include "indexer/sources/archive_reader.h"
#include "indexer/sources/formats.h"
#include "indexer/sources/page_names.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr std::size_t kFields1 = 5;
constexpr std::size_t kFields2 = 10;

struct ArcFields {
  std::string_view url;
  std::string_view date;
  std::string_view content_type;
  std::optional<std::uint64_t> length;
};

// Dates have 14 digits. A date of another length still marks the header of a record.
bool IsDate(std::string_view word) {
  return word.size() >= 8 && word.size() <= 18 &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsAddress(std::string_view word) {
  return word == "-" ||
         word.find_first_not_of("0123456789abcdefABCDEF.:") == std::string_view::npos;
}

// Only known schemes: a wrong length may leave "ttp://x" of a header, which starts no record.
bool HasScheme(std::string_view url) {
  constexpr std::array<std::string_view, 11> kSchemes = {"http",     "https", "ftp",     "dns",
                                                         "filedesc", "whois", "file",    "news",
                                                         "nntp",     "urn",   "metadata"};
  const std::string_view scheme = url.substr(0, url.find(':'));
  return scheme.size() < url.size() &&
         std::any_of(kSchemes.begin(), kSchemes.end(),
                     [&](auto known) { return EqualsIgnoreCase(scheme, known); });
}

// The header of the version that has `fields` fields; the URL is whatever stands before the others.
std::optional<ArcFields> ParseAs(std::size_t fields, std::string_view line,
                                 const std::vector<std::string_view>& words) {
  if (words.size() < fields) return std::nullopt;
  const std::size_t address = words.size() - fields + 1;
  if (!IsAddress(words[address]) || !IsDate(words[address + 1])) return std::nullopt;
  const auto url_size = static_cast<std::size_t>(words[address].data() - line.data());
  ArcFields header;
  header.url = TrimBlanks(line.substr(0, url_size));
  header.date = words[address + 1];
  header.content_type = words[address + 2];
  // Without a valid length the cutter ends the payload where the next record starts.
  if (std::uint64_t length = 0; ParseNumber(words.back(), &length)) header.length = length;
  if (!HasScheme(header.url)) return std::nullopt;
  return header;
}

std::optional<ArcFields> ParseFields(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view word = TakeWord(&rest);
    if (!word.empty()) words.push_back(word);
  }
  auto header = ParseAs(kFields1, line, words);
  return header ? header : ParseAs(kFields2, line, words);
}

bool StartsArcRecord(std::string_view bytes) {
  // Most lines of a payload have no scheme in front. They fail before they are cut into words.
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos ||
      !HasScheme(bytes.substr(0, std::min<std::size_t>(line_end, 32)))) {
    return false;
  }
  return ParseFields(bytes.substr(0, line_end)).has_value();
}

std::optional<ArchiveRecord> ParseArcHeader(std::string_view line) {
  const auto fields = ParseFields(line);
  if (!fields) return std::nullopt;
  ArchiveRecord record;
  record.length = fields->length;
  // The description of the file is no address.
  if (fields->url.starts_with("filedesc:")) {
    record.skip = Counter::kSkippedRecordType;
    return record;
  }
  record.url = record.docno = CleanUrl(fields->url);
  record.date = IsoDate(fields->date);
  record.content_type = fields->content_type;
  record.payload = ArchiveRecord::Payload::kHttpIfMarked;
  return record;
}

constexpr ArchiveFormat kArc = {StartsArcRecord, RecordCutter::Header::kLine, ParseArcHeader};

}  // namespace

// The first record of every file describes the file.
bool LooksLikeArc(std::string_view bytes) { return bytes.starts_with("filedesc:"); }

std::unique_ptr<PageReader> MakeArcReader(ReaderContext context) {
  return MakeArchiveReader(kArc, std::move(context));
}

std::unique_ptr<RecordWalk> MakeArcWalk(ReaderContext context) {
  return MakeArchiveWalk(kArc, std::move(context));
}

}  // namespace thresh
