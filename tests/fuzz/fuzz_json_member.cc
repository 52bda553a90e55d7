#include <nlohmann/json.hpp>

#include "common/base/check.h"
#include "indexer/sources/json_member.h"
#include "tests/fuzz/reader_fuzz.h"

// Where the bytes are JSON, both ways find the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = thresh::fuzz::View(data, size);
  const auto found = thresh::StringMember(bytes, "url");
  std::optional<std::string> last;
  const auto on_event = [&, key = std::string()](int depth, nlohmann::json::parse_event_t event,
                                                 nlohmann::json& value) mutable {
    if (depth == 1 && event == nlohmann::json::parse_event_t::key) key = value.get<std::string>();
    if (depth == 1 && event == nlohmann::json::parse_event_t::value && key == "url" &&
        value.is_string())
      last = value.get<std::string>();
    return true;
  };
  const auto parsed = nlohmann::json::parse(bytes, on_event, false);
  if (parsed.is_object()) THRESH_CHECK(found == last);
  return 0;
}
