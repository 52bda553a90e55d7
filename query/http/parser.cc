#include "query/http/parser.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/numbers.h"

namespace thresh {
namespace {

// The target with "HEAD " before it and " HTTP/1.1" behind it, rounded up.
constexpr std::size_t kMaxRequestLine = kMaxTargetBytes + 16;

// Whether `c` may come after `before`: line ends are CR LF, and tabs are the only other controls.
bool MayFollow(char before, char c) {
  if ((c == '\n') != (before == '\r')) return false;
  return static_cast<unsigned char>(c) >= 0x20 ? c != 0x7f : c == '\r' || c == '\n' || c == '\t';
}

// "localhost", "192.0.2.7" and "[2001:db8::7]", each with a port or without one.
bool IsAddress(std::string_view host) {
  std::string name(host);
  const std::size_t colon = name.rfind(':');
  if (colon != std::string::npos && name.back() != ']') {
    std::uint16_t port = 0;
    if (!ParseNumber(name.substr(colon + 1), &port)) return false;
    name.resize(colon);
  }
  in6_addr address = {};
  if (name.starts_with('[') && name.ends_with(']'))
    return inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), &address) == 1;
  return LowerAscii(name) == "localhost" || inet_pton(AF_INET, name.c_str(), &address) == 1;
}

}  // namespace

AllowedHosts::AllowedHosts(std::uint16_t port, const std::vector<std::string>& names) {
  const std::string suffix = ":" + std::to_string(port);
  for (const std::string own : {"localhost", "127.0.0.1", "[::1]"}) {
    hosts_.push_back(own + suffix);
    if (port == 80) hosts_.push_back(own);  // browsers leave out the default port
  }
  for (const std::string& name : names) {
    const bool bare = name.find(':') != std::string::npos && !name.starts_with('[');
    hosts_.push_back(LowerAscii(name));
    hosts_.push_back(LowerAscii(bare ? "[" + name + "]" : name) + suffix);
  }
}

bool AllowedHosts::Contains(std::string_view host) const { return IsOwn(host) || IsAddress(host); }

bool AllowedHosts::IsOwn(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), LowerAscii(host)) != hosts_.end();
}

bool AllowedHosts::IsOrigin(std::string_view origin) const {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return IsOwn(origin.substr(scheme.size()));
  return false;
}

ParsedRequest Refused(int status, std::string_view why, ParsedRequest parsed) {
  parsed.keep_alive = false;
  parsed.refused = status;
  parsed.why = why;
  return parsed;
}

std::optional<ParsedRequest> HttpParser::Next() {
  if (begun_) return TakeBody();
  SkipEmptyLine();
  // Goes on where the last call stopped, so that each byte is looked at once even if a client
  // sends its request byte by byte.
  for (; scanned_ < end_; ++scanned_) {
    const char c = buffer_[scanned_];
    if (!MayFollow(scanned_ == 0 ? ' ' : buffer_[scanned_ - 1], c))
      return Refused(400, "a line does not end with CR LF or has a control character");
    // Does not wait for the end of the line. An endless address would otherwise fill the buffer
    // and be reported as headers that are too long.
    if (lines_ == 0 && scanned_ >= kMaxRequestLine) return Refused(414, "the address is too long");
    if (c != '\n') continue;
    if (scanned_ - line_ == 1) {
      ParsedRequest parsed = TakeHead();
      if (parsed.refused != 0 || !parsed.body_bytes) return parsed;
      begun_ = std::move(parsed);
      return TakeBody();
    }
    line_ = scanned_ + 1;
    if (++lines_ > kMaxHeaderLines) return Refused(431, "there are too many headers");
  }
  if (end_ == buffer_.size()) return Refused(431, "the headers are too long");
  return std::nullopt;
}

// Moves the bytes behind the first ones to the front of the buffer.
void HttpParser::Drop(std::size_t bytes) {
  std::memmove(buffer_.data(), buffer_.data() + bytes, end_ - bytes);
  end_ -= bytes;
}

// One empty line before a request is skipped, as RFC 9112, section 2.2, asks: some clients send it
// behind a body.
void HttpParser::SkipEmptyLine() {
  if (skipped_ || scanned_ > 1 || end_ < 2 || buffer_[0] != '\r' || buffer_[1] != '\n') return;
  skipped_ = true;
  Drop(2);
  scanned_ = 0;
}

// Takes the head that ends with the empty line at scanned_.
ParsedRequest HttpParser::TakeHead() {
  const std::size_t size = scanned_ + 1;
  // A head that begins with its empty line has no request line.
  ParsedRequest parsed = lines_ == 0 ? Refused(400, "the first line is not a request")
                                     : ParseHead({buffer_.data(), size}, *rules_);
  Drop(size);
  scanned_ = line_ = lines_ = 0;
  skipped_ = false;
  return parsed;
}

// Takes as much of the body as there is. The request, when it is whole.
std::optional<ParsedRequest> HttpParser::TakeBody() {
  std::string& body = begun_->request.body;
  const std::size_t size = std::min(end_, *begun_->body_bytes - body.size());
  body.append(buffer_.data(), size);
  Drop(size);
  if (body.size() < *begun_->body_bytes) return std::nullopt;
  return std::exchange(begun_, std::nullopt);
}

}  // namespace thresh
