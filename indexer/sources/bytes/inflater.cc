#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "common/base/check.h"
#include "indexer/sources/bytes/decompressor.h"

namespace thresh {
namespace {

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

int WindowBits(InflateFormat format) {
  switch (format) {
    case InflateFormat::kGzip:
      return 15 + 16;
    case InflateFormat::kZlib:
      return 15;
    case InflateFormat::kRaw:
      return -15;
  }
  return 15;
}

uInt Clamp(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

class Inflater : public Decompressor {
 public:
  explicit Inflater(InflateFormat format) {
    THRESH_CHECK(inflateInit2(&stream_, WindowBits(format)) == Z_OK);
    end_.reset(&stream_);
  }

  State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) override {
    stream_.next_in = reinterpret_cast<const Bytef*>(in->data());
    stream_.avail_in = Clamp(in->size());
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = Clamp(size);
    const uInt fed = stream_.avail_in;
    const uInt room = stream_.avail_out;
    const int state = inflate(&stream_, Z_NO_FLUSH);
    in->remove_prefix(fed - stream_.avail_in);
    *made = room - stream_.avail_out;
    if (state == Z_STREAM_END) return State::kEnd;
    return state == Z_OK || state == Z_BUF_ERROR ? State::kMore : State::kBroken;
  }

  void Restart() override { inflateReset(&stream_); }

 private:
  z_stream stream_{};
  std::unique_ptr<z_stream, EndInflate> end_;
};

}  // namespace

std::unique_ptr<Decompressor> MakeInflater(InflateFormat format) {
  return std::make_unique<Inflater>(format);
}

}  // namespace thresh
