#include "query/http/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <future>
#include <vector>

#include "tests/support/http_client.h"

namespace thresh {
namespace {

using std::chrono::milliseconds;

HttpResponse Echo(const HttpRequest& request) { return {.body = "<p>" + request.path + "</p>"}; }

bool StartsWith(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}
bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The server counts behind its answer, so a client may be earlier.
template <typename Count>
bool Comes(Count count, int wanted) {
  for (int i = 0; i < 1000 && count() < wanted; ++i) std::this_thread::sleep_for(milliseconds(5));
  return count() == wanted;
}

// One request on a connection of its own; the answer's body.
std::string Fetch(std::uint16_t port, const std::string& target) {
  HttpClient client(port);
  client.Get(target, "Connection: close\r\n");
  const std::string answer = client.ReadToEnd();
  return answer.substr(std::min(answer.find("\r\n\r\n"), answer.size()));
}

TEST(HttpServer, AnswersHaveStrictHeaders) {
  const RunningServer server(&Echo);
  HttpClient client(server.port());
  client.Get("/a");
  const std::string answer = client.ReadAnswer();
  EXPECT_TRUE(StartsWith(answer, "HTTP/1.1 200 OK\r\nDate: ")) << answer;
  for (const std::string line :
       {"Content-Type: text/html; charset=utf-8", "Content-Length: 9", "Cache-Control: no-store",
        "Connection: keep-alive", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
        "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; img-src "
        "'self' "
        "data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"})
    EXPECT_TRUE(Has(answer, "\r\n" + line + "\r\n")) << line << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\n<p>/a</p>"));
  EXPECT_FALSE(Has(answer, "Allow:"));
}

TEST(HttpServer, ARequestWithoutMemoryIsRefusedAndTheNextIsAnswered) {
  RunningServer server([](const HttpRequest& request) -> HttpResponse {
    if (request.path == "/large") throw std::bad_alloc();
    return Echo(request);
  });
  HttpClient client(server.port());
  client.Get("/large");
  EXPECT_TRUE(StartsWith(client.ReadAnswer(), "HTTP/1.1 503 Service Unavailable\r\n"));
  EXPECT_EQ(server.Refused(503), 1);
  client.Get("/small");
  EXPECT_TRUE(StartsWith(client.ReadAnswer(), "HTTP/1.1 200 OK\r\n"));
}

TEST(HttpServer, AssetsMayBeKeptForADay) {
  const RunningServer server([](const HttpRequest&) {
    return HttpResponse{.content_type = "text/css", .body = "p{}", .asset = true};
  });
  HttpClient client(server.port());
  client.Get("/a.css");
  const std::string answer = client.ReadAnswer();
  EXPECT_TRUE(Has(answer, "Cache-Control: public, max-age=86400\r\n")) << answer;
  EXPECT_TRUE(Has(answer, "Content-Type: text/css\r\n")) << answer;
}

TEST(HttpServer, HeadHasTheHeadersOfGetAndNoBody) {
  const RunningServer server(&Echo);
  HttpClient client(server.port());
  client.Send("HEAD /abc HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
              "\r\n\r\n");
  const std::string head = client.ReadAnswer(true);
  client.Get("/abc", "Connection: close\r\n");
  const std::string next = client.ReadToEnd();
  EXPECT_TRUE(Has(head, "Content-Length: 11\r\n") && head.ends_with("\r\n\r\n"));
  EXPECT_TRUE(StartsWith(next, "HTTP/1.1 200 OK") && next.ends_with("\r\n\r\n<p>/abc</p>")) << next;
}

TEST(HttpServer, RequestsSentAheadAreAnsweredInOrder) {
  const RunningServer server(&Echo);
  HttpClient client(server.port());
  for (int i = 0; i < 50; ++i) client.Get("/" + std::to_string(i));
  for (int i = 0; i < 50; ++i)
    EXPECT_TRUE(client.ReadAnswer().ends_with("<p>/" + std::to_string(i) + "</p>")) << i;
  client.Get("/last", "Connection: close\r\n");
  client.Get("/never");
  EXPECT_TRUE(client.ReadToEnd().ends_with("<p>/last</p>"));
}

TEST(HttpServer, AClientThatSaysNoMoreIsAnswered) {
  const RunningServer server(&Echo);
  HttpClient client(server.port());
  client.Get("/a");
  client.SendNoMore();
  EXPECT_TRUE(client.ReadToEnd().ends_with("<p>/a</p>"));
}

TEST(HttpServer, RefusalsAreAnsweredCountedAndTheConnectionEnds) {
  RunningServer server(&Echo);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + std::string(100000, 'x'),
       "HTTP/1.1 405 Method Not Allowed\r\n"},
      {"GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", "HTTP/1.1 421 Misdirected Request\r\n"},
      {"GET /" + std::string(100000, 'a'), "HTTP/1.1 414 URI Too Long\r\n"},
      {"GET / HTTP/1.1\r\nX: " + std::string(100000, 'a'),
       "HTTP/1.1 431 Request Header Fields Too Large\r\n"},
      {"GET / HTTP/3\r\n\r\n", "HTTP/1.1 505 HTTP Version Not Supported\r\n"},
      {"\x16\x03\x01", "HTTP/1.1 400 Bad Request\r\n"},
  };
  for (const auto& [bytes, status] : rows) {
    HttpClient client(server.port());
    client.Send(bytes);
    const std::string answer = client.ReadToEnd();
    EXPECT_TRUE(StartsWith(answer, status)) << answer;
    EXPECT_TRUE(Has(answer, "\r\nConnection: close\r\n") && Has(answer, "nosniff")) << answer;
    EXPECT_EQ(Has(answer, "\r\nAllow: GET, HEAD\r\n"), Has(status, "405")) << answer;
    const int code = std::stoi(status.substr(9, 3));
    EXPECT_TRUE(Comes([&] { return server.Refused(code); }, 1)) << code;
  }
}

