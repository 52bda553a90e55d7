#include "indexer/sources/bytes/decompressor.h"

#define ZLIB_CONST
#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>

#include "common/base/check.h"
#include "common/base/memory.h"

namespace thresh {
namespace {

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// zlib's own code for a format: 15 is the largest window (32 KB), + 16 asks for a gzip header, a
// minus sign for none (zlib.h, inflateInit2).
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

// zlib counts in 32 bits. What does not fit is left for the next step.
uInt Clamp(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

class Inflater : public Decompressor {
 public:
  explicit Inflater(InflateFormat format) {
    const int made = inflateInit2(&stream_, WindowBits(format));
    OutOfMemoryIf(made == Z_MEM_ERROR);
    THRESH_CHECK(made == Z_OK);
    // Set only now, because inflateEnd must not see a stream that was never initialised.
    end_.reset(&stream_);
  }

  State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) override {
    // The buffers of the caller may have moved since the last step, so zlib gets both pointers
    // anew.
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
    // Z_BUF_ERROR only says that this step had no input or no room.
    return state == Z_OK || state == Z_BUF_ERROR ? State::kMore : State::kBroken;
  }

  // inflateReset keeps the memory of the window. An archive may have one member for each record.
  void Restart() override { inflateReset(&stream_); }

 private:
  z_stream stream_{};
  std::unique_ptr<z_stream, EndInflate> end_;
};

struct DestroyBrotli {
  void operator()(BrotliDecoderState* state) const { BrotliDecoderDestroyInstance(state); }
};

class BrotliDecoder : public Decompressor {
 public:
  BrotliDecoder() { Restart(); }

  State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) override {
    std::size_t left = in->size();
    std::size_t room = size;
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in->data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out);
    const auto result =
        BrotliDecoderDecompressStream(state_.get(), &left, &next_in, &room, &next_out, nullptr);
    in->remove_prefix(in->size() - left);
    *made = size - room;
    if (result == BROTLI_DECODER_RESULT_SUCCESS) return State::kEnd;
    return result == BROTLI_DECODER_RESULT_ERROR ? State::kBroken : State::kMore;
  }

  void Restart() override {  // the library has no reset
    state_.reset(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
    OutOfMemoryIf(state_ == nullptr);
  }

 private:
  std::unique_ptr<BrotliDecoderState, DestroyBrotli> state_;
};

struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdDecoder : public Decompressor {
 public:
  ZstdDecoder(int max_window_log, std::string_view dictionary) : context_(ZSTD_createDCtx()) {
    OutOfMemoryIf(context_ == nullptr);
    // A frame names the size of its own window, and the decoder allocates it. The limit bounds
    // what a hostile frame can ask for.
    THRESH_CHECK(
        !ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log)));
    // A damaged dictionary shows when the first frame cannot be decoded with it.
    dictionary_ok_ = !ZSTD_isError(
        ZSTD_DCtx_loadDictionary(context_.get(), dictionary.data(), dictionary.size()));
  }

  State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) override {
    *made = 0;
    if (!dictionary_ok_) return State::kBroken;
    ZSTD_inBuffer input{in->data(), in->size(), 0};
    ZSTD_outBuffer output{out, size, 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &output, &input);
    in->remove_prefix(input.pos);
    *made = output.pos;
    if (ZSTD_isError(result)) return State::kBroken;
    return result == 0 ? State::kEnd : State::kMore;
  }

  // Resets the session only, because the next frame needs the same dictionary and the same limit.
  void Restart() override { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

 private:
  std::unique_ptr<ZSTD_DCtx, FreeZstd> context_;
  bool dictionary_ok_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> MakeInflater(InflateFormat format) {
  return std::make_unique<Inflater>(format);
}

std::unique_ptr<Decompressor> MakeBrotliDecoder() { return std::make_unique<BrotliDecoder>(); }

std::unique_ptr<Decompressor> MakeZstdDecoder(int max_window_log, std::string_view dictionary) {
  return std::make_unique<ZstdDecoder>(max_window_log, dictionary);
}

}  // namespace thresh
