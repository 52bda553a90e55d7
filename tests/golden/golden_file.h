// Golden files: worked examples with the values that a method must give. tests/golden/README.md
// says where they come from.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/json.h"

namespace thresh {

// The parsed file. The test fails if it is missing.
inline nlohmann::json ReadGolden(const std::string& name) {
  std::ifstream in(std::string(THRESH_SOURCE_DIR) + "/tests/golden/" + name);
  EXPECT_TRUE(in) << "golden file " << name << " is missing";
  return in ? ParseJson(in) : nlohmann::json();
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
