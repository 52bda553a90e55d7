// HttpParser: the bytes of one connection, request after request. What a browser never sends is
// refused: other methods than GET and HEAD, bodies, folded headers, bare line ends, a foreign or
// second Host. Requests that were sent ahead (pipelining) wait in its buffer, which never grows.
//
//   http_parser.cc  lines, methods, headers      http_target.cc  the address
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

inline constexpr std::size_t kMaxHeadBytes =
    16 << 10;  // cookies of other servers of the host come along
inline constexpr std::size_t kMaxHeaderLines = 100;

// What a browser may call this server by: "127.0.0.1:8080". A page of a foreign site whose name was
// made to lead here (DNS rebinding) asks with the foreign name.
class AllowedHosts {
 public:
  // localhost, 127.0.0.1 and [::1] on `port`. `names` on `port`, too (an IPv6 address may come
  // without brackets), and as they are: another server may stand before this one.
  AllowedHosts(std::uint16_t port, const std::vector<std::string>& names);
  bool Contains(std::string_view host) const;

 private:
  std::vector<std::string> hosts_;  // in lower case
};

struct ParsedRequest {
  HttpRequest request;
  bool keep_alive = false;    // never after a refusal
  int refused = 0;            // status of the answer, 0: none
  std::string_view why = {};  // one sentence
};

class HttpParser {
 public:
  // `hosts` must outlive it.
  explicit HttpParser(const AllowedHosts* hosts) : hosts_(hosts) {}

  // Where the next bytes go; never empty after Next had nothing.
  std::span<char> Space() { return std::span(buffer_).subspan(end_); }
  void Add(std::size_t bytes) { end_ += bytes; }
  // The next request, or nothing: more bytes are needed. Not to be asked again after a refusal.
  std::optional<ParsedRequest> Next();
  bool empty() const { return end_ == 0; }  // no byte of a next request is there

 private:
  ParsedRequest Take();
  const AllowedHosts* hosts_;
  std::array<char, kMaxHeadBytes> buffer_;
  std::size_t end_ = 0;      // of what was received
  std::size_t scanned_ = 0;  // up to here there are whole lines and no wrong byte
  std::size_t line_ = 0;     // where the line of scanned_ begins
  std::size_t lines_ = 0;    // before that one
};

}  // namespace thresh
