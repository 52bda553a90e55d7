// The body of an HTTP response as its author wrote it: transfer codings (chunked) and content
// codings (gzip, deflate, br, zstd) taken off, RFC 9112 7 and RFC 9110 8.4.
//
// Crawlers store bodies that are decoded already and keep the headers: a body that is not in its
// announced coding is taken as it is.
#pragma once

#include <string>

#include "indexer/sources/http_message.h"
#include "indexer/sources/source.h"

namespace thresh {

struct DecodedBody {
  std::string bytes;
  bool undecoded = false;  // a coding was unknown or did not fit
  bool cut = false;        // the coded body ends early or is damaged behind a good beginning
  bool bomb = false;       // over the ratio or nesting limit; bytes are of no use
};

// Decodes at most a little more than options.max_page_bytes.
DecodedBody DecodeBody(const HttpResponse& response, const SourceOptions& options);

}  // namespace thresh
