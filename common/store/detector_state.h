// What a detector knew when a build ended: row `state` of family `meta`. A build stores it with
// --keep-state, and the build of a later crawl begins with it (--carry-from). A value, not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kMetaState = "state";

// The version of everything that detectors save. A build that another version left half done starts
// over, and no build carries on from a store of another version.
inline constexpr std::uint32_t kDetectorStateVersion = 3;

struct DetectorState {
  std::string state;  // Detector::SaveState
  std::string Encode() const;
  // Returns false for damaged bytes and for another version.
  [[nodiscard]] bool Decode(std::string_view bytes);
};

}  // namespace thresh
