#include <brotli/decode.h>

#include "common/base/check.h"
#include "indexer/sources/bytes/decompressor.h"

namespace thresh {
namespace {

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

  void Restart() override {
    state_.reset(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
    THRESH_CHECK(state_ != nullptr);
  }

 private:
  std::unique_ptr<BrotliDecoderState, DestroyBrotli> state_;
};

}  // namespace

std::unique_ptr<Decompressor> MakeBrotliDecoder() { return std::make_unique<BrotliDecoder>(); }

}  // namespace thresh
