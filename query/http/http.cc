#include "query/http/http.h"

namespace thresh {

namespace {

std::string_view FirstOf(const std::vector<std::pair<std::string, std::string>>& pairs,
                         std::string_view name) {
  for (const auto& [key, value] : pairs)
    if (key == name) return value;
  return {};
}

}  // namespace

std::string_view HttpRequest::Parameter(std::string_view name) const {
  return FirstOf(parameters, name);
}

std::string_view HttpRequest::Header(std::string_view name) const { return FirstOf(headers, name); }

}  // namespace thresh
