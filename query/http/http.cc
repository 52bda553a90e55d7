#include "query/http/http.h"

namespace thresh {

std::string_view HttpRequest::Parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters)
    if (key == name) return value;
  return {};
}

}  // namespace thresh
