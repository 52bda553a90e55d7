// McpTools: the questions that an assistant may ask a store, a row each: name, what an assistant is
// told, arguments, the schema of the answer, and the function that answers. A new tool is one
// function and one row. Every tool only reads.
//
// An answer is text for the assistant, and the same as JSON for programs. It is at most
// kMostAnswerBytes unless more is asked for, and what was cut says how to go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/page_graph/page_graph.h"
#include "query/mcp/arguments.h"
#include "query/retrieve/searcher.h"

namespace thresh {

using McpJson = nlohmann::ordered_json;

inline constexpr std::size_t kMostAnswerBytes = 64 << 10;  // of a message
inline constexpr std::int64_t kMostHits = 50;              // of a call

// The graph of the links of a store, which takes longer to read than any answer. It is read when it
// is first asked for, and again when the store has changed. Several threads may use one.
class SharedGraph {
 public:
  // Calls `use` with the graph of the store; one call at a time.
  template <typename Use>
  auto With(const Store& store, Use use) -> decltype(use(std::declval<const PageGraph&>())) {
    const std::lock_guard lock(mutex_);
    THRESH_RETURN_IF_ERROR(Read(store));
    return use(*graph_);
  }

 private:
  Status Read(const Store& store);
  std::mutex mutex_;
  Hash128 digest_;  // of the store's content
  std::unique_ptr<PageGraph> graph_;
};

struct McpCall {
  Searcher& searcher;
  SharedGraph& graph;
  const McpArguments& arguments;
};

struct McpAnswer {
  std::string text;
  McpJson structured;
};

struct McpTool {
  std::string_view name, title;
  std::string_view description;
  std::span<const McpArgument> arguments;
  std::string_view output;  // the JSON schema of McpAnswer::structured
  Result<McpAnswer> (*answer)(const McpCall& call);
};

std::span<const McpTool> McpTools();
const McpTool* FindMcpTool(std::string_view name);  // null: there is none

// The entry of tools/list.
McpJson DescribeTool(const McpTool& tool);

// Entries of an answer, until it is full.
class AnswerEntries {
 public:
  // Adds an entry. Returns false, and adds nothing, if it does not fit any more.
  bool Add(const std::string& text, McpJson structured);
  const std::string& text() const { return text_; }
  std::size_t size() const { return structured_.size(); }
  McpJson TakeStructured() { return std::move(structured_); }

 private:
  std::string text_;
  McpJson structured_ = McpJson::array();
  std::size_t bytes_ = 0;  // in the message
};

// The entries with kQuoteNote in front, behind the first sentence of an answer. Only a line end if
// there is no entry, since nothing is quoted then.
std::string QuotedEntries(const AnswerEntries& entries);

// How many bytes a value takes in a message.
std::size_t BytesInMessage(const McpJson& value);

// The rows' functions.
Result<McpAnswer> AnswerSearch(const McpCall& call);    // search_tool.cc
Result<McpAnswer> AnswerReadPage(const McpCall& call);  // read_tool.cc
Result<McpAnswer> AnswerRelated(const McpCall& call);   // list_tools.cc
Result<McpAnswer> AnswerSites(const McpCall& call);     // list_tools.cc

}  // namespace thresh
