// A request to the search page, read and checked, and what is answered. The server (http_server.h)
// knows sockets, limits and headers; a handler knows pages.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thresh {

struct HttpRequest {
  bool head = false;  // HEAD: the server sends no body
  std::string path;   // decoded, begins with a slash: "/page"
  std::vector<std::pair<std::string, std::string>>
      parameters;    // of the query, decoded, in their order
  std::string host;  // as sent, already allowed: "127.0.0.1:8080"
  // The first of that name, or "".
  std::string_view Parameter(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/html; charset=utf-8";
  std::string body = {};
  bool asset = false;  // the same for all queries of this version: a browser may keep it for a day
};

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // Called by several threads at the same time.
  virtual HttpResponse Handle(const HttpRequest& request) = 0;
};

}  // namespace thresh
