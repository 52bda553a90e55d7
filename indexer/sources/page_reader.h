// PageReader: pages out of a stream of one format (warc, arc, trec, jsonl, a single html file). A
// source owns it together with the Input that it reads; the journal belongs to the source and
// outlives it. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/base/status.h"
#include "indexer/records.h"
#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/journal.h"

namespace thresh {

// Law 6: what a page or a compressed input may cost at most.
struct PageLimits {
  std::uint64_t max_page_bytes = 8u << 20;  // of a decoded payload; longer pages are cut
  std::uint32_t max_ratio = 200;            // output bytes per input byte, after the first 1 MB
  std::uint32_t max_nesting = 3;            // layers of .gz and .zst, and of Content-Encoding
};

class PageReader {
 public:
  virtual ~PageReader() = default;

  // Fills *page with the next page and returns true. The first call delivers the first page. The
  // reader keeps page->sequence (ResetPage).
  // At the end of the stream: returns false, and does so again when called again.
  // On a bad record: counts it in the journal under one reason and goes on with the next record.
  // Every record is counted once in kRecordsRead, and either becomes a page or is counted as
  // skipped: also one that says that a page is gone, or still there, or only names it (RecordKind).
  // On an I/O error: returns the Status of the stream. The reader must not be used again.
  virtual Result<bool> Next(RawPage* page) = 0;
};

// What every reader is made of.
struct ReaderContext {
  std::unique_ptr<Input> input;
  std::string name;      // of the input: a path, or "-" for standard input
  std::string base_url;  // SourceOptions::base_url: for pages that carry no URL
  PageLimits limits;
  Journal* journal = nullptr;
  std::string folder = {};  // SourceOptions::name, of the folder of an html file
};

// Empties the page. It keeps what belongs to the pipeline: its sequence and the number of its
// input.
void ResetPage(RawPage* page);

// The last step of every reader: gives `bytes` to the page, cut at the cap. Returns false for a
// page without a byte, with bytes that are no text, or with a URL that is too long, and counts it.
bool AcceptPayload(std::string bytes, const PageLimits& limits, Journal* journal, RawPage* page);

// What was fetched and is no page still names its URL: the page of that URL is not absent from the
// crawl. Returns false if there is no URL.
bool NameOnly(RawPage* page);

}  // namespace thresh
