#include "common/store/detector_state.h"

#include "common/base/coder.h"

namespace thresh {
namespace {

template <typename Coder, typename State>
void Describe(Coder& coder, State& s) {
  coder.String(s.state);
}

}  // namespace

std::string DetectorState::Encode() const {
  return Encoded([&](RecordWriter& out) {
    // The version stands first, so that another layout is refused before it is read.
    out.Number(kDetectorStateVersion);
    Describe(out, *this);
  });
}

bool DetectorState::Decode(std::string_view bytes) {
  return Decoded(bytes, [&](RecordReader& in) {
    std::uint32_t version = 0;
    in.Number(version);
    if (version != kDetectorStateVersion) return in.Fail();
    Describe(in, *this);
  });
}

}  // namespace thresh
