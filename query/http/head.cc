// The head of a request: its first line and its headers.
#include <algorithm>
#include <utility>

#include "common/base/ascii.h"
#include "query/http/parser.h"

namespace thresh {
namespace {

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

Refusal ParseRequestLine(std::string_view line, const HttpRules& rules, ParsedRequest* parsed) {
  // The target reaches from the first blank to the last. ParseTarget refuses a blank within it.
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == last || !IsToken(line.substr(0, first)))
    return {400, "the first line is not a request"};
  const std::string_view method = line.substr(0, first), version = line.substr(last + 1);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (!version.starts_with("HTTP/")) return {400, "the first line is not a request"};
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return {505, "the server knows only HTTP/1.0 and HTTP/1.1"};
  // Set before the checks that follow, because a HEAD request gets no body with an error either.
  parsed->request.head = method == "HEAD";
  parsed->old = version == "HTTP/1.0";
  parsed->keep_alive = !parsed->old;
  const bool takes_messages = !rules.post_path.empty() && target == rules.post_path;
  parsed->allow = takes_messages ? "POST" : "GET, HEAD";
  parsed->request.post = takes_messages && method == "POST";
  if (takes_messages && method != "POST") return {405, "only POST is answered at this address"};
  if (!takes_messages && method != "GET" && method != "HEAD")
    return {405, "only GET and HEAD are answered"};
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

// Even a Content-Length of 0 is refused where no message is taken. A server that skips no body
// cannot disagree with a proxy about where the next request begins. For the same reason a message
// has one length, in digits.
Refusal OnLength(std::string_view value, ParsedRequest* parsed) {
  if (!parsed->request.post) return {400, "a request must not have a body"};
  if (parsed->body_bytes) return {400, "there are two Content-Length headers"};
  constexpr std::size_t kMaxDigits = 12;
  if (value.empty() || value.size() > kMaxDigits ||
      !std::all_of(value.begin(), value.end(), IsAsciiDigit))
    return {400, "the Content-Length is not a number"};
  std::size_t bytes = 0;
  for (const char c : value) bytes = 10 * bytes + static_cast<std::size_t>(c - '0');
  if (bytes > kMaxBodyBytes) return {413, "the message is too long"};
  parsed->body_bytes = bytes;
  return {};
}

Refusal OnEncoding(std::string_view, ParsedRequest* parsed) {
  if (!parsed->request.post) return {400, "a request must not have a body"};
  return {411, "a message comes as a whole and says its length"};
}

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

Refusal OnAcceptEncoding(std::string_view value, ParsedRequest* parsed) {
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(','), value.size());
    const std::string_view coding = Trimmed(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    if (LowerAscii(Trimmed(coding.substr(0, coding.find(';')))) == "gzip")
      parsed->request.gzip = WeightOf(coding) > 0;
  }
  return {};
}

Refusal OnOrigin(std::string_view value, ParsedRequest* parsed) {
  parsed->request.origin = value;
  return {};
}

struct Header {
  std::string_view name;
  Refusal (*meet)(std::string_view value, ParsedRequest* parsed);
};

constexpr std::array<Header, 7> kHeaders = {{
    {"accept", &OnAccept},
    {"accept-encoding", &OnAcceptEncoding},
    {"host", &OnHost},
    {"origin", &OnOrigin},
    {"connection", &OnConnection},
    {"content-length", &OnLength},
    {"transfer-encoding", &OnEncoding},
}};

void Keep(const std::string& name, std::string_view value, HttpRequest* request) {
  for (auto& [known, values] : request->headers) {
    if (known != name) continue;
    values += ", ";
    values += value;
    return;
  }
  request->headers.emplace_back(name, value);
}

Refusal ParseHeader(std::string_view line, ParsedRequest* parsed) {
  const std::size_t colon = line.find(':');
  // Programs disagree about a blank before the colon or at the start of a line, which attacks use.
  // IsToken refuses both.
  if (colon == std::string_view::npos || !IsToken(line.substr(0, colon)))
    return {400, "a header is not of the form 'Name: value'"};
  const std::string name = LowerAscii(line.substr(0, colon));
  const std::string_view value = Trimmed(line.substr(colon + 1));
  if (parsed->request.post) Keep(name, value, &parsed->request);
  for (const Header& header : kHeaders)
    if (header.name == name) return header.meet(value, parsed);
  return {};
}

// What a message must have besides a host.
Refusal CheckMessage(const ParsedRequest& parsed, const AllowedHosts& hosts) {
  const std::string_view origin = parsed.request.Header("origin");
  // Programs send none. A page of another site cannot leave it out.
  if (!origin.empty() && !hosts.IsOrigin(origin))
    return {403, "a page of another site may not send messages"};
  if (!parsed.body_bytes) return {411, "a message says its length"};
  return {};
}

Refusal ParseLines(std::string_view head, const HttpRules& rules, ParsedRequest* parsed) {
  Refusal refusal = ParseRequestLine(TakeLine(&head), rules, parsed);
  while (refusal.status == 0 && head != "\r\n") refusal = ParseHeader(TakeLine(&head), parsed);
  if (refusal.status != 0) return refusal;
  // HTTP/1.0 allows a request without Host: probes of proxies send such. The check against DNS
  // rebinding loses nothing, because no browser does.
  if (parsed->request.host.empty() && parsed->old) parsed->request.host = rules.hosts.first();
  if (parsed->request.host.empty()) return {400, "there is no Host header"};
  if (!rules.hosts.Contains(parsed->request.host))
    return {421,
            "this server does not answer to the name in the Host header, which --name would add"};
  return parsed->request.post ? CheckMessage(*parsed, rules.hosts) : Refusal{};
}

}  // namespace

ParsedRequest ParseHead(std::string_view head, const HttpRules& rules) {
  ParsedRequest parsed;
  const Refusal refusal = ParseLines(head, rules, &parsed);
  if (refusal.status != 0) return Refused(refusal.status, refusal.why, std::move(parsed));
  return parsed;
}

}  // namespace thresh
