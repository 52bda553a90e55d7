// What a detector knew when a build ended: row `state` of `meta`, kept where it was asked for, so
// that the build of a later crawl can begin with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kMetaState = "state";

// Of what any detector saves. A build that another version left half done starts over, and no build
// carries on from a store that holds another version.
inline constexpr std::uint32_t kDetectorStateVersion = 2;

struct DetectorState {
  std::string state;  // Detector::SaveState
  std::string Encode() const;
  // False on damage and on another version.
  [[nodiscard]] bool Decode(std::string_view bytes);
};

}  // namespace thresh
