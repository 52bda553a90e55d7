// ArchiveReader: pages out of a web archive. WARC and ARC share the loop, the rules for payloads
// and the counting; an ArchiveFormat says where they differ. Made by warc_reader.cc and
// arc_reader.cc. A PageReader: see page_reader.h for its life and its cases.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/counters.h"
#include "indexer/records.h"
#include "indexer/sources/page_reader.h"
#include "indexer/sources/record_cutter.h"
#include "indexer/sources/record_walk.h"

namespace thresh {

// What the header of a record says.
struct ArchiveRecord {
  enum class Payload {
    kHttp,          // an HTTP response, or a body whose headers the crawler dropped
    kHttpIfMarked,  // an HTTP response if it starts like one, else the page itself
    kPlain,         // the page itself
  };

  std::optional<std::uint64_t> length;  // of the payload; none if the header does not say it
  std::optional<Counter> skip;          // the reason for which the record cannot be a page
  RecordKind kind = RecordKind::kPage;  // another one needs no payload
  Payload payload = Payload::kPlain;
  std::string content_type;     // of a payload that is the page itself; may be empty
  bool text_is_page = false;    // text/plain is taken, as plain text (conversion records)
  bool cut_by_crawler = false;  // the header says that the payload is not complete
  std::string url, docno, date;
  std::string refers_to;  // RawPage::refers_to
};

struct ArchiveFormat {
  StartsRecord starts_record;
  RecordCutter::Header header;
  // Reads a header that the cutter has taken; nothing if it is none.
  std::optional<ArchiveRecord> (*parse_header)(std::string_view header);
};

std::unique_ptr<PageReader> MakeArchiveReader(const ArchiveFormat& format, ReaderContext context);
// The places of the same records, pages or not (record_walk.h).
std::unique_ptr<RecordWalk> MakeArchiveWalk(const ArchiveFormat& format, ReaderContext context);

}  // namespace thresh
