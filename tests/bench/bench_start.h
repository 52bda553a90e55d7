// Start of a program: the median of many runs, against `true`, and its peak memory.
#pragma once

#include <string>

namespace thresh {

void PrintStart(const std::string& program, const std::string& store, const std::string& query);

}  // namespace thresh
