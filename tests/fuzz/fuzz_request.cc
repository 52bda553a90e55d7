// Any bytes as requests of a browser: the same ones however they are cut, each with an allowed host
// and a path that is one, or a refusal with its status.
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>

#include "common/base/check.h"
#include "tests/support/parse_requests.h"

namespace thresh {
namespace {

void CheckRequest(const ParsedRequest& parsed, const HttpRules& rules) {
  const HttpRequest& request = parsed.request;
  if (parsed.refused != 0) {
    THRESH_CHECK(parsed.refused >= 400 && parsed.refused < 600 && !parsed.why.empty() &&
                 !parsed.keep_alive);
    return;
  }
  THRESH_CHECK(rules.hosts.Contains(request.host));
  THRESH_CHECK(request.post ? request.path == "/mcp" && request.body.size() <= kMaxBodyBytes
                            : request.body.empty() && request.headers.empty());
  THRESH_CHECK(request.path.starts_with('/') && request.path.size() <= kMaxTargetBytes);
  THRESH_CHECK(request.path.find('\0') == std::string::npos &&
               request.path.find("/../") == std::string::npos);
  THRESH_CHECK(request.parameters.size() <= kMaxParameters);
  for (const auto& [name, value] : request.parameters)
    THRESH_CHECK(name.find('\0') == std::string::npos && value.find('\0') == std::string::npos);
}

void Try(std::string_view bytes) {
  static const HttpRules rules{AllowedHosts(8080, {"search.example"}), "/mcp"};
  const std::vector<ParsedRequest> whole = ParseAll(bytes, rules, [&] { return bytes.size(); });
  std::string shown;
  for (const ParsedRequest& parsed : whole) {
    CheckRequest(parsed, rules);
    shown += Shown(parsed) + "\n";
  }
  std::minstd_rand random(static_cast<unsigned>(bytes.size()) + 1);
  THRESH_CHECK(ShownAll(bytes, rules, [] { return std::size_t{1}; }) == shown);
  THRESH_CHECK(ShownAll(bytes, rules, [&] { return std::size_t{1} + random() % 40; }) == shown);
}

}  // namespace
}  // namespace thresh

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  thresh::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
