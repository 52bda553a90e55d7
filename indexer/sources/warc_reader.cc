// WARC 0.17 to 1.1 (ISO 28500): records of type response, resource and conversion are pages.
#include <optional>

#include "indexer/sources/archive_page.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/page_reader.h"
#include "indexer/sources/record_cutter.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "WARC/1.0" with its line end and, where more is there, something like a field in the next line.
bool StartsWarcRecord(std::string_view bytes) {
  constexpr std::string_view kVersion = "WARC/";
  if (!bytes.starts_with(kVersion) || bytes.size() < kVersion.size() + 3 ||
      !IsDigit(bytes[kVersion.size()])) {
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

// "<urn:uuid:X>" without its wrapping.
std::string_view RecordId(std::string_view id) {
  if (id.starts_with('<') && id.ends_with('>')) id = id.substr(1, id.size() - 2);
  constexpr std::string_view kPrefix = "urn:uuid:";
  return StartsWithIgnoreCase(id, kPrefix) ? id.substr(kPrefix.size()) : id;
}

class WarcReader : public PageReader {
 public:
  explicit WarcReader(ReaderContext context)
      : options_(std::move(context.options)),
        journal_(context.journal),
        cutter_(std::move(context.input), StartsWarcRecord, RecordKeepBytes(options_), journal_) {}

  Result<bool> Next(RawPage* page) override {
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const bool found, cutter_.FindRecord());
      if (!found) return false;
      ++(*journal_)[Counter::kRecordsRead];
      bool cut_short = false;
      THRESH_ASSIGN_OR_RETURN(const std::string header,
                              cutter_.TakeHeader(RecordCutter::Header::kBlock, &cut_short));
      if (cut_short) {
        ++(*journal_)[Counter::kSkippedMalformed];
        continue;
      }
      const HeaderFields fields =
          HeaderFields::Parse(std::string_view(header).substr(header.find('\n') + 1));
      THRESH_ASSIGN_OR_RETURN(const RecordPayload payload,
                              cutter_.TakePayload(ParseNumber(fields.Get("Content-Length"))));
      ResetPage(page);
      if (FillPage(fields, payload, page)) return true;
    }
  }

 private:
  bool FillPage(const HeaderFields& fields, const RecordPayload& payload, RawPage* page) {
    const std::string type = LowerAscii(fields.Get("WARC-Type"));
    if (type != "response" && type != "resource" && type != "conversion") {
      ++(*journal_)[type == "revisit" ? Counter::kSkippedRevisit : Counter::kSkippedRecordType];
      return false;
    }
    page->url = CleanUrl(fields.Get("WARC-Target-URI"));
    if (page->url.empty()) {
      ++(*journal_)[Counter::kSkippedNoUrl];
      return false;
    }
    page->docno = RecordId(fields.Get("WARC-Record-ID"));
    if (page->docno.empty()) page->docno = page->url;
    page->date = fields.Get("WARC-Date");
    ArchiveRecord record;
    record.content_type = fields.Get("Content-Type");
    record.is_http = StartsWithIgnoreCase(record.content_type, "application/http") ||
                     (type == "response" && record.content_type.empty());
    record.text_is_page = type == "conversion";
    record.cut_by_crawler = !fields.Get("WARC-Truncated").empty();
    return FillArchivePage(record, payload, options_, journal_, page);
  }

  SourceOptions options_;
  Journal* journal_;
  RecordCutter cutter_;
};

}  // namespace

bool LooksLikeWarc(std::string_view bytes) { return StartsWarcRecord(bytes); }

std::unique_ptr<PageReader> MakeWarcReader(ReaderContext context) {
  return std::make_unique<WarcReader>(std::move(context));
}

}  // namespace thresh
