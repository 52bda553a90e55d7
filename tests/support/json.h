// JSON of tests: the reader and the writer of nlohmann/json take five seconds to compile under
// sanitizers, so they are compiled once, in json.cc.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace thresh {

// What is no JSON is an exception, and fails the test.
nlohmann::json ParseJson(std::string_view text);
nlohmann::json ParseJson(std::istream& in);
nlohmann::ordered_json ParseOrderedJson(std::string_view text);
std::string JsonText(const nlohmann::json& value);
std::string JsonText(const nlohmann::ordered_json& value);

}  // namespace thresh

extern template class nlohmann::basic_json<>;

namespace nlohmann {

// How GoogleTest shows a value.
void PrintTo(const json& value, std::ostream* out);
void PrintTo(const ordered_json& value, std::ostream* out);

}  // namespace nlohmann
