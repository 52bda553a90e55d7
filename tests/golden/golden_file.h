// Golden files of the method specification. They are no part of the project: without them the tests
// skip, visibly.
#pragma once

#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/json.h"

namespace thresh {

inline std::optional<nlohmann::json> ReadGolden(const std::string& name) {
  std::ifstream in(std::string(THRESH_SHARED_DIR) + "/golden/" + name);
  if (!in) return std::nullopt;
  return ParseJson(in);
}

inline std::vector<std::string> HexWords(const std::array<std::uint32_t, 4>& words) {
  std::vector<std::string> hex;
  for (std::uint32_t word : words) {
    std::array<char, 11> text{};
    std::snprintf(text.data(), text.size(), "0x%08x", word);
    hex.emplace_back(text.data());
  }
  return hex;
}

}  // namespace thresh

// Declares `golden`, the parsed file; ends the test as skipped where it is missing.
#define GOLDEN_OR_SKIP(golden, name)                                             \
  const auto golden##_file = ::thresh::ReadGolden(name);                         \
  if (!golden##_file) GTEST_SKIP() << "golden file " << (name) << " is missing"; \
  const nlohmann::json& golden = *golden##_file
