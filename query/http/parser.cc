#include "query/http/parser.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// The target with "HEAD " before it and " HTTP/1.1" behind it, rounded up.
constexpr std::size_t kMaxRequestLine = kMaxTargetBytes + 16;

struct Refusal {
  int status = 0;  // 0: none
  std::string_view why = {};
};

// A token of RFC 9110, section 5.6.2.
bool IsToken(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return IsAsciiAlnum(c) || kMarks.find(c) != std::string_view::npos;
  });
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Takes the next line of a head. Next has checked that every line ends with CR LF.
std::string_view TakeLine(std::string_view* head) {
  const std::size_t end = head->find("\r\n");
  const std::string_view line = head->substr(0, end);
  head->remove_prefix(end + 2);
  return line;
}

Refusal ParseRequestLine(std::string_view line, ParsedRequest* parsed) {
  // The target reaches from the first blank to the last. ParseTarget refuses a blank within it.
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == last || !IsToken(line.substr(0, first)))
    return {400, "the first line is not a request"};
  const std::string_view method = line.substr(0, first), version = line.substr(last + 1);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (!version.starts_with("HTTP/")) return {400, "the first line is not a request"};
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return {505, "the server knows only HTTP/1.0 and HTTP/1.1"};
  if (method != "GET" && method != "HEAD") return {405, "only GET and HEAD are answered"};
  // Set before the checks that follow, because a HEAD request gets no body with an error either.
  parsed->request.head = method == "HEAD";
  parsed->keep_alive = version == "HTTP/1.1";
  if (target.size() > kMaxTargetBytes) return {414, "the address is too long"};
  if (const std::string_view wrong = ParseTarget(target, &parsed->request); !wrong.empty())
    return {400, wrong};
  return {};
}

// ---- the headers that the server reads

Refusal OnHost(std::string_view value, ParsedRequest* parsed) {
  if (!parsed->request.host.empty()) return {400, "there are two Host headers"};
  if (value.empty()) return {400, "the Host header is empty"};
  parsed->request.host = value;
  return {};
}

Refusal OnConnection(std::string_view value, ParsedRequest* parsed) {
  const std::string options = LowerAscii(value);
  if (options.find("keep-alive") != std::string::npos) parsed->keep_alive = true;
  if (options.find("close") != std::string::npos) parsed->keep_alive = false;
  return {};
}

// Even a Content-Length of 0 is refused. A server that skips no body cannot disagree with a proxy
// about where the next request begins.
Refusal OnBody(std::string_view, ParsedRequest*) { return {400, "a request must not have a body"}; }

// What a media range of Accept is worth, in thousandths (RFC 9110, 12.4.2). A malformed weight is
// 0.
int WeightOf(std::string_view range) {
  const std::size_t q = LowerAscii(range).find(";q=");
  if (q == std::string::npos) return 1000;
  int weight = 0, unit = 1000;
  for (const char c : range.substr(q + 3)) {
    if (c == '.') continue;
    if (!IsAsciiDigit(c)) break;
    weight += unit * (c - '0');
    unit /= 10;
  }
  return weight;
}

Refusal OnAccept(std::string_view value, ParsedRequest* parsed) {
  int markdown = 0, html = 0;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(','), value.size());
    const std::string_view range = Trimmed(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    const std::string type = LowerAscii(Trimmed(range.substr(0, range.find(';'))));
    if (type == "text/markdown") markdown = WeightOf(range);
    if (type == "text/html") html = WeightOf(range);
  }
  parsed->request.markdown = markdown > 0 && markdown >= html;
  return {};
}

struct Header {
  std::string_view name;
  Refusal (*meet)(std::string_view value, ParsedRequest* parsed);
};

constexpr std::array<Header, 5> kHeaders = {{
    {"accept", &OnAccept},
    {"host", &OnHost},
    {"connection", &OnConnection},
    {"content-length", &OnBody},
    {"transfer-encoding", &OnBody},
}};

Refusal ParseHeader(std::string_view line, ParsedRequest* parsed) {
  const std::size_t colon = line.find(':');
  // Programs disagree about a blank before the colon or at the start of a line, which attacks use.
  // IsToken refuses both.
  if (colon == std::string_view::npos || !IsToken(line.substr(0, colon)))
    return {400, "a header is not of the form 'Name: value'"};
  const std::string name = LowerAscii(line.substr(0, colon));
  for (const Header& header : kHeaders)
    if (header.name == name) return header.meet(Trimmed(line.substr(colon + 1)), parsed);
  return {};
}

Refusal ParseHead(std::string_view head, const AllowedHosts& hosts, ParsedRequest* parsed) {
  Refusal refusal = ParseRequestLine(TakeLine(&head), parsed);
  while (refusal.status == 0 && head != "\r\n") refusal = ParseHeader(TakeLine(&head), parsed);
  if (refusal.status != 0) return refusal;
  // HTTP/1.0 allows a request without Host. It is refused here, because a missing name would go
  // around the check against DNS rebinding.
  if (parsed->request.host.empty()) return {400, "there is no Host header"};
  if (!hosts.Contains(parsed->request.host))
    return {421, "this server does not answer to the name in the Host header"};
  return {};
}

ParsedRequest Refused(const Refusal& refusal, ParsedRequest parsed = {}) {
  parsed.keep_alive = false;
  parsed.refused = refusal.status;
  parsed.why = refusal.why;
  return parsed;
}

// Whether `c` may come after `before`: line ends are CR LF, and tabs are the only other controls.
bool MayFollow(char before, char c) {
  if ((c == '\n') != (before == '\r')) return false;
  return static_cast<unsigned char>(c) >= 0x20 ? c != 0x7f : c == '\r' || c == '\n' || c == '\t';
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

bool AllowedHosts::Contains(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), LowerAscii(host)) != hosts_.end();
}

std::optional<ParsedRequest> HttpParser::Next() {
  // Goes on where the last call stopped, so that each byte is looked at once even if a client
  // sends its request byte by byte.
  for (; scanned_ < end_; ++scanned_) {
    const char c = buffer_[scanned_];
    if (!MayFollow(scanned_ == 0 ? ' ' : buffer_[scanned_ - 1], c))
      return Refused({400, "a line does not end with CR LF or has a control character"});
    // Does not wait for the end of the line. An endless address would otherwise fill the buffer
    // and be reported as headers that are too long.
    if (lines_ == 0 && scanned_ >= kMaxRequestLine)
      return Refused({414, "the address is too long"});
    if (c != '\n') continue;
    if (scanned_ - line_ == 1) return Take();
    line_ = scanned_ + 1;
    if (++lines_ > kMaxHeaderLines) return Refused({431, "there are too many headers"});
  }
  if (end_ == buffer_.size()) return Refused({431, "the headers are too long"});
  return std::nullopt;
}

// Parses the head that ends with the empty line at scanned_, and moves the bytes behind it to the
// front of the buffer.
ParsedRequest HttpParser::Take() {
  const std::size_t size = scanned_ + 1;
  ParsedRequest parsed;
  // A head that begins with its empty line has no request line.
  const Refusal refusal = lines_ == 0 ? Refusal{400, "the first line is not a request"}
                                      : ParseHead({buffer_.data(), size}, *hosts_, &parsed);
  std::memmove(buffer_.data(), buffer_.data() + size, end_ - size);
  end_ -= size;
  scanned_ = line_ = lines_ = 0;
  return refusal.status == 0 ? std::move(parsed) : Refused(refusal, std::move(parsed));
}

}  // namespace thresh
