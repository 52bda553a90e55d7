// StruckBlocks: the verdicts on the blocks of one evaluation, cluster by cluster → Strikes with
// their templates. A part of bsc_wfc.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "indexer/detect/bsc_wfc/exact_texts.h"
#include "indexer/detect/bsc_wfc/template_decision.h"
#include "indexer/strikes.h"

namespace thresh {

class StruckBlocks {
 public:
  // All blocks that `exact` knows as template are struck.
  StruckBlocks(std::span<const RunBlockInfo> blocks, const ExactTexts& exact,
               std::uint32_t min_wfc);
  void AddCluster(std::span<const RunBlock> members, std::span<const BlockEvidence> evidence);
  Strikes Finish();
  std::size_t bytes() const {
    return template_of_.size() * (sizeof(std::uint32_t) + sizeof(std::uint8_t));
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  Hash128 Key(RunBlock leader) const;
  // The number of the template; `rule` makes its words where it is new.
  template <typename F>
  std::uint32_t Template(RunBlock leader, F rule);

  std::span<const RunBlockInfo> blocks_;
  const ExactTexts& exact_;
  std::uint32_t min_wfc_;
  Strikes strikes_;
  std::map<std::pair<SiteId, Hash128>, std::uint32_t> by_key_;
  std::vector<std::uint32_t> template_of_;  // by RunBlock, so that strikes come out in order
  std::vector<std::uint8_t> score_;
};

}  // namespace thresh
