#include "common/store/detector_state.h"

#include "common/base/coder.h"

namespace thresh {
namespace {

template <typename Coder, typename State>
void Describe(Coder& coder, State& s) {
  coder.List(s.sites, [&](auto& host) { coder.String(host); });
  coder.String(s.state);
}

}  // namespace

std::string DetectorState::Encode() const {
  return Encoded([&](RecordWriter& out) { Describe(out, *this); });
}

bool DetectorState::Decode(std::string_view bytes) {
  return Decoded(bytes, [&](RecordReader& in) { Describe(in, *this); });
}

}  // namespace thresh
