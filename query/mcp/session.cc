#include "query/mcp/session.h"

#include <algorithm>
#include <array>
#include <optional>

#include "common/base/version.h"
#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "common/store/store.h"
#include "query/mcp/quoted_text.h"

namespace thresh {
namespace {

// Dates, so later ones are greater. The first one has another way by HTTP, which this server does
// not go. The last one needs no handshake.
constexpr std::array<std::string_view, 5> kRevisions = {"2024-11-05", "2025-03-26", "2025-06-18",
                                                        "2025-11-25", kMcpNewest};
constexpr std::string_view kNewestAgreed = kRevisions[3], kFirstPosted = kRevisions[1];
constexpr std::string_view kWithBatches = kRevisions[1], kWithAnnotations = kRevisions[1];
constexpr std::string_view kWithStructure = kRevisions[2];
// From this one on, the model reads what is wrong with its arguments, and mends them.
constexpr std::string_view kWithToldArguments = kRevisions[3];

constexpr std::string_view kRevisionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kServerKey = "io.modelcontextprotocol/serverInfo";

constexpr std::size_t kMostIdBytes = 256, kMostBatch = 50, kMostDepth = 64;
constexpr std::size_t kShownBytes = 100;  // of a name
constexpr std::size_t kLineBytes = 2000;  // of what went wrong, which may name an address
// The tools are those of the program, so an assistant may keep the list for an hour.
constexpr int kToolsLiveMs = 3'600'000;

McpJson Error(int code, const std::string& message) {
  return {{"code", code}, {"message", message}};
}

McpJson WithId(const McpJson& id, std::string_view name, McpJson value) {
  McpJson answer = {{"jsonrpc", "2.0"}, {"id", id}};
  answer[std::string(name)] = std::move(value);
  return answer;
}

McpJson WithText(std::string_view text, bool failed) {
  return {{"content", McpJson::array({{{"type", "text"}, {"text", text}}})}, {"isError", failed}};
}

// The line that a person would read.
McpJson Failed(const Status& status) {
  return WithText(Shortened(SafeText(status.message()), kLineBytes), true);
}

std::string Named(std::string_view what, std::string_view name) {
  return std::string(what) + " '" +
         Shortened(SafeText(name.substr(0, 4 * kShownBytes)), kShownBytes) + "'";
}

const McpJson* Find(const McpJson& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string_view TextOf(const McpJson& object, std::string_view name) {
  const McpJson* value = Find(object, name);
  return value != nullptr && value->is_string()
             ? std::string_view(value->get_ref<const std::string&>())
             : std::string_view();
}

bool IsId(const McpJson& id) {
  if (id.is_string()) return id.get_ref<const std::string&>().size() <= kMostIdBytes;
  return id.is_number();
}

// Nothing if the text is no JSON or is nested too deeply, which no message is.
std::optional<McpJson> Parsed(std::string_view text) {
  bool too_deep = false;
  const auto bounded = [&](int depth, McpJson::parse_event_t, McpJson&) {
    too_deep = too_deep || depth > static_cast<int>(kMostDepth);
    return !too_deep;
  };
  McpJson json = McpJson::parse(text, bounded, false);
  if (too_deep || json.is_discarded()) return std::nullopt;
  return json;
}

McpJson ServerInfo() { return {{"name", "thresh-query"}, {"version", kVersion}}; }

}  // namespace

std::string McpSession::AnswerTooLong() {
  return JsonLine(
      WithId(nullptr, "error",
             Error(kMcpInvalidRequest, "a message has at most " + HumanBytes(kMostMessageBytes))));
}

McpSession::McpSession(WithSearcher with_searcher, SharedGraph* graph, McpHeaders headers)
    : with_searcher_(std::move(with_searcher)),
      graph_(*graph),
      revision_(headers.revision.empty() ? std::string(kFirstPosted) : headers.revision),
      headers_(std::move(headers)) {}

std::string McpSession::Answer(std::string_view message) {
  error_ = 0;
  if (message.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  if (message.size() > kMostMessageBytes) return AnswerTooLong();
  const std::optional<McpJson> json = Parsed(message);
  if (!json) {
    error_ = kMcpParseError;
    return JsonLine(WithId(nullptr, "error", Error(error_, "this is no JSON")));
  }
  const McpJson answer = json->is_array() ? AnswerBatch(*json) : AnswerOne(*json);
  if (const McpJson* error = Find(answer, "error")) error_ = error->at("code").get<int>();
  return answer.is_null() ? std::string() : JsonLine(answer);
}

McpJson McpSession::AnswerBatch(const McpJson& messages) {
  if (revision_ != kWithBatches)
    return WithId(nullptr, "error", Error(kMcpInvalidRequest, "this revision has no batches"));
  if (messages.empty() || messages.size() > kMostBatch)
    return WithId(nullptr, "error",
                  Error(kMcpInvalidRequest,
                        "a batch has from 1 to " + std::to_string(kMostBatch) + " messages"));
  McpJson answers = McpJson::array();
  for (const McpJson& message : messages) {
    McpJson answer = TextOf(message, "method") == "initialize"
                         ? WithId(nullptr, "error",
                                  Error(kMcpInvalidRequest, "initialize cannot be part of a batch"))
                         : AnswerOne(message);
    if (!answer.is_null()) answers.push_back(std::move(answer));
  }
  return answers.empty() ? McpJson() : answers;
}

McpJson McpSession::AnswerOne(const McpJson& message) {
  const McpJson* id = Find(message, "id");
  const McpJson* method = Find(message, "method");
  const bool called = method != nullptr && method->is_string();
  const McpJson shown_id = id != nullptr && IsId(*id) ? *id : McpJson();
  const bool valid = TextOf(message, "jsonrpc") == "2.0";
  // We ask the other side for nothing, so an answer is one to nobody.
  if (valid && method == nullptr && id != nullptr &&
      (message.contains("result") || message.contains("error")))
    return nullptr;
  if (!valid || !called || (id != nullptr && shown_id.is_null()))
    return WithId(shown_id, "error",
                  Error(kMcpInvalidRequest, "this is no request of JSON-RPC 2.0"));
  if (id == nullptr) return nullptr;  // a notification
  const McpJson none = McpJson::object();
  const McpJson* given = Find(message, "params");
  McpJson error;
  McpJson result;
  if (given != nullptr && !given->is_object()) {
    error = Error(kMcpInvalidParams, "the parameters are an object");
  } else {
    result = ResultOf(TextOf(message, "method"), given == nullptr ? none : *given, &error);
  }
  return error.is_null() ? WithId(shown_id, "result", std::move(result))
                         : WithId(shown_id, "error", std::move(error));
}

McpJson McpSession::ResultOf(std::string_view method, const McpJson& params, McpJson* error) {
  const McpJson* meta = Find(params, "_meta");
  const McpJson* named = meta == nullptr ? nullptr : Find(*meta, kRevisionKey);
  const std::string_view revision = meta == nullptr ? "" : TextOf(*meta, kRevisionKey);
  const bool old = named == nullptr && method != "server/discover" && revision_ != kMcpNewest;
  if (old)
    return revision_.empty() || Speaks(revision_) ? OldResult(method, params, error)
                                                  : Unknown(revision_, error);
  if (named == nullptr || !named->is_string()) {
    *error = Error(kMcpInvalidParams, "_meta lacks " + std::string(kRevisionKey));
    return {};
  }
  if (headers_ && !Matches(revision, method, params)) {
    *error = Error(kMcpHeaderMismatch, "the headers do not say what the message says");
    return {};
  }
  if (revision != kMcpNewest) return Unknown(revision, error);
  const McpJson* capabilities = Find(*meta, kCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->is_object()) {
    *error = Error(kMcpInvalidParams, "_meta lacks " + std::string(kCapabilitiesKey));
    return {};
  }
  return NewResult(method, params, error);
}

std::span<const std::string_view> McpSession::Revisions() const {
  const std::span<const std::string_view> all(kRevisions);
  return headers_ ? all.subspan(1) : all;
}

bool McpSession::Speaks(std::string_view revision) const {
  const auto revisions = Revisions();
  return std::find(revisions.begin(), revisions.end(), revision) != revisions.end();
}

McpJson McpSession::Unknown(std::string_view revision, McpJson* error) const {
  *error = Error(kMcpUnknownRevision, Named("the server does not speak revision", revision));
  (*error)["data"] = {{"supported", Revisions()},
                      {"requested", Shortened(SafeText(revision), kShownBytes)}};
  return {};
}

bool McpSession::Matches(std::string_view revision, std::string_view method,
                         const McpJson& params) const {
  return headers_->revision == revision && headers_->method == method &&
         (method != "tools/call" || headers_->name == TextOf(params, "name"));
}

McpJson McpSession::OldResult(std::string_view method, const McpJson& params, McpJson* error) {
  if (method == "initialize") return Initialize(params, error);
  if (method == "ping") return McpJson::object();
  const bool known = method == "tools/list" || method == "tools/call";
  if (!known) {
    *error = Error(kMcpNoMethod, Named("there is no method", method));
    return {};
  }
  if (revision_.empty()) {
    *error = Error(kMcpInvalidRequest, "initialize comes first");
    return {};
  }
  return method == "tools/list" ? ListTools(params, revision_, error)
                                : CallTool(params, revision_, error);
}

McpJson McpSession::NewResult(std::string_view method, const McpJson& params, McpJson* error) {
  McpJson result;
  if (method == "server/discover") {
    result = {{"supportedVersions", Revisions()},
              {"capabilities", {{"tools", McpJson::object()}}},
              {"instructions", Instructions()}};
  } else if (method == "tools/list") {
    result = ListTools(params, kMcpNewest, error);
  } else if (method == "tools/call") {
    result = CallTool(params, kMcpNewest, error);
  } else {
    *error = Error(kMcpNoMethod, Named("there is no method", method));
  }
  if (!error->is_null()) return {};
  result["resultType"] = "complete";
  result["_meta"] = {{kServerKey, ServerInfo()}};
  if (method == "tools/call") return result;
  result["ttlMs"] = kToolsLiveMs;
  result["cacheScope"] = "private";
  return result;
}

// A revision that is unknown here, or not agreed on in this way, is answered with the newest one
// that is; the other side then decides.
McpJson McpSession::Initialize(const McpJson& params, McpJson* error) {
  const std::string_view asked = TextOf(params, "protocolVersion");
  if (asked.empty()) {
    *error = Error(kMcpInvalidParams, "initialize lacks protocolVersion");
    return {};
  }
  revision_ = Speaks(asked) && asked < kMcpNewest ? asked : kNewestAgreed;
  McpJson result = {{"protocolVersion", revision_},
                    {"capabilities", {{"tools", McpJson::object()}}},
                    {"serverInfo", ServerInfo()}};
  result["instructions"] = Instructions();
  return result;
}

McpJson McpSession::ListTools(const McpJson& params, std::string_view revision,
                              McpJson* error) const {
  if (params.contains("cursor")) {
    *error = Error(kMcpInvalidParams, "the list has one part, so there is no such cursor");
    return {};
  }
  McpJson tools = McpJson::array();
  for (const McpTool& row : McpTools()) {
    McpJson tool = DescribeTool(row);
    if (revision < kWithAnnotations) tool.erase("annotations");
    if (revision < kWithStructure) {
      tool.erase("title");
      tool.erase("outputSchema");
    }
    tools.push_back(std::move(tool));
  }
  return {{"tools", std::move(tools)}};
}

McpJson McpSession::CallTool(const McpJson& params, std::string_view revision, McpJson* error) {
  const std::string_view name = TextOf(params, "name");
  const McpTool* tool = FindMcpTool(name);
  if (tool == nullptr) {
    *error = Error(kMcpInvalidParams, Named("there is no tool", name));
    return {};
  }
  const McpJson* given = Find(params, "arguments");
  const Result<McpArguments> arguments =
      McpArguments::Of(given == nullptr ? McpJson::object() : *given, tool->arguments);
  const bool fits = given == nullptr || given->is_object() || given->is_null();
  if (!arguments.ok() && (!fits || revision < kWithToldArguments)) {
    *error = Error(kMcpInvalidParams, arguments.status().message());
    return {};
  }
  if (!arguments.ok()) return Failed(arguments.status());
  McpJson result;
  with_searcher_([&](Searcher& searcher) {
    Result<McpAnswer> answer = tool->answer({searcher, graph_, arguments.value()});
    result = answer.ok() ? WithText(answer->text, false) : Failed(answer.status());
    if (answer.ok() && revision >= kWithStructure)
      result["structuredContent"] = std::move(answer->structured);
  });
  return result;
}

std::string McpSession::Instructions() {
  constexpr std::size_t kMostNamed = 5;
  std::string text;
  with_searcher_([&](Searcher& searcher) {
    const Store& store = searcher.store();
    text = "Searches " + Counted(store.docs(), "page") + " of ";
    for (std::size_t i = 0; i < std::min(kMostNamed, store.sites().size()); ++i)
      text += (i > 0 ? ", " : "") + Shortened(SafeText(store.sites()[i].host), kShownBytes);
    if (store.sites().size() > kMostNamed) text += " and other sites";
  });
  return text +
         ", without the menus, headers and footers that their pages share. Begin with search, then "
         "read_page with an address of its answer. " +
         std::string(kQuoteNote) +
         " In structuredContent title, snippet and text are quoted from pages as well.";
}

}  // namespace thresh
