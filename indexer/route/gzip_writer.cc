#include "indexer/route/gzip_writer.h"

#include <zlib.h>

#include <array>

#include "common/base/check.h"

namespace thresh {
namespace {
constexpr int kLevel = 1;        // a shard is read once: its size matters less than the time
constexpr int kGzip = 15 + 16;   // the largest window, and a gzip header (zlib.h)
constexpr int kMemoryLevel = 8;  // the default
}  // namespace

struct GzipWriter::Stream {
  z_stream zlib{};
  bool in_member = false;

  void Run(std::string_view bytes, int flush, std::string* out) {
    // zlib does not write to its input, but its interface is older than const.
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
    zlib.avail_in = static_cast<uInt>(bytes.size());
    std::array<char, 16 << 10> packed;
    do {
      zlib.next_out = reinterpret_cast<Bytef*>(packed.data());
      zlib.avail_out = static_cast<uInt>(packed.size());
      THRESH_CHECK(deflate(&zlib, flush) != Z_STREAM_ERROR);
      out->append(packed.data(), packed.size() - zlib.avail_out);
    } while (zlib.avail_out == 0);
  }
};

GzipWriter::GzipWriter() : stream_(std::make_unique<Stream>()) {
  THRESH_CHECK(deflateInit2(&stream_->zlib, kLevel, Z_DEFLATED, kGzip, kMemoryLevel,
                            Z_DEFAULT_STRATEGY) == Z_OK);
}

GzipWriter::~GzipWriter() { deflateEnd(&stream_->zlib); }

void GzipWriter::Write(std::string_view bytes, std::string* out) {
  if (bytes.empty()) return;
  stream_->in_member = true;
  stream_->Run(bytes, Z_NO_FLUSH, out);
}

void GzipWriter::End(std::string* out) {
  if (!stream_->in_member) return;
  stream_->Run({}, Z_FINISH, out);
  THRESH_CHECK(deflateReset(&stream_->zlib) == Z_OK);
  stream_->in_member = false;
}

}  // namespace thresh
