// Writes statistics files (statistics_file.h): what several stores and other statistics files count
// together. `thresh-query statistics` calls it. Streams: needs the memory of a block and of the
// summary.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/statistics_file.h"
#include "common/store/store.h"

namespace thresh {

// `store` may be null, and `files` empty, but not both. kUsage if two of them have the same site or
// were built with other settings.
Status WriteStatistics(const Store* store,
                       const std::vector<std::unique_ptr<StatisticsFile>>& files,
                       const std::function<Status(std::string_view)>& write);

}  // namespace thresh