std::string MessageOf(std::uint16_t port, std::size_t bytes) {
  return "POST /messages HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
         "\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n";
}

TEST(HttpServer, MessagesAreWholeBeforeTheyAreAnswered) {
  const RunningServer server([](const HttpRequest& request) {
    return HttpResponse{.status = 202, .body = request.post ? request.body : "none"};
  });
  HttpClient client(server.port());
  const std::string body(kMaxBodyBytes, 'm');
  client.Send(MessageOf(server.port(), body.size()) + body.substr(0, 100));
  client.Send(body.substr(100));
  client.Get("/behind", "Connection: close\r\n");
  const std::string answer = client.ReadAnswer();
  EXPECT_TRUE(StartsWith(answer, "HTTP/1.1 202 Accepted\r\n") && answer.ends_with("\r\n" + body));
  EXPECT_TRUE(client.ReadToEnd().ends_with("\r\n\r\nnone"));
}

TEST(HttpServer, AMessageThatNeverEndsIsGivenUp) {
  const RunningServer server(&Echo, {.request = milliseconds(200)});
  HttpClient client(server.port());
  client.Send(MessageOf(server.port(), 10) + "half");
  EXPECT_TRUE(StartsWith(client.ReadToEnd(), "HTTP/1.1 408 Request Timeout\r\n"));
  HttpClient other(server.port());
  other.Get("/messages");
  EXPECT_TRUE(Has(other.ReadToEnd(), "\r\nAllow: POST\r\n"));
}

// ---- those that are slow, and the others meanwhile

TEST(HttpServer, ManyConnectionsAtOnce) {
  const RunningServer server(&Echo);
  std::deque<HttpClient> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(server.port());
  for (int round = 0; round < 3; ++round) {
    for (HttpClient& client : clients) EXPECT_TRUE(client.Get("/" + std::to_string(round)));
    for (HttpClient& client : clients)
      EXPECT_TRUE(client.ReadAnswer().ends_with("<p>/" + std::to_string(round) + "</p>"));
  }
}

TEST(HttpServer, AByteNowAndThenGainsNothing) {
  const RunningServer server(&Echo, {.request = milliseconds(500)}, 1);
  std::deque<HttpClient> slow;
  for (int i = 0; i < 200; ++i) slow.emplace_back(server.port());
  for (HttpClient& client : slow) client.Send("GET /");
  // A trickle goes on until the server has had enough of everybody.
  bool open = true;
  while (open) {
    EXPECT_EQ(Fetch(server.port(), "/quick"), "\r\n\r\n<p>/quick</p>");
    open = false;
    for (HttpClient& client : slow) open = client.Send("a") || open;
  }
  for (HttpClient& client : slow) {
    const std::string answer = client.ReadToEnd();
    EXPECT_TRUE(answer.empty() || StartsWith(answer, "HTTP/1.1 408 Request Timeout\r\n")) << answer;
  }
}

TEST(HttpServer, SilentConnectionsAreClosed) {
  RunningServer server(&Echo, {.request = milliseconds(200), .idle = milliseconds(50)});
  HttpClient silent(server.port()), idle(server.port());
  idle.Get("/a");
  EXPECT_TRUE(idle.ReadAnswer().ends_with("<p>/a</p>"));
  EXPECT_EQ(idle.ReadToEnd(), "");
  EXPECT_EQ(silent.ReadToEnd(), "");
  EXPECT_TRUE(Comes([&] { return server.Dropped(HttpDrop::kNoRequest); }, 1))
      << "the idle one was answered";
}

