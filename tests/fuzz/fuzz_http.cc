#include "indexer/sources/content_coding.h"
#include "tests/fuzz/reader_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto response = thresh::ParseArchivedResponse(thresh::fuzz::View(data, size));
  if (!response) return 0;
  const auto media = thresh::ParseMediaType(response->fields.Get("Content-Type"));
  THRESH_CHECK(media.charset.size() <= size);
  const auto body = thresh::DecodeBody(*response, thresh::fuzz::Limits());
  // One step of a decoder more than the cap; what is taken as it is is not longer than the input.
  THRESH_CHECK(body.bytes.size() <= size + thresh::fuzz::Limits().max_page_bytes + (64u << 10));
  return 0;
}
