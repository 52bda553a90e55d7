// Messages of assistants. Each is answered on its own: no session is kept, and the server never
// speaks first, so there is no stream to open.
#include "common/base/ascii.h"
#include "query/mcp/session.h"
#include "query/site/views.h"

namespace thresh {
namespace {

constexpr std::string_view kJson = "application/json";

// "application/json" with or without parameters. A form of a web page cannot send that type.
bool IsJson(std::string_view type) {
  std::string name = LowerAscii(type.substr(0, type.find(';')));
  while (name.ends_with(' ')) name.pop_back();
  return name == kJson;
}

// Revisions with a handshake put no error of a method into the status.
int StatusOf(int error, bool newest) {
  const bool of_method = error == kMcpNoMethod || error == kMcpInvalidParams;
  if (error == 0 || (of_method && !newest)) return 200;
  return error == kMcpNoMethod ? 404 : 400;
}

}  // namespace

Result<HttpResponse> McpView(const Visit& visit) {
  const HttpRequest& request = visit.request;
  if (!request.post) return Status(Code::kMissing, "this server does not answer assistants");
  if (!IsJson(request.Header("content-type")))
    return HttpResponse{.status = 415,
                        .content_type = "text/plain; charset=utf-8",
                        .body = "a message has the type " + std::string(kJson) + "\n"};
  const std::string revision(request.Header("mcp-protocol-version"));
  const bool newest = revision == kMcpNewest;
  McpSession session([&](const auto& answer) { answer(visit.searcher); }, visit.graph,
                     McpHeaders{.revision = revision,
                                .method = std::string(request.Header("mcp-method")),
                                .name = std::string(request.Header("mcp-name"))});
  std::string answer = session.Answer(request.body);
  const int status = answer.empty() ? 202 : StatusOf(session.error(), newest);
  return HttpResponse{
      .status = status, .content_type = std::string(kJson), .body = std::move(answer)};
}

}  // namespace thresh