TEST(HttpServer, HalfARequestIsToldWhyItsConnectionEnds) {
  RunningServer server(&Echo, {.request = milliseconds(200)});
  std::string answer;
  while (answer.empty()) {  // a time that was over before a byte came ends without a word
    HttpClient half(server.port());
    half.Send("GET / HTTP/1.1\r\n");
    answer = half.ReadToEnd();
  }
  EXPECT_TRUE(StartsWith(answer, "HTTP/1.1 408 Request Timeout\r\n")) << answer;
  EXPECT_TRUE(Comes([&] { return server.Refused(408); }, 1));
}

TEST(HttpServer, WhoDoesNotReadIsCutOffAndBlocksNobody) {
  const std::string large(32u << 20, 'x');
  RunningServer server(
      [&](const HttpRequest& request) {
        return request.path == "/large" ? HttpResponse{.body = large} : Echo(request);
      },
      {.answer = milliseconds(300)}, 1);
  HttpClient lazy(server.port());
  lazy.Get("/large");
  EXPECT_EQ(Fetch(server.port(), "/a"), "\r\n\r\n<p>/a</p>");
  while (lazy.Send("GET / HTTP/1.1\r\n")) std::this_thread::sleep_for(milliseconds(5));
  EXPECT_LT(lazy.ReadToEnd().size(), large.size());
  EXPECT_TRUE(Comes([&] { return server.Dropped(HttpDrop::kNotRead); }, 1));
  {
    HttpClient gone(server.port());
    gone.Get("/large");
  }
  EXPECT_EQ(Fetch(server.port(), "/b"), "\r\n\r\n<p>/b</p>");
}

TEST(HttpServer, WhereAllPlacesAreTakenAnIdleOneGoes) {
  const RunningServer server(&Echo, {.connections = 4});
  std::deque<HttpClient> clients;
  for (int i = 0; i < 40; ++i) {
    clients.emplace_back(server.port());
    clients.back().Get("/a");
    EXPECT_TRUE(clients.back().ReadAnswer().ends_with("<p>/a</p>")) << i;
  }
  EXPECT_EQ(clients.front().ReadToEnd(), "");
}

// No request of theirs would time out before the test ends.
TEST(HttpServer, SilentAndSlowClientsKeepNobodyOut) {
  RunningServer server(
      &Echo, {.request = std::chrono::minutes(10), .grace = milliseconds(20), .connections = 4});
  std::deque<HttpClient> slow;
  for (int i = 0; i < 40; ++i) {
    slow.emplace_back(server.port());
    if (i % 2 == 0) slow.back().Send("GET /");
  }
  EXPECT_EQ(Fetch(server.port(), "/a"), "\r\n\r\n<p>/a</p>");
  EXPECT_EQ(slow.front().ReadToEnd(), "");
  EXPECT_GT(server.Dropped(HttpDrop::kNoPlace), 0);
}

TEST(HttpServer, ClientsThatDoNotReadKeepNobodyOut) {
  const std::string large(32u << 20, 'x');
  const RunningServer server(
      [&](const HttpRequest& request) {
        return request.path == "/large" ? HttpResponse{.body = large} : Echo(request);
      },
      {.stall = milliseconds(20), .answer = std::chrono::hours(1), .connections = 4});
  std::deque<HttpClient> lazy;
  for (int i = 0; i < 12; ++i) {
    lazy.emplace_back(server.port());
    lazy.back().Get("/large");
  }
  EXPECT_EQ(Fetch(server.port(), "/a"), "\r\n\r\n<p>/a</p>");
  EXPECT_LT(lazy.front().ReadToEnd().size(), large.size());
}

TEST(HttpServer, AnswersThatNobodyTakesHaveABound) {
  const std::string large(32u << 20, 'x');
  const RunningServer server([&](const HttpRequest&) { return HttpResponse{.body = large}; },
                             {.answer = std::chrono::hours(1), .unsent = 80u << 20}, 1);
  std::deque<HttpClient> lazy;
  for (int i = 0; i < 5; ++i) {
    lazy.emplace_back(server.port());
    lazy.back().Get("/");
  }
  // The last is there to be read, and when it is, the first has gone for the others.
  EXPECT_TRUE(lazy.back().ReadAnswer().ends_with("xxx"));
  EXPECT_LT(lazy.front().ReadToEnd().size(), large.size());
}

