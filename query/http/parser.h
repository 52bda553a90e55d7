// HttpParser: cuts the bytes of one connection into requests. It refuses what a browser never
// sends: methods other than GET and HEAD, bodies, folded headers, line ends other than CR LF, a
// second or foreign Host. Requests that were sent ahead (pipelining) wait in its buffer, which
// never grows. Each HttpConnection has one. Not thread-safe.
//
// One path may take messages: a POST with a body of a given length. A page of another site that
// sends one is refused by its Origin.
//
//   parser.cc  bytes to heads and bodies      head.cc  methods, headers      target.cc  the address
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/http/http.h"
#include "query/http/target.h"

namespace thresh {

// Large enough for the cookies of all servers of the host, which come with every request.
inline constexpr std::size_t kMaxHeadBytes = 16 << 10;
inline constexpr std::size_t kMaxHeaderLines = 100;
// Of a message. All connections together may hold that much.
inline constexpr std::size_t kMaxBodyBytes = 64 << 10;

// The names by which a browser may address this server. A request with another name comes from a
// page of a foreign site whose name was made to lead here (DNS rebinding). No site has an address
// of the Internet Protocol for its name, nor localhost. So these are answered to with any port,
// which a container or a tunnel may have changed.
class AllowedHosts {
 public:
  // Each of `names` with `port`, for which an IPv6 address needs no brackets, and also as it is,
  // because a proxy may stand in front of this server.
  AllowedHosts(std::uint16_t port, const std::vector<std::string>& names);
  const std::string& first() const { return hosts_.front(); }
  // Whether a Host header is such a name, an address or localhost. Ignores case.
  bool Contains(std::string_view host) const;
  // Whether an Origin header names a page of this server: one of `names`, or localhost, 127.0.0.1
  // or [::1] with `port`. A proxy may have made https of http.
  bool IsOrigin(std::string_view origin) const;

 private:
  bool IsOwn(std::string_view host) const;

  std::vector<std::string> hosts_;  // in lower case
};

// What a server answers to.
struct HttpRules {
  AllowedHosts hosts;
  std::string post_path = {};  // the path that takes messages, and nothing else; empty: none does
};

struct ParsedRequest {
  HttpRequest request;
  bool keep_alive = false;                     // never after a refusal
  bool old = false;                            // of HTTP/1.0, which knows no Host
  int refused = 0;                             // the status of the answer; 0: the request is valid
  std::string_view why = {};                   // one sentence for the answer
  std::string_view allow = {};                 // the methods that the address has; a literal
  std::optional<std::size_t> body_bytes = {};  // that follow the head of a message
};

// Parses a head with its empty line. The lines end with CR LF.
ParsedRequest ParseHead(std::string_view head, const HttpRules& rules);  // head.cc
// The request refused.
ParsedRequest Refused(int status, std::string_view why, ParsedRequest parsed = {});

class HttpParser {
 public:
  // `rules` must outlive it.
  explicit HttpParser(const HttpRules* rules) : rules_(rules) {}

  // Where the next bytes go. Not empty after Next returned nothing.
  std::span<char> Space() { return std::span(buffer_).subspan(end_); }
  // To be called when `bytes` were written to the beginning of Space().
  void Add(std::size_t bytes) { end_ += bytes; }
  // The next request, valid or refused. Nothing if more bytes are needed. Must not be called again
  // after a refusal, because where the next request begins is unknown then.
  std::optional<ParsedRequest> Next();
  // Whether no byte of a next request was received.
  bool empty() const { return end_ == 0 && !begun_; }

 private:
  ParsedRequest TakeHead();
  std::optional<ParsedRequest> TakeBody();
  void SkipEmptyLine();
  void Drop(std::size_t bytes);
  const HttpRules* rules_;
  std::array<char, kMaxHeadBytes> buffer_;
  std::size_t end_ = 0;                 // bytes received
  std::size_t scanned_ = 0;             // the bytes before it were checked by Next
  std::size_t line_ = 0;                // where the line of scanned_ begins
  std::size_t lines_ = 0;               // whole lines before that
  bool skipped_ = false;                // an empty line before the request
  std::optional<ParsedRequest> begun_;  // a message whose body is not whole yet
};

}  // namespace thresh
