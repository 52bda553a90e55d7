#include "indexer/sources/archive_reader.h"

#include "common/base/numbers.h"
#include "indexer/sources/content_coding.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/http_message.h"

namespace thresh {
namespace {

// HTTP headers stand before the page in a record. So much more than the cap of a page is held.
constexpr std::size_t kHeaderRoom = 256u << 10;

// Whether a payload of that type and content is a page. Sets what the type says about it.
bool IsPage(std::string_view content_type, std::string_view body, bool text_is_page,
            RawPage* page) {
  const MediaType media = ParseMediaType(content_type);
  page->http_charset = media.charset;
  if (text_is_page && media.type == "text/plain") page->form = PageForm::kText;
  return page->form == PageForm::kText || IsHtmlType(media.type) ||
         (media.type.empty() && LooksLikeHtml(body));
}

RecordCutter MakeCutter(const ArchiveFormat& format, ReaderContext* context) {
  return RecordCutter(std::move(context->input), format.starts_record,
                      static_cast<std::size_t>(context->limits.max_page_bytes) + kHeaderRoom,
                      context->journal);
}

class ArchiveReader : public PageReader {
 public:
  ArchiveReader(const ArchiveFormat& format, ReaderContext context)
      : format_(format),
        limits_(context.limits),
        journal_(context.journal),
        cutter_(MakeCutter(format, &context)) {}

  Result<bool> Next(RawPage* page) override {
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const bool found, cutter_.FindRecord());
      if (!found) return false;
      ++(*journal_)[Counter::kRecordsRead];
      bool cut_short = false;
      THRESH_ASSIGN_OR_RETURN(const std::string header,
                              cutter_.TakeHeader(format_.header, &cut_short));
      const auto record = cut_short ? std::nullopt : format_.parse_header(header);
      if (!record) {
        Skip(Counter::kSkippedMalformed);
        continue;
      }
      // The payload of a record without a page is taken, too: its length is checked, and the next
      // record is found.
      THRESH_ASSIGN_OR_RETURN(const RecordPayload payload, cutter_.TakePayload(record->length));
      ResetPage(page);
      if (FillPage(*record, payload, page)) return true;
    }
  }

 private:
  bool Skip(Counter reason) {
    ++(*journal_)[reason];
    return false;
  }

  bool FillPage(const ArchiveRecord& record, const RecordPayload& payload, RawPage* page) {
    page->url = record.url;
    page->docno = record.docno;
    page->date = record.date;
    page->kind = record.kind;
    page->refers_to = record.refers_to;
    if (record.skip) Skip(*record.skip);
    // It is no page, and says something of one.
    if (record.kind != RecordKind::kPage) {
      FillFromRevisit(payload.bytes, page);
      return !record.url.empty();
    }
    if (record.skip) return false;
    bool cut = record.cut_by_crawler;
    if (!FillFromPayload(record, payload.bytes, page, &cut)) return NameOnly(page);
    // If the stream ended inside the record, the cutter has counted it already.
    if (cut && !payload.truncated) ++(*journal_)[Counter::kTruncatedRecords];
    page->broken |= cut || payload.truncated;
    return true;
  }

  bool FillFromStatus(const ArchivedResponse& response, RawPage* page) {
    Skip(Counter::kSkippedStatus);
    TakeStatus(response, page);
    return true;
  }

  static void TakeStatus(const ArchivedResponse& response, RawPage* page) {
    page->kind = KindOfStatus(response.status);
    page->status = static_cast<std::uint32_t>(response.status);
    page->target = response.fields.Get("Location");
  }

  // A revisit may have the headers of its answer, and that may be an error that was met before.
  static void FillFromRevisit(std::string_view bytes, RawPage* page) {
    const std::optional<ArchivedResponse> response = ParseArchivedResponse(bytes);
    if (!response || IsSuccess(response->status)) return;
    TakeStatus(*response, page);
    page->refers_to.clear();  // the status says more
  }

  // A body that was too long to be held does not end early.
  bool EndsEarly(const ArchivedResponse& response) const {
    std::uint64_t length = 0;
    return response.fields.List("Transfer-Encoding").empty() &&
           response.body.size() < limits_.max_page_bytes &&
           ParseNumber(response.fields.Get("Content-Length"), &length) &&
           response.body.size() < length;
  }

