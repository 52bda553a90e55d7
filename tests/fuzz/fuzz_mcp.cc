// Any bytes as messages of an assistant, a line each: every answer is one line of JSON-RPC, no
// answer is longer than it may be, and the lines after it are answered as well.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "common/base/check.h"
#include "tests/support/mcp_store.h"

namespace thresh {
namespace {

McpStore& Store() {
  static McpStore store(PageOfLine("a", "<h1 id=top>Grain</h1><p>grain and <a href=/b>chaff</a>") +
                        PageOfLine("b", "<p>the flail and the <a href=/a>floor</a>"));
  return store;
}

void CheckAnswer(const std::string& answer) {
  if (answer.empty()) return;
  THRESH_CHECK(answer.find('\n') == answer.size() - 1);
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  THRESH_CHECK(json.is_array() ? !json.empty() : json.is_object());
  const auto check_one = [](const nlohmann::json& one) {
    THRESH_CHECK(one.at("jsonrpc") == "2.0" && one.contains("id"));
    THRESH_CHECK(one.contains("result") != one.contains("error"));
  };
  if (json.is_object()) return check_one(json);
  for (const nlohmann::json& one : json) check_one(one);
}

void Try(std::string_view bytes) {
  McpSession session = Store().Talk();
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    CheckAnswer(session.Answer(bytes.substr(0, end)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  const std::string alive = session.Answer(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  THRESH_CHECK(alive == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
}

}  // namespace
}  // namespace thresh

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  thresh::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
