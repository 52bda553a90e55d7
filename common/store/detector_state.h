// What a detector knew when a build ended: row `state` of `meta`, kept where it was asked for, so
// that the build of a later crawl can begin with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thresh {

inline constexpr std::string_view kMetaState = "state";

struct DetectorState {
  std::vector<std::string> sites;  // hosts as the detector numbers them: by first appearance
  std::string state;               // Detector::SaveState
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

}  // namespace thresh
