// SiteModel: what a detector has learnt of a site from a sample of its pages. A site that is too
// large to be judged as a whole is judged by one. `thresh-index learn` writes one into a file,
// `build --model` reads it, and a segment keeps those that decide about its sites (row `models` of
// `meta`). A plain value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

class Store;

inline constexpr std::string_view kMetaModels = "models";  // no row where there are none

struct SiteModel {
  std::string host;
  std::string analyzer, detector;  // as in `meta`: words and texts are those of both
  std::uint64_t sample = 0;        // pages that it was learnt from
  std::uint64_t of = 0;            // pages that they were drawn from
  bool given = false;              // by --model; else learnt anew whenever the site is judged
  std::string log;                 // the detector's own; empty where the model was not given
};

// By host.
std::string EncodeModels(const std::vector<SiteModel>& models);
[[nodiscard]] bool DecodeModels(std::string_view bytes, std::vector<SiteModel>* models);

// A file with one model. kUnusable if it is damaged or none; `file` is its name in messages.
std::string EncodeModelFile(const SiteModel& model);
Result<SiteModel> DecodeModelFile(std::string_view bytes, const std::string& file);

// The models of all live sites of a store, by host.
Result<std::vector<SiteModel>> ReadModels(const Store& store);

}  // namespace thresh