TEST(HttpServer, WhereAllPlacesAreBusyTheNextOneWaits) {
  std::promise<void> released;
  const std::shared_future<void> wait = released.get_future().share();
  const RunningServer server(
      [&](const HttpRequest& request) {
        if (request.path == "/wait") wait.wait();
        return Echo(request);
      },
      {.linger = milliseconds(50), .connections = 2});
  HttpClient first(server.port()), second(server.port()), third(server.port());
  first.Get("/wait");
  second.Get("/wait");
  third.Get("/a");
  released.set_value();
  EXPECT_TRUE(first.ReadAnswer().ends_with("<p>/wait</p>"));
  EXPECT_TRUE(third.ReadAnswer().ends_with("<p>/a</p>"));
}

// ---- the end

// Two threads and twenty clients that each send twenty requests ahead, each of a hundredth of a
// second: two seconds of work for both.
TEST(HttpServer, ConnectionsTakeTurnsByTheTimeThatTheyHad) {
  RunningServer server([](const HttpRequest& request) {
    if (request.path == "/dear") std::this_thread::sleep_for(milliseconds(10));
    return Echo(request);
  });
  std::deque<HttpClient> greedy;
  for (int i = 0; i < 20; ++i) {
    greedy.emplace_back(server.port());
    for (int k = 0; k < 20; ++k) greedy.back().Get("/dear");
  }
  for (HttpClient& client : greedy) EXPECT_FALSE(client.ReadAnswer().empty());
  const auto begin = std::chrono::steady_clock::now();
  HttpClient stranger(server.port());
  stranger.Get("/a");
  EXPECT_TRUE(stranger.ReadAnswer().ends_with("<p>/a</p>"));
  EXPECT_LT(server.Answered("/dear"), 200) << "all others would be answered first";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST(HttpServer, ACheapRequestWaitsForNoOther) {
  std::promise<void> may_end;
  const std::shared_future<void> end = may_end.get_future().share();
  {
    RunningServer server([&](const HttpRequest& request) {
      if (request.path == "/dear") end.wait();
      return Echo(request);
    });
    std::deque<HttpClient> greedy;
    for (int i = 0; i < 6; ++i) {
      greedy.emplace_back(server.port());
      greedy.back().Get("/dear");
    }
    EXPECT_EQ(Fetch(server.port(), "/cheap"), "\r\n\r\n<p>/cheap</p>");
    may_end.set_value();
    for (HttpClient& client : greedy) EXPECT_FALSE(client.ReadAnswer().empty());
  }
}

TEST(HttpServer, AStopLetsWorkBeFinishedAndAnswersIt) {
  std::promise<void> begun, released;
  RunningServer server([&](const HttpRequest& request) {
    begun.set_value();
    released.get_future().wait();
    return Echo(request);
  });
  HttpClient working(server.port()), idle(server.port());
  working.Get("/work");
  begun.get_future().wait();
  server.Stop();
  EXPECT_EQ(idle.ReadToEnd(), "");
  released.set_value();
  const std::string answer = working.ReadToEnd();
  EXPECT_TRUE(Has(answer, "Connection: close\r\n") && answer.ends_with("<p>/work</p>")) << answer;
  server.Join();
}

TEST(HttpServer, ASecondStopWaitsForNobody) {
  const std::string large(32u << 20, 'x');
  RunningServer server([&](const HttpRequest&) { return HttpResponse{.body = large}; },
                       {.answer = std::chrono::hours(1), .drain = std::chrono::hours(1)});
  HttpClient lazy(server.port());
  lazy.Get("/");
  server.Stop();
  while (HttpServer::Open({.port = server.port()}).status().code() == Code::kTryAgain) {
  }
  server.Stop();
  server.Join();
  EXPECT_LT(lazy.ReadToEnd().size(), large.size());
}

TEST(HttpServer, APortThatIsTakenIsSaid) {
  const RunningServer server(&Echo);
  const auto again = HttpServer::Open({.port = server.port()});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.status().code(), Code::kTryAgain);
  EXPECT_TRUE(Has(again.status().message(), std::to_string(server.port())))
      << again.status().message();
}

TEST(HttpServer, AddressesThatAreNone) {
  for (const char* address : {"example.org", "", "127.0.0.1:80", "300.1.1.1", "192.0.2.1"}) {
    const auto server = HttpServer::Open({.address = address});
    ASSERT_FALSE(server.ok()) << address;
    EXPECT_EQ(server.status().code(), Code::kUsage) << server.status().message();
  }
  EXPECT_EQ(WebAddress("::1", 80), "http://[::1]:80/");
  EXPECT_TRUE(IsLoopback("127.0.0.2") && IsLoopback("::1") && !IsLoopback("0.0.0.0"));
}

}  // namespace
}  // namespace thresh
