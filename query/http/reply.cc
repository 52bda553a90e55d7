#include "query/http/reply.h"

#include <algorithm>
#include <array>
#include <utility>

namespace thresh {
namespace {

constexpr auto kReasons = std::to_array<std::pair<int, std::string_view>>({
    {200, "OK"},
    {202, "Accepted"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
});

// Pages load nothing from other hosts, run nothing inline and cannot be framed, so that text of a
// crawled page does no harm even if an escape were forgotten. Content types are never guessed.
constexpr std::string_view kStrict =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; connect-src "
    "'self'; img-src "
    "'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

std::string_view Reason(int status) {
  const auto* row = std::find_if(kReasons.begin(), kReasons.end(),
                                 [&](const auto& one) { return one.first == status; });
  return row == kReasons.end() ? "Unknown" : row->second;
}

// A date of RFC 9110, section 5.6.7. strftime gives English names, because our programs never leave
// the C locale.
std::string HttpDate(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 64> text{};
  const std::size_t size =
      std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), size};
}

}  // namespace

std::string ReplyHead(const HttpResponse& response, bool keep_alive, std::time_t now) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head += Reason(response.status);
  head += "\r\nDate: " + HttpDate(now);
  head += "\r\nContent-Type: " + response.content_type;
  head += "\r\nContent-Length: " + std::to_string(response.body.size());
  if (response.packed) head += "\r\nContent-Encoding: gzip";
  head += "\r\nVary: Accept, Accept-Encoding, Origin";
  // Assets change with the program only and may be kept for a day. All other answers may change
  // with every published store.
  head +=
      response.asset ? "\r\nCache-Control: public, max-age=86400" : "\r\nCache-Control: no-store";
  head += keep_alive ? "\r\nConnection: keep-alive\r\n" : "\r\nConnection: close\r\n";
  // RFC 9110, section 15.5.6, requires this header in a 405.
  if (response.status == 405) head += "Allow: " + std::string(response.allow) + "\r\n";
  head += kStrict;
  const bool for_others = response.shared || !response.reader.empty();
  head += std::string("Cross-Origin-Resource-Policy: ") +
          (for_others ? "cross-origin\r\n" : "same-origin\r\n");
  if (!response.reader.empty()) head += "Access-Control-Allow-Origin: " + response.reader + "\r\n";
  head += "\r\n";
  return head;
}

HttpResponse RefusedWith(int status, std::string_view why) {
  return {
      status, "text/plain; charset=utf-8",
      std::to_string(status) + " " + std::string(Reason(status)) + ": " + std::string(why) + "\n"};
}

}  // namespace thresh
