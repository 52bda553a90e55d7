#include "query/export/packer.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "common/base/check.h"

namespace thresh {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

class Plain : public Packer {
 public:
  void Pack(std::string_view bytes, std::string* out) override { out->append(bytes); }
  void End(std::string*) override {}
};

class Gzip : public Packer {
 public:
  Gzip() {
    constexpr int kGzip = 15 + 16;  // the largest window, in a frame of gzip instead of zlib
    THRESH_CHECK(deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8,
                              Z_DEFAULT_STRATEGY) == Z_OK);
  }
  ~Gzip() override { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void Pack(std::string_view bytes, std::string* out) override {
    // zlib counts in 32 bits.
    constexpr std::size_t kMost = std::size_t{1} << 30;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kMost, bytes.size()))) {
      // zlib does not write to its input, and only its C interface lacks the const.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream_.avail_in = static_cast<uInt>(std::min(kMost, bytes.size()));
      Run(Z_NO_FLUSH, out);
      open_ = true;
    }
  }

  void End(std::string* out) override {
    if (!open_) return;
    Run(Z_FINISH, out);
    THRESH_CHECK(deflateReset(&stream_) == Z_OK);
    open_ = false;
  }

 private:
  void Run(int flush, std::string* out) {
    do {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, flush);
      out->append(reinterpret_cast<const char*>(buffer_.data()),
                  buffer_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_ = {};
  std::array<Bytef, kPieceBytes> buffer_;
  bool open_ = false;
};

class Zstd : public Packer {
 public:
  Zstd() : context_(ZSTD_createCCtx()) { THRESH_CHECK(context_ != nullptr); }
  ~Zstd() override { ZSTD_freeCCtx(context_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  void Pack(std::string_view bytes, std::string* out) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size) Run(&in, ZSTD_e_continue, out);
    open_ = open_ || !bytes.empty();
  }
  void End(std::string* out) override {
    ZSTD_inBuffer in{nullptr, 0, 0};
    while (open_) open_ = Run(&in, ZSTD_e_end, out) > 0;
  }

 private:
  std::size_t Run(ZSTD_inBuffer* in, ZSTD_EndDirective end, std::string* out) {
    ZSTD_outBuffer piece{buffer_.data(), buffer_.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_, &piece, in, end);
    THRESH_CHECK(ZSTD_isError(left) == 0);
    out->append(buffer_.data(), piece.pos);
    return left;
  }

  ZSTD_CCtx* context_;
  std::array<char, kPieceBytes> buffer_;
  bool open_ = false;
};

}  // namespace

std::unique_ptr<Packer> MakePacker(std::string_view name) {
  if (name.ends_with(".gz")) return std::make_unique<Gzip>();
  if (name.ends_with(".zst")) return std::make_unique<Zstd>();
  return std::make_unique<Plain>();
}

}  // namespace thresh
