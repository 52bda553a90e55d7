// HttpRequest, HttpResponse and HttpHandler: what the server (server.h) and the pages behind it
// agree on. The server knows sockets, limits and headers; a handler (query/site) knows pages.
// Requests and responses are plain values.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thresh {

struct HttpRequest {
  bool head = false;  // HEAD: the server sends no body
  std::string path;   // decoded, begins with a slash: "/page"
  // The parameters of the address, decoded, in their order.
  std::vector<std::pair<std::string, std::string>> parameters;
  bool gzip = false;        // the client takes packed bodies
  bool markdown = false;    // Markdown is wanted at least as much as html
  std::string host;         // as sent, and one of AllowedHosts: "127.0.0.1:8080"
  std::string origin = {};  // of the page that asks by a script, as sent; may be empty
  bool post = false;        // a message to the path that takes them, and `body` is that message
  std::string body;
  // Of a message: names in lower case. One that was sent twice has both values, with a comma.
  std::vector<std::pair<std::string, std::string>> headers;
  // The value of the first parameter with this name, or "".
  std::string_view Parameter(std::string_view name) const;
  // The value of the header with this name, or "". Only messages have their headers here.
  std::string_view Header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/html; charset=utf-8";
  std::string body = {};
  bool asset =
      false;  // depends on the version of the program only: a browser may keep it for a day
  bool shared = false;      // an asset that pages of other sites may load
  std::string reader = {};  // an origin whose pages may read the answer; empty: none but our own
  bool packed = false;      // the body is packed with gzip; for the server to set
  std::string_view allow = "GET, HEAD";  // the methods that a 405 names; a literal
};

// Why the server closed a connection that had no answer yet, or not all of it.
enum class HttpDrop { kNoRequest, kNotRead, kNoPlace };
inline constexpr std::array<std::string_view, 3> kHttpDropNames = {
    // Within its time no whole request came, or the answer was not read; or others needed its place
    // or what it left in memory.
    "no_request", "not_read", "no_place"};

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // Answers one request. Called by several threads at the same time, with valid requests only. An
  // error is a response with its status; there is no other way to report one.
  virtual HttpResponse Handle(const HttpRequest& request) = 0;
  // Whether the answer takes next to no time. Such requests do not wait behind others. Called by
  // several threads.
  virtual bool IsCheap(const HttpRequest& /*request*/) const { return false; }
  // A request that the server answered itself with this status, because it is none or there is no
  // memory for it; and a connection that it dropped. For counts; called by several threads.
  virtual void OnRefused(int /*status*/) {}
  virtual void OnDropped(HttpDrop /*why*/) {}
};

}  // namespace thresh
