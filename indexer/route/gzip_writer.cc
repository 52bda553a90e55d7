#include "indexer/route/gzip_writer.h"

#include <zlib.h>

#include <algorithm>

namespace thresh {
namespace {

// RFC 1952: the magic number, "deflate", no flags, no time, no extra flags, an unknown system.
constexpr std::string_view kHeader("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
// RFC 1951, 3.2.4: a stored block has its length in two bytes.
constexpr std::size_t kMostInBlock = 0xffff;

void AppendLittleEndian(std::uint32_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> 8 * i & 0xff));
}

void AppendBlock(std::string_view bytes, bool last, std::string* out) {
  out->push_back(last ? '\1' : '\0');
  const auto size = static_cast<std::uint32_t>(bytes.size());
  AppendLittleEndian(size, 2, out);
  AppendLittleEndian(~size, 2, out);
  *out += bytes;
}

}  // namespace

void GzipWriter::Write(std::string_view bytes, std::string* out) {
  if (bytes.empty()) return;
  if (!in_member_) *out += kHeader;
  in_member_ = true;
  checksum_ = static_cast<std::uint32_t>(crc32_z(
      checksum_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));  // NOLINT
  size_ += static_cast<std::uint32_t>(bytes.size());  // modulo 2^32, as the format has it
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kMostInBlock)))
    AppendBlock(bytes.substr(0, kMostInBlock), false, out);
}

void GzipWriter::End(std::string* out) {
  if (!in_member_) return;
  AppendBlock({}, true, out);
  AppendLittleEndian(checksum_, 4, out);
  AppendLittleEndian(size_, 4, out);
  *this = GzipWriter();
}

}  // namespace thresh
