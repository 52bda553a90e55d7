// Turns what an evaluation has found into strikes: blocks whose exact text is template, and the
// template blocks of each cluster. Used by bsc_wfc.cc.
#pragma once

#include <cstdint>
#include <span>

#include "indexer/detect/bsc_wfc/exact_texts.h"
#include "indexer/detect/bsc_wfc/template_decision.h"
#include "indexer/detect/strike_list.h"

namespace thresh {

// All blocks that `exact` takes for template.
void StrikeExactTexts(std::span<const RunBlockInfo> blocks, const ExactTexts& exact,
                      StrikeList* strikes);

// The blocks of one cluster that are template by `evidence`, but for those that `exact` has struck.
// The leader of most template words of a block is its template.
void StrikeCluster(std::span<const RunBlockInfo> blocks, std::span<const RunBlock> members,
                   std::span<const BlockEvidence> evidence, const ExactTexts& exact,
                   std::uint32_t min_wfc, StrikeList* strikes);

}  // namespace thresh
