// GzipWriter: packs bytes as members of gzip (RFC 1952). A copier owns one for the records that it
// has to pack anew. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace thresh {

class GzipWriter {
 public:
  GzipWriter();
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  // Appends packed bytes to *out. The first call begins a member; what is not written yet stays
  // here until the next call.
  void Write(std::string_view bytes, std::string* out);
  // Ends the member; without one nothing is written.
  void End(std::string* out);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace thresh
