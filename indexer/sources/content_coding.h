// DecodeBody: the body of an archived HTTP response as its author wrote it. Transfer codings
// (chunked) and content codings (gzip, deflate, br, zstd) are taken off (RFC 9112, 7 and RFC
// 9110, 8.4). ArchiveReader calls it for each response. No state, so any thread may call it.
//
// Many crawlers store bodies that they have decoded, and keep the headers. A body that is not in
// its announced coding is therefore taken as it is.
#pragma once

#include <string>

#include "indexer/sources/http_message.h"
#include "indexer/sources/page_reader.h"

namespace thresh {

struct DecodedBody {
  std::string bytes;
  bool undecoded = false;  // a coding was unknown or did not fit
  bool cut = false;        // the coded body ends early or is damaged behind a good beginning
  bool bomb = false;       // over the ratio or the nesting limit; do not use bytes
};

// Stops at the first piece over limits.max_page_bytes, so the result may be a little longer.
DecodedBody DecodeBody(const ArchivedResponse& response, const PageLimits& limits);

}  // namespace thresh
