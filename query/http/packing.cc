#include "query/http/packing.h"

#include <zlib.h>

#include <cstddef>
#include <utility>

#include "common/base/check.h"

namespace thresh {
namespace {

constexpr std::size_t kWorthPacking = 1024;  // bytes; fewer fit into one packet
constexpr int kLevel = 4;                    // a millisecond for a page of results
constexpr int kGzip = 15 + 16;               // what deflateInit2 takes for a window and this frame

}  // namespace

void PackBody(const HttpRequest& request, HttpResponse* response) {
  if (!request.gzip || response->body.size() < kWorthPacking) return;
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return;
  std::string packed(deflateBound(&stream, response->body.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(response->body.data());
  stream.avail_in = static_cast<uInt>(response->body.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  // The bound has room for all of it, so one call ends it.
  THRESH_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  response->body = std::move(packed);
  response->packed = true;
}

}  // namespace thresh
