// McpArguments: what a call of a tool was given, checked by the arguments that the row of the tool
// declares. A value; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

// An argument is a text, or a number from `least` to `most`.
struct McpArgument {
  std::string_view name;
  std::string_view help;  // one sentence
  bool required = false;
  std::int64_t least = 0, most = 0;  // 0: a text
  std::int64_t otherwise = 0;        // the number if none is given
  bool is_number() const { return most > 0; }
};

class McpArguments {
 public:
  // kUsage if `given` is no object, lacks an argument, or has one that is not declared, of the
  // wrong type or out of range.
  static Result<McpArguments> Of(const nlohmann::ordered_json& given,
                                 std::span<const McpArgument> declared);

  // Empty if none was given.
  const std::string& Text(std::string_view name) const;
  // REQUIRES: a number is declared by this name.
  std::int64_t Number(std::string_view name) const { return numbers_.find(name)->second; }

  // The JSON schema of the arguments.
  static nlohmann::ordered_json Schema(std::span<const McpArgument> declared);

 private:
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, std::int64_t, std::less<>> numbers_;
};

}  // namespace thresh
