// McpSession: one conversation with an assistant in the Model Context Protocol: a message of
// JSON-RPC 2.0 in, its answer out. A command makes one for its standard input, and a server one for
// each message that is posted. It lives as long as the conversation. Not thread-safe.
//
// Revisions up to 2025-11-25 begin with `initialize`, which agrees on one. From 2026-07-28 on each
// request names its revision and what the other side can, and nothing is agreed on.
//
// Any bytes may come. What is no message, asks for nothing that there is, or has wrong arguments is
// answered with an error of JSON-RPC; a tool that fails says so in its result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "query/mcp/tools.h"

namespace thresh {

inline constexpr std::size_t kMostMessageBytes = 1 << 20;

class McpSession {
 public:
  // Calls its argument with the searcher that answers a message.
  using WithSearcher = std::function<void(const std::function<void(Searcher&)>&)>;

  // `graph` must outlive it. `revision`: agreed on before, empty if `initialize` is to come.
  McpSession(WithSearcher with_searcher, SharedGraph* graph, std::string revision = {})
      : with_searcher_(std::move(with_searcher)), graph_(*graph), revision_(std::move(revision)) {}

  // One line with its line end. Empty if the message wants no answer.
  std::string Answer(std::string_view message);
  // The answer to a message of more than kMostMessageBytes.
  static std::string AnswerTooLong();

 private:
  // The answer to one request. Null: none is due.
  McpJson AnswerOne(const McpJson& message);
  McpJson AnswerBatch(const McpJson& messages);
  McpJson ResultOf(std::string_view method, const McpJson& params, McpJson* error);
  McpJson OldResult(std::string_view method, const McpJson& params, McpJson* error);
  McpJson NewResult(std::string_view method, const McpJson& params, McpJson* error);
  McpJson Initialize(const McpJson& params, McpJson* error);
  McpJson ListTools(const McpJson& params, std::string_view revision, McpJson* error) const;
  McpJson CallTool(const McpJson& params, std::string_view revision, McpJson* error);
  std::string Instructions();

  const WithSearcher with_searcher_;
  SharedGraph& graph_;
  std::string revision_;
};

}  // namespace thresh
