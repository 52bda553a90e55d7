// Dates on the command line, for search and changes.
#pragma once

#include <string>

#include "common/base/status.h"
#include "query/retrieve/condition.h"

namespace thresh {

// kUsage if a date was given that is none; a date that is empty was not given.
inline Status CheckDate(const std::string& option, const std::string& date) {
  if (date.empty() || IsDateBound(date)) return {};
  return Status(Code::kUsage, "--" + option + " " + date +
                                  " is no date: write 2024, 2024-06-01 or 2024-06-01T08:30:00Z");
}

}  // namespace thresh
