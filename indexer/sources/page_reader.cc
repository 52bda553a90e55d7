#include "indexer/sources/page_reader.h"

#include "indexer/sources/html_sniff.h"

namespace thresh {

void ResetPage(RawPage* page) {
  // Assigning a fresh page empties every member, even one that is added later.
  RawPage empty;
  empty.sequence = page->sequence;
  *page = std::move(empty);
}

bool AcceptPayload(std::string bytes, const PageLimits& limits, Journal* journal, RawPage* page) {
  if (bytes.empty()) {
    ++(*journal)[Counter::kSkippedEmptyFile];
    return false;
  }
  if (LooksBinary(bytes)) {
    ++(*journal)[Counter::kSkippedBinary];
    return false;
  }
  if (page->url.size() > kMaxUrlBytes) {
    page->url.clear();
    ++(*journal)[Counter::kSkippedLongUrl];
    return false;
  }
  if (bytes.size() > limits.max_page_bytes) {
    // A cut page is better than none: its beginning has the title, and it is counted.
    bytes.resize(static_cast<std::size_t>(limits.max_page_bytes));
    ++(*journal)[Counter::kPayloadCapped];
  }
  (*journal)[Counter::kBytesRead] += bytes.size();
  page->bytes = std::move(bytes);
  return true;
}

bool NameOnly(RawPage* page) {
  page->bytes.clear();
  page->kind = RecordKind::kNamed;
  return !page->url.empty();
}

}  // namespace thresh
