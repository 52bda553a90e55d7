// Replay: a method in the place of a SiteJudge. The pages of a site are logged as rows
// (page_row.h), and a new detector sees them one after the other when the input has ended. A method
// that works across sites is one detector for all of them.
#pragma once

#include <memory>

#include "indexer/detect/site_judge.h"

namespace thresh {

std::unique_ptr<SiteJudge> MakeReplay(const DetectorInfo& info, const DetectorConfig& config,
                                      JudgeRoom room);

}  // namespace thresh
