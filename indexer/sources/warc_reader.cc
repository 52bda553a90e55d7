// WARC 0.17 to 1.1 (ISO 28500). Records of type response, resource and conversion are pages; a
// record is a version line, fields, an empty line and Content-Length bytes.
#include <optional>

#include "common/base/ascii.h"
#include "common/base/numbers.h"
#include "indexer/sources/archive_reader.h"
#include "indexer/sources/formats.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/page_names.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// "WARC/1.0" with its line end and then, if there is more, something like a field. Pages speak
// about WARC, so the first line alone proves nothing inside a payload.
bool StartsWarcRecord(std::string_view bytes) {
  constexpr std::string_view kVersion = "WARC/";
  if (!bytes.starts_with(kVersion) || bytes.size() < kVersion.size() + 3 ||
      !IsAsciiDigit(bytes[kVersion.size()])) {
    return false;
  }
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return false;
  const std::string_view version =
      TrimBlanks(bytes.substr(kVersion.size(), line_end - kVersion.size()));
  if (version.find_first_not_of("0123456789.") != std::string_view::npos) return false;
  const std::string_view next = bytes.substr(line_end + 1);
  const std::size_t colon = next.find_first_of(":\n");
  return colon == std::string_view::npos || next[colon] == ':' ||
         TrimBlanks(next.substr(0, colon)).empty();
}

// X of "<urn:uuid:X>".
std::string_view RecordId(std::string_view id) {
  if (id.starts_with('<') && id.ends_with('>')) id = id.substr(1, id.size() - 2);
  constexpr std::string_view kPrefix = "urn:uuid:";
  return StartsWithLower(id, kPrefix) ? id.substr(kPrefix.size()) : id;
}

// Whether a revisit says that its own page has not changed. Otherwise the bytes are those that
// another URL had, or the same one in another spelling, which whoever knows addresses can tell.
bool IsOfItself(const HeaderFields& fields) {
  const std::string_view of = fields.Get("WARC-Refers-To-Target-URI");
  return of.empty() || CleanUrl(of) == CleanUrl(fields.Get("WARC-Target-URI"));
}

std::optional<ArchiveRecord> ParseWarcHeader(std::string_view header) {
  const HeaderFields fields = HeaderFields::Parse(header.substr(header.find('\n') + 1));
  ArchiveRecord record;
  // The length is read before the type, because the payload of a skipped record is taken, too.
  if (std::uint64_t length = 0; ParseNumber(fields.Get("Content-Length"), &length))
    record.length = length;
  record.url = CleanUrl(fields.Get("WARC-Target-URI"));
  const std::string type = LowerAscii(fields.Get("WARC-Type"));
  if (type == "revisit") {
    // A revisit repeats no body: its page came with an earlier record.
    const bool of_itself = IsOfItself(fields);
    record.skip = of_itself ? Counter::kSkippedUnchanged : Counter::kSkippedRevisit;
    record.kind = of_itself ? RecordKind::kSeen : RecordKind::kNamed;
    if (!of_itself) record.refers_to = CleanUrl(fields.Get("WARC-Refers-To-Target-URI"));
  } else if (type != "response" && type != "resource" && type != "conversion") {
    record.skip = Counter::kSkippedRecordType;
    return record;
  }
  if (record.url.empty()) record.skip = Counter::kSkippedNoUrl;
  record.docno = RecordId(fields.Get("WARC-Record-ID"));
  if (record.docno.empty()) record.docno = record.url;
  record.date = fields.Get("WARC-Date");
  record.content_type = fields.Get("Content-Type");
  // Old crawlers write responses without a Content-Type of the record.
  const bool is_http = StartsWithLower(record.content_type, "application/http") ||
                       (type == "response" && record.content_type.empty());
  if (is_http) record.payload = ArchiveRecord::Payload::kHttp;
  // Conversion records, such as those of WET files, hold the text of a page instead of html.
  record.text_is_page = type == "conversion";
  record.cut_by_crawler = !fields.Get("WARC-Truncated").empty();
  return record;
}

constexpr ArchiveFormat kWarc = {StartsWarcRecord, RecordCutter::Header::kBlock, ParseWarcHeader};

}  // namespace

bool LooksLikeWarc(std::string_view bytes) { return StartsWarcRecord(bytes); }

std::unique_ptr<PageReader> MakeWarcReader(ReaderContext context) {
  return MakeArchiveReader(kWarc, std::move(context));
}

std::unique_ptr<RecordWalk> MakeWarcWalk(ReaderContext context) {
  return MakeArchiveWalk(kWarc, std::move(context));
}

}  // namespace thresh
