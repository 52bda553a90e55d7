#include <zstd.h>

#include "common/base/check.h"
#include "indexer/sources/bytes/decompressor.h"

namespace thresh {
namespace {

struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdDecoder : public Decompressor {
 public:
  ZstdDecoder(int max_window_log, std::string_view dictionary) : context_(ZSTD_createDCtx()) {
    THRESH_CHECK(context_ != nullptr);
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

  void Restart() override { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

 private:
  std::unique_ptr<ZSTD_DCtx, FreeZstd> context_;
  bool dictionary_ok_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> MakeZstdDecoder(int max_window_log, std::string_view dictionary) {
  return std::make_unique<ZstdDecoder>(max_window_log, dictionary);
}

}  // namespace thresh
