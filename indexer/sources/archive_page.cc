#include "indexer/sources/archive_page.h"

#include "indexer/sources/content_coding.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/page_reader.h"

namespace thresh {
namespace {

constexpr std::size_t kHeaderRoom = 256u << 10;

bool Skip(Journal* journal, Counter reason) {
  ++(*journal)[reason];
  return false;
}

// Whether a payload of that type and content is a page; sets what the type says about it.
bool IsPage(std::string_view content_type, std::string_view body, bool text_is_page,
            RawPage* page) {
  const MediaType media = ParseMediaType(content_type);
  page->http_charset = media.charset;
  page->is_text = text_is_page && media.type == "text/plain";
  return page->is_text || IsHtmlType(media.type) || (media.type.empty() && LooksLikeHtml(body));
}

// `cut` comes back true where the coded body ends early.
bool FillFromResponse(const HttpResponse& response, const SourceOptions& options, Journal* journal,
                      RawPage* page, bool* cut) {
  if (response.status < 200 || response.status > 299) return Skip(journal, Counter::kSkippedStatus);
  const std::string_view content_type = response.fields.Get("Content-Type");
  // A body of a foreign type is not worth decoding; without a type the decoded body has to tell.
  if (!content_type.empty() && !IsPage(content_type, {}, false, page))
    return Skip(journal, Counter::kSkippedNotHtml);
  if (response.body.empty()) return Skip(journal, Counter::kSkippedEmptyFile);
  DecodedBody body = DecodeBody(response, options);
  if (body.bomb) return Skip(journal, Counter::kSkippedBomb);
  if (content_type.empty() && !IsPage({}, body.bytes, false, page))
    return Skip(journal, Counter::kSkippedNotHtml);
  if (!AcceptPayload(std::move(body.bytes), options, journal, page)) return false;
  (*journal)[Counter::kBodyUndecoded] += body.undecoded ? 1 : 0;
  *cut |= body.cut;
  return true;
}

}  // namespace

std::size_t RecordKeepBytes(const SourceOptions& options) {
  return static_cast<std::size_t>(options.max_page_bytes) + kHeaderRoom;
}

bool FillArchivePage(const ArchiveRecord& record, const RecordPayload& payload,
                     const SourceOptions& options, Journal* journal, RawPage* page) {
  if (payload.bytes.empty()) return Skip(journal, Counter::kSkippedEmptyFile);
  const auto response = record.is_http ? ParseHttpResponse(payload.bytes) : std::nullopt;
  bool cut = record.cut_by_crawler;
  if (response) {
    if (!FillFromResponse(*response, options, journal, page, &cut)) return false;
  } else if (record.is_http && !LooksLikeHtml(payload.bytes)) {
    // No status line and no html of HTTP/0.9, or of a crawler that dropped the headers, either.
    return Skip(journal, Counter::kSkippedMalformed);
  } else if (!record.is_http &&
             !IsPage(record.content_type, payload.bytes, record.text_is_page, page)) {
    return Skip(journal, Counter::kSkippedNotHtml);
  } else if (!AcceptPayload(std::string(payload.bytes), options, journal, page)) {
    return false;
  }
  if (cut && !payload.truncated)
    ++(*journal)[Counter::kTruncatedRecords];  // else the cutter counted it
  return true;
}

}  // namespace thresh
