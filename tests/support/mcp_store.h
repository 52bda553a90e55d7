// McpStore: a small store, and conversations with it as assistants have them. The unit tests and
// the fuzz target of query/mcp share it. It lives in a folder of its own, which goes with it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "query/mcp/session.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {

class McpStore {
 public:
  // `lines`: pages as JSON lines.
  explicit McpStore(const std::string& lines) {
    const std::string store = folder_ / "store";
    const Status built = TakeLines(store, folder_ / "crawl.jsonl", lines, false);
    THRESH_CHECK(built.ok());
    searcher_ = std::move(Searcher::Open(store).value());
  }

  McpSession Talk(std::string revision = {}) {
    return McpSession([this](const auto& answer) { answer(*searcher_); }, &graph_,
                      std::move(revision));
  }
  // For one message that was posted.
  McpSession TalkByPost(McpHeaders headers) {
    return McpSession([this](const auto& answer) { answer(*searcher_); }, &graph_,
                      std::move(headers));
  }

 private:
  TempFolder folder_;
  std::unique_ptr<Searcher> searcher_;
  SharedGraph graph_;
};

// A page as a JSON line. `body` must need no escapes.
inline std::string PageOfLine(const std::string& name, const std::string& body) {
  return R"({"url": "http://x.org/)" + name + R"(", "date": "2024-06-01", "html": "<title>)" +
         name + "</title>" + body + "\"}\n";
}

}  // namespace thresh
