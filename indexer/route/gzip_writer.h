// GzipWriter: puts bytes into members of gzip (RFC 1952) without packing them, because packing
// would take most of the time of a route. A copier owns one for the records that it cuts out of a
// member. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thresh {

class GzipWriter {
 public:
  // Appends to *out. The first call begins a member.
  void Write(std::string_view bytes, std::string* out);
  // Ends the member; without one nothing is written.
  void End(std::string* out);

 private:
  std::uint32_t checksum_ = 0, size_ = 0;  // of the member so far
  bool in_member_ = false;
};

}  // namespace thresh
