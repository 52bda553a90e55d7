#include "query/mcp/arguments.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/cli/table.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

Status Wrong(std::string_view name, const std::string& what) {
  return Status(Code::kUsage, "the argument " + SafeText(name.substr(0, 100)) + " " + what);
}

// JSON Schema takes 5.0 for an integer.
std::optional<std::int64_t> IntegerOf(const Json& value) {
  constexpr double kExact = 1LL << 53;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 53) return {};
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  if (!(std::abs(number) <= kExact) || number != std::floor(number)) return {};
  return static_cast<std::int64_t>(number);
}

}  // namespace

Result<McpArguments> McpArguments::Of(const Json& given, std::span<const McpArgument> declared) {
  McpArguments arguments;
  for (const McpArgument& row : declared) {
    if (row.is_number()) arguments.numbers_.emplace(row.name, row.otherwise);
  }
  if (!given.is_object() && !given.is_null())
    return Status(Code::kUsage, "the arguments of a tool are an object");
  for (const auto& item : given.items()) {
    const std::string& name = item.key();
    const Json& value = item.value();
    const auto row = std::find_if(declared.begin(), declared.end(),
                                  [&](const McpArgument& one) { return one.name == name; });
    if (row == declared.end()) return Wrong(name, "is unknown");
    if (!row->is_number()) {
      if (!value.is_string()) return Wrong(name, "must be a string");
      arguments.texts_[name] = value.get<std::string>();
      continue;
    }
    const std::optional<std::int64_t> number = IntegerOf(value);
    if (!number || *number < row->least || *number > row->most)
      return Wrong(name, "must be an integer from " + std::to_string(row->least) + " to " +
                             std::to_string(row->most));
    arguments.numbers_[name] = *number;
  }
  for (const McpArgument& row : declared) {
    if (row.required && arguments.Text(row.name).empty()) return Wrong(row.name, "is missing");
  }
  return arguments;
}

const std::string& McpArguments::Text(std::string_view name) const {
  static const std::string none;
  const auto found = texts_.find(name);
  return found == texts_.end() ? none : found->second;
}

Json McpArguments::Schema(std::span<const McpArgument> declared) {
  Json properties = Json::object(), required = Json::array();
  for (const McpArgument& row : declared) {
    Json& property = properties[std::string(row.name)];
    property = {{"type", row.is_number() ? "integer" : "string"}, {"description", row.help}};
    if (row.is_number()) {
      property["minimum"] = row.least;
      property["maximum"] = row.most;
      property["default"] = row.otherwise;
    }
    if (row.required) required.push_back(row.name);
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace thresh
