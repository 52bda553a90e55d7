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
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "query/mcp/tools.h"

namespace thresh {

inline constexpr std::size_t kMostMessageBytes = 1 << 20;

// What HTTP says about a message beside it. The revision that needs no handshake wants the same in
// the message; earlier ones say nothing but their revision.
struct McpHeaders {
  std::string revision = {}, method = {}, name = {};
};

// The codes of errors, those of JSON-RPC and two of this protocol.
enum McpError : int {
  kMcpParseError = -32700,
  kMcpInvalidRequest = -32600,
  kMcpNoMethod = -32601,
  kMcpInvalidParams = -32602,
  kMcpUnknownRevision = -32022,
  kMcpHeaderMismatch = -32020,
};
inline constexpr std::string_view kMcpNewest = "2026-07-28";  // needs no handshake

class McpSession {
 public:
  // Calls its argument with the searcher that answers a message.
  using WithSearcher = std::function<void(const std::function<void(Searcher&)>&)>;

  // `graph` must outlive it. `revision`: agreed on before, empty if `initialize` is to come.
  McpSession(WithSearcher with_searcher, SharedGraph* graph, std::string revision = {})
      : with_searcher_(std::move(with_searcher)), graph_(*graph), revision_(std::move(revision)) {}

  // For a message that was posted. What was agreed on stands in the headers, because no session
  // is kept; without a word it is the first revision that knew HTTP.
  McpSession(WithSearcher with_searcher, SharedGraph* graph, McpHeaders headers);

  // One line with its line end. Empty if the message wants no answer.
  std::string Answer(std::string_view message);
  // The code of the error that the last answer is. 0: it is none.
  int error() const { return error_; }
  // The answer to a message of more than kMostMessageBytes.
  static std::string AnswerTooLong();

 private:
  // Those that this side speaks: by HTTP all but 2024-11-05.
  std::span<const std::string_view> Revisions() const;
  bool Speaks(std::string_view revision) const;
  McpJson Unknown(std::string_view revision, McpJson* error) const;
  bool Matches(std::string_view revision, std::string_view method, const McpJson& params) const;
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
  const std::optional<McpHeaders> headers_;
  int error_ = 0;
};

}  // namespace thresh
