#include "indexer/detect/spine/parameters.h"

#include <algorithm>
#include <string>

namespace thresh {

std::span<const SpineParameter> SpineParameterTable() {
  using P = SpineParameters;
  static constexpr SpineParameter kTable[] = {
      {"support", &P::support},
      {"fresh", &P::fresh},
      {"numbers", &P::numbers},
      {"scope", &P::scope},
      {"name_least", &P::name_least},
      {"name_most", &P::name_most},
      {"carry", &P::carry},
      {"vote", &P::vote},
      {"main", &P::main},
      {"nearly_all", &P::nearly_all},
      {"steady", &P::steady},
      {"branch", &P::branch},
      {"own_words", &P::own_words},
      {"node_dense", &P::node_dense},
      {"node_const", &P::node_const},
      {"node_least", &P::node_least},
      {"coverage", &P::coverage},
      {"coverage_mark", &P::coverage_mark},
      {"coverage_in", &P::coverage_in},
      {"dense", &P::dense},
      {"dense_nav", &P::dense_nav},
      {"links", &P::links},
      {"off_nav", &P::off_nav},
      {"off_bar", &P::off_bar},
      {"single", &P::single},
      {"placed", &P::placed},
      {"edge", &P::edge},
      {"copies", &P::copies},
      {"dense_in", &P::dense_in},
      {"heads", &P::heads},
      {"dense_bar", &P::dense_bar},
      {"const_bar", &P::const_bar},
      {"echo", &P::echo},
      {"dense_bare", &P::dense_bare},
      {"words_bare", &P::words_bare},
      {"instance", &P::instance},
  };
  return kTable;
}

// One page in a hundred, within bounds: below name_least nothing repeats, and on a large site a
// name of name_most pages is no accident any more.
double SpineParameters::Enough(std::uint32_t pages) const {
  constexpr double kPagesPerName = 100;
  return std::clamp(pages / kPagesPerName, name_least, std::max(name_least, name_most));
}

SpineParameters ReadSpineParameters(const DetectorConfig& config) {
  SpineParameters parameters;
  for (const SpineParameter& p : SpineParameterTable()) {
    parameters.*p.value = config.Get("spine." + std::string(p.name), parameters.*p.value);
  }
  return parameters;
}

}  // namespace thresh