  static constexpr int kPartial = 206;
  static bool IsSuccess(int status) { return status >= 200 && status <= 299; }

  // *cut comes back true if the coded body of a response ends early.
  bool FillFromPayload(const ArchiveRecord& record, std::string_view bytes, RawPage* page,
                       bool* cut) {
    if (bytes.empty()) return Skip(Counter::kSkippedEmptyFile);
    const bool is_http =
        record.payload == ArchiveRecord::Payload::kHttp ||
        (record.payload == ArchiveRecord::Payload::kHttpIfMarked && bytes.starts_with("HTTP/"));
    const auto response = is_http ? ParseArchivedResponse(bytes) : std::nullopt;
    if (response) return FillFromResponse(*response, page, cut);
    // A response without a status line is HTTP/0.9, or the crawler dropped its headers. Then only
    // html proves that it is a page.
    if (is_http && !LooksLikeHtml(bytes)) return Skip(Counter::kSkippedMalformed);
    if (!is_http && !IsPage(record.content_type, bytes, record.text_is_page, page))
      return Skip(Counter::kSkippedNotHtml);
    return AcceptPayload(std::string(bytes), limits_, journal_, page);
  }

  bool FillFromResponse(const ArchivedResponse& response, RawPage* page, bool* cut) {
    // The body of an error or of a redirect is no page of the site.
    if (!IsSuccess(response.status)) return FillFromStatus(response, page);
    const std::string_view content_type = response.fields.Get("Content-Type");
    // A body of a foreign type is not worth decoding. Without a type the decoded body has to tell.
    if (!content_type.empty() && !IsPage(content_type, {}, false, page))
      return Skip(Counter::kSkippedNotHtml);
    if (response.body.empty()) return Skip(Counter::kSkippedEmptyFile);
    DecodedBody body = DecodeBody(response, limits_);
    if (body.bomb) return Skip(Counter::kSkippedBomb);
    if (content_type.empty() && !IsPage({}, body.bytes, false, page))
      return Skip(Counter::kSkippedNotHtml);
    if (!AcceptPayload(std::move(body.bytes), limits_, journal_, page)) return false;
    // Counted last, so that only pages that are taken count.
    (*journal_)[Counter::kBodyUndecoded] += body.undecoded ? 1 : 0;
    *cut |= body.cut || (!body.undecoded && EndsEarly(response));
    // Most crawlers that drop a coding leave html.
    page->broken = response.status == kPartial || (body.undecoded && !LooksLikeHtml(page->bytes));
    return true;
  }

  ArchiveFormat format_;
  PageLimits limits_;
  Journal* journal_;
  RecordCutter cutter_;
};

class ArchiveWalk : public RecordWalk {
 public:
  ArchiveWalk(const ArchiveFormat& format, ReaderContext context)
      : format_(format), journal_(context.journal), cutter_(MakeCutter(format, &context)) {}

  Result<bool> Next(RecordPlace* place) override {
    THRESH_ASSIGN_OR_RETURN(const bool found, cutter_.FindRecord());
    if (!found) return false;
    ++(*journal_)[Counter::kRecordsRead];
    *place = {cutter_.record_offset(), {}};
    bool cut_short = false;
    THRESH_ASSIGN_OR_RETURN(const std::string header,
                            cutter_.TakeHeader(format_.header, &cut_short));
    const auto record = cut_short ? std::nullopt : format_.parse_header(header);
    if (!record) {
      ++(*journal_)[Counter::kSkippedMalformed];
      return true;
    }
    place->url = record->url;
    // The payload is taken as ArchiveReader takes it, so that both find the same records.
    const auto payload = cutter_.TakePayload(record->length);
    if (!payload.ok()) return payload.status();
    return true;
  }
  std::uint64_t offset() const override { return cutter_.offset(); }

 private:
  ArchiveFormat format_;
  Journal* journal_;
  RecordCutter cutter_;
};

}  // namespace

std::unique_ptr<RecordWalk> MakeArchiveWalk(const ArchiveFormat& format, ReaderContext context) {
  return std::make_unique<ArchiveWalk>(format, std::move(context));
}

std::unique_ptr<PageReader> MakeArchiveReader(const ArchiveFormat& format, ReaderContext context) {
  return std::make_unique<ArchiveReader>(format, std::move(context));
}

}  // namespace thresh
