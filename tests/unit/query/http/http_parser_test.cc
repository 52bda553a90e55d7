#include "query/http/parser.h"

#include <gtest/gtest.h>

#include "tests/support/parse_requests.h"

namespace thresh {
namespace {

std::size_t Whole() { return kMaxHeadBytes; }

const HttpRules& Rules() {
  static const HttpRules rules{AllowedHosts(8080, {"search.example", "192.0.2.7", "2001:db8::7"}),
                               "/mcp"};
  return rules;
}

std::string Parse(const std::string& bytes) { return ShownAll(bytes, Rules(), &Whole); }

// A request for `target` as browsers write it.
std::string Get(const std::string& target, const std::string& more = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost:8080\r\n" + more + "\r\n";
}

// A message as programs post it.
std::string Post(const std::string& body, const std::string& more = "") {
  return "POST /mcp HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + more + "\r\n" + body;
}

std::string Repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

struct Answered {
  std::string bytes, shown;
};

const std::vector<Answered>& Accepted() {
  static const std::vector<Answered> rows = {
      {Get("/"), "GET / @localhost:8080 keep\n"},
      {"HEAD /a HTTP/1.1\r\nhost:  LocalHost:8080 \r\n\r\n", "HEAD /a @LocalHost:8080 keep\n"},
      {"GET / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n", "GET / @127.0.0.1:8080 close\n"},
      {"GET / HTTP/1.0\r\nHost: [::1]:8080\r\nConnection: Keep-Alive\r\n\r\n",
       "GET / @[::1]:8080 keep\n"},
      {"GET / HTTP/1.0\r\n\r\n", "GET / @localhost:8080 close\n"},
      {"\r\n" + Get("/1") + "\r\n" + Get("/2"),
       "GET /1 @localhost:8080 keep\nGET /2 @localhost:8080 keep\n"},
      {Get("/", "CONNECTION: x, Close\r\n"), "GET / @localhost:8080 close\n"},
      {"GET / HTTP/1.1\r\nHost: search.example:8080\r\n\r\n", "GET / @search.example:8080 keep\n"},
      {"GET / HTTP/1.1\r\nHost: 192.0.2.7:8080\r\n\r\n", "GET / @192.0.2.7:8080 keep\n"},
      {"GET / HTTP/1.1\r\nHost: [2001:db8::7]:8080\r\n\r\n", "GET / @[2001:db8::7]:8080 keep\n"},
      {Get("/p%61ge?q=a+b%2Bc&&x=&y&=z&q=%C3%A9%0A"),
       "GET /page [q=a b+c] [x=] [y=] [=z] [q=\xC3\xA9\n] @localhost:8080 keep\n"},
      {Get("/a.b/..c/...?u=../.."), "GET /a.b/..c/... [u=../..] @localhost:8080 keep\n"},
      {Get("/?a=b=c?d/%2F"), "GET / [a=b=c?d//] @localhost:8080 keep\n"},
      {Get("/", "X: \xff\t;\r\nEmpty:\r\n"), "GET / @localhost:8080 keep\n"},
      {Get("/1") + Get("/2") + Get("/3"),
       "GET /1 @localhost:8080 keep\nGET /2 @localhost:8080 keep\nGET /3 @localhost:8080 keep\n"},
      {Get("/" + std::string(kMaxTargetBytes - 1, 'a')),
       "GET /" + std::string(kMaxTargetBytes - 1, 'a') + " @localhost:8080 keep\n"},
      {Get("/", Repeated("X: y\r\n", kMaxHeaderLines - 2)), "GET / @localhost:8080 keep\n"},
      {Post("{\n}") + Post("") + Get("/1"),
       "POST /mcp @localhost:8080 keep {\n}\nPOST /mcp @localhost:8080 keep \n"
       "GET /1 @localhost:8080 keep\n"},
      {Post("a", "Origin: http://LocalHost:8080\r\n"), "POST /mcp @localhost:8080 keep a\n"},
      {Post("a", "Origin: https://search.example\r\n"), "POST /mcp @localhost:8080 keep a\n"},
      {Post(std::string(kMaxBodyBytes, '\0')),
       "POST /mcp @localhost:8080 keep " + std::string(kMaxBodyBytes, '\0') + "\n"},
  };
  return rows;
}

struct Hostile {
  std::string bytes;
  int status;
};

std::vector<Hostile> RefusedFirstLines() {
  const std::string host = "Host: localhost:8080\r\n\r\n";
  return {
      {"\r\n\r\n" + Get("/"), 400},           {"GET /\r\n" + host, 400},
      {"GET  HTTP/1.1\r\n" + host, 400},      {" GET / HTTP/1.1\r\n" + host, 400},
      {"GET / HTTP/1.1 \r\n" + host, 400},    {"GET\t/ HTTP/1.1\r\n" + host, 400},
      {"G(T / HTTP/1.1\r\n" + host, 400},     {"GET / http/1.1\r\n" + host, 400},
      {"GET /a b HTTP/1.1\r\n" + host, 400},  {"\x16\x03\x01\x02\x00\x01\x00", 400},
      {"GET / HTTP/1.2\r\n" + host, 505},     {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"POST / HTTP/1.1\r\n" + host, 405},    {"get / HTTP/1.1\r\n" + host, 405},
      {"OPTIONS * HTTP/1.1\r\n" + host, 405}, {"CONNECT localhost:8080 HTTP/1.1\r\n" + host, 405},
  };
}

std::vector<Hostile> RefusedAddresses() {
  return {
      {Get("http://localhost:8080/"), 400},
      {Get("*"), 400},
      {Get("page"), 400},
      {Get("/#top"), 400},
      {Get("/\xC3\xA9"), 400},
      {Get("/%"), 400},
      {Get("/%4"), 400},
      {Get("/%zz"), 400},
      {Get("/%00"), 400},
      {Get("/?q=%00"), 400},
      {Get("/?q=%u0041"), 400},
      {Get("/?%=a"), 400},
      {Get("/a%2Fb"), 400},
      {Get("/a%0d%0aSet-Cookie:x"), 400},
      {Get("/../etc/passwd"), 400},
      {Get("/a/%2e%2E/b"), 400},
      {Get("/a/."), 400},
      {Get("/?" + Repeated("a=b&", kMaxParameters + 1)), 400},
      {Get("/" + std::string(kMaxTargetBytes, 'a')), 414},
      {std::string(kMaxTargetBytes + 100, 'G'), 414},
  };
}

std::vector<Hostile> RefusedHeaders() {
  return {
      {"GET / HTTP/1.1\nHost: localhost:8080\n\n", 400},
      {"GET / HTTP/1.1\r\nHost: localhost:8080\r\n\n", 400},
      {"GET / HTTP/1.1\rHost: localhost:8080\r\n\r\n", 400},
      {Get("/", "A: b\r c\r\n"), 400},
      {Get("/", "A: " + std::string(1, '\0') + "\r\n"), 400},
      {Get("/", "A: \x1b[2J\r\n"), 400},
      {Get("/", "A : b\r\n"), 400},
      {Get("/", " folded\r\n"), 400},
      {Get("/", "no colon\r\n"), 400},
      {Get("/", ": b\r\n"), 400},
      {Get("/", Repeated("X: y\r\n", kMaxHeaderLines)), 431},
      {Get("/", "X: " + std::string(kMaxHeadBytes, 'y') + "\r\n"), 431},
      // Bodies: two readers of a length may disagree where the next request begins.
      {Get("/", "Content-Length: 0\r\n"), 400},
      {Get("/", "Content-Length: 5\r\n") + "hello", 400},
      {Get("/", "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n", 400},
      // The host.
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
      {Get("/", "Host: localhost:8080\r\n"), 400},
      {Get("/", "host: evil.example\r\n"), 400},
      {"GET / HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: localhost:65536\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: 192.0.2.300\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: 192.0.2.7.evil.example\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: localhost.:8080\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: localhost:8080.evil.example\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: x@localhost:8080\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: 2130706433:8080\r\n\r\n", 421},
      {"GET / HTTP/1.1\r\nHost: ::1:8080\r\n\r\n", 421},
  };
}

std::vector<Hostile> RefusedMessages() {
  const std::string start = "POST /mcp HTTP/1.1\r\nHost: localhost:8080\r\n";
  return {
      {Get("/mcp"), 405},
      {"HEAD /mcp HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", 405},
      {"DELETE /mcp HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", 405},
      {"POST /mcp?a=b HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", 405},
      {start + "\r\n", 411},
      {start + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", 411},
      {Post("a", "Transfer-Encoding: chunked\r\n"), 411},
      {Post("a", "Content-Length: 1\r\n"), 400},
      {start + "Content-Length: +1\r\n\r\na", 400},
      {start + "Content-Length: 1, 1\r\n\r\na", 400},
      {start + "Content-Length: 99999999999999999999\r\n\r\na", 400},
      {start + "Content-Length: 100000000\r\n\r\na", 413},
      {Post("a", "Origin: http://evil.example\r\n"), 403},
      {Post("a", "Origin: http://localhost:8080.evil.example\r\n"), 403},
      {Post("a", "Origin: null\r\n"), 403},
      {Post("a", "Origin: http://localhost:8080\r\nOrigin: http://evil.example\r\n"), 403},
      {"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1\r\n\r\na", 421},
  };
}

std::vector<Hostile> Refused() {
  std::vector<Hostile> all = RefusedFirstLines();
  for (const auto& rows : {RefusedAddresses(), RefusedHeaders(), RefusedMessages()})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

TEST(HttpParser, RequestsOfBrowsers) {
  for (const Answered& row : Accepted()) EXPECT_EQ(Parse(row.bytes), row.shown) << row.bytes;
}

TEST(HttpParser, HostileRequestsAreRefused) {
  for (const Hostile& row : Refused()) {
    const std::vector<ParsedRequest> all = ParseAll(row.bytes, Rules(), &Whole);
    ASSERT_EQ(all.size(), 1u) << row.bytes;
    EXPECT_EQ(all[0].refused, row.status) << row.bytes << Shown(all[0]);
    EXPECT_FALSE(all[0].keep_alive) << row.bytes;
    EXPECT_FALSE(all[0].why.empty()) << row.bytes;
  }
}

// Cut in two at every byte, and into single bytes.
void ExpectTheSameHoweverCut(const std::string& bytes) {
  const std::string whole = Parse(bytes);
  EXPECT_EQ(ShownAll(bytes, Rules(), [] { return std::size_t{1}; }), whole) << bytes;
  if (bytes.size() > 1000) return;
  for (std::size_t first = 1; first < bytes.size(); ++first) {
    std::size_t next = first;
    const auto piece = [&] { return std::exchange(next, bytes.size()); };
    ASSERT_EQ(ShownAll(bytes, Rules(), piece), whole) << bytes << " cut at " << first;
  }
}

TEST(HttpParser, TheCutsBetweenBytesDoNotMatter) {
  for (const Answered& row : Accepted()) ExpectTheSameHoweverCut(row.bytes);
  for (const Hostile& row : Refused()) ExpectTheSameHoweverCut(row.bytes);
}

TEST(HttpParser, EveryBeginningOfARequestWaitsForMore) {
  const std::string bytes = Get("/page?q=a", "Accept: */*\r\n");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(Parse(bytes.substr(0, size)), "") << size;
  const std::string message = Post("message");
  for (std::size_t size = 0; size < message.size(); ++size)
    EXPECT_EQ(Parse(message.substr(0, size)), "") << size;
}

TEST(HttpParser, MessagesAreTakenNowhereUnlessAPathIsGiven) {
  const HttpRules none{AllowedHosts(8080, {})};
  EXPECT_EQ(ParseAll(Post("a"), none, &Whole)[0].refused, 405);
  EXPECT_EQ(ParseAll(Get("/mcp"), none, &Whole)[0].refused, 0);
}

TEST(HttpParser, AMessageHasItsHeaders) {
  const HttpRequest request =
      ParseAll(Post("a", "X-Y: b \r\nx-y:c\r\n"), Rules(), &Whole)[0].request;
  EXPECT_EQ(request.Header("x-y"), "b, c");
  EXPECT_EQ(request.Header("x"), "");
  EXPECT_TRUE(ParseAll(Get("/", "X-Y: b\r\n"), Rules(), &Whole)[0].request.headers.empty());
}

TEST(HttpParser, ManyRequestsPassThroughTheSameBuffer) {
  const std::string one =
      Get("/" + std::string(3000, 'a'), "X: " + std::string(3000, 'b') + "\r\n");
  EXPECT_EQ(ParseAll(Repeated(one, 50), Rules(), &Whole).size(), 50u);
}

TEST(HttpParser, NamesOfTheServer) {
  const AllowedHosts hosts(80, {"Search.Example", "proxy.example:8443"});
  for (const char* host : {"localhost", "LocalHost:80", "[::1]", "search.example",
                           "search.example:80", "proxy.example:8443", "localhost:9000",
                           "198.51.100.3:9000", "198.51.100.3", "[2001:db8::9]:1"})
    EXPECT_TRUE(hosts.Contains(host)) << host;
  for (const char* host : {"", "evil.example", "localhost:", "localhost:http", "proxy.example",
                           "[search.example]", "[::1", "::1", "0x7f.1"})
    EXPECT_FALSE(hosts.Contains(host)) << host;
}

// A page that stands at an address is no page of this server because of that.
TEST(HttpParser, PagesOfTheServer) {
  const AllowedHosts hosts(8080, {"search.example"});
  for (const char* origin : {"http://localhost:8080", "https://search.example"})
    EXPECT_TRUE(hosts.IsOrigin(origin)) << origin;
  for (const char* origin : {"http://198.51.100.3", "http://localhost:9000", "null", ""})
    EXPECT_FALSE(hosts.IsOrigin(origin)) << origin;
}

}  // namespace
}  // namespace thresh
