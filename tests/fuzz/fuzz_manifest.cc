// Any bytes as a manifest, as they are and with the checksum that they need: refused with one line,
// or understood so that encoding and decoding again change nothing, and never naming a file outside
// of the store.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/store/store.h"

namespace {

void Try(std::string_view text) {
  const thresh::Result<thresh::Manifest> manifest = thresh::Manifest::Decode(text, "manifest");
  if (!manifest.ok()) {
    THRESH_CHECK(manifest.status().code() == thresh::Code::kUnusable);
    THRESH_CHECK(manifest.status().message().find('\n') == std::string::npos);
    return;
  }
  for (const thresh::SegmentEntry& segment : manifest.value().segments) {
    for (const thresh::FileEntry& file : segment.files) {
      THRESH_CHECK(file.path.starts_with(segment.name + "/") && file.path.find("..") != 0);
      THRESH_CHECK(file.path.find("/..") == std::string::npos && file.path[0] != '/');
    }
  }
  const std::string once = manifest.value().Encode();
  const thresh::Result<thresh::Manifest> again = thresh::Manifest::Decode(once, "manifest");
  THRESH_CHECK(again.ok());
  THRESH_CHECK(again.value().Encode() == once);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Try(text);
  std::string body = "thresh-manifest 1\n" + text;
  if (body.back() != '\n') body += '\n';
  Try(body + "checksum " + thresh::HashBytes(body).Hex() + "\n");
  return 0;
}
