#include "tests/support/json.h"

#include <istream>
#include <ostream>

namespace thresh {

nlohmann::json ParseJson(std::string_view text) { return nlohmann::json::parse(text); }
nlohmann::json ParseJson(std::istream& in) { return nlohmann::json::parse(in); }
nlohmann::ordered_json ParseOrderedJson(std::string_view text) {
  return nlohmann::ordered_json::parse(text);
}
std::string JsonText(const nlohmann::json& value) { return value.dump(); }
std::string JsonText(const nlohmann::ordered_json& value) { return value.dump(); }

}  // namespace thresh

template class nlohmann::basic_json<>;

namespace nlohmann {

void PrintTo(const json& value, std::ostream* out) { *out << value.dump(); }
void PrintTo(const ordered_json& value, std::ostream* out) { *out << value.dump(); }

}  // namespace nlohmann
