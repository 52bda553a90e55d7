// ArchivePage: the payload of one record of a web archive (WARC, ARC) made into a page, or counted.
#pragma once

#include <string>
#include <string_view>

#include "indexer/sources/record_cutter.h"
#include "indexer/sources/source.h"

namespace thresh {

// How much of a record has to be held so that its page can be filled up to the cap.
std::size_t RecordKeepBytes(const SourceOptions& options);

struct ArchiveRecord {
  std::string_view content_type;  // of the payload as the record says; may be empty
  bool is_http = false;           // the payload is an HTTP response by its type, or may be one
  bool text_is_page = false;      // text/plain is taken, as plain text (conversion records)
  bool cut_by_crawler = false;    // the record says that its payload is not complete
};

// Fills page->bytes, http_charset and is_text. False where the record holds no page; the reason is
// counted.
bool FillArchivePage(const ArchiveRecord& record, const RecordPayload& payload,
                     const SourceOptions& options, Journal* journal, RawPage* page);

}  // namespace thresh
