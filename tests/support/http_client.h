// A client that sends exactly the bytes that it is given, and a server in the same process to send
// them to.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "common/base/check.h"
#include "query/http/server.h"

namespace thresh {

class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    THRESH_CHECK(::connect(socket_.fd(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  }

  // false: the other side has closed.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // A request as browsers write it.
  bool Get(const std::string& target, const std::string& more = "") {
    return Send("GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(Port()) +
                "\r\n" + more + "\r\n");
  }

  // The next answer, head and body; "" where the other side has closed. `head`: of a HEAD, without
  // a body.
  std::string ReadAnswer(bool head = false) {
    std::size_t end = 0;
    while ((end = waiting_.find("\r\n\r\n")) == std::string::npos)
      if (!Receive()) return {};
    const std::size_t at = waiting_.find("Content-Length: ");
    THRESH_CHECK(at < end);
    end += 4 + (head ? 0 : std::stoul(waiting_.substr(at + 16)));
    while (waiting_.size() < end)
      if (!Receive()) return {};
    const std::string answer = waiting_.substr(0, end);
    waiting_.erase(0, end);
    return answer;
  }
  // Everything until the other side closes.
  std::string ReadToEnd() {
    while (Receive()) {
    }
    return std::exchange(waiting_, {});
  }
  void SendNoMore() { ::shutdown(socket_.fd(), SHUT_WR); }

 private:
  bool Receive() {
    char bytes[4096];
    const ssize_t got = ::recv(socket_.fd(), bytes, sizeof bytes, 0);
    if (got > 0) waiting_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }
  std::uint16_t Port() const {
    sockaddr_in to{};
    socklen_t size = sizeof to;
    THRESH_CHECK(::getpeername(socket_.fd(), reinterpret_cast<sockaddr*>(&to), &size) == 0);
    return ntohs(to.sin_port);
  }
  Socket socket_;
  std::string waiting_;
};

// Answers on a free port of 127.0.0.1 until it goes. It takes messages at /messages.
class RunningServer : private HttpHandler {
 public:
  using Answer = std::function<HttpResponse(const HttpRequest&)>;
  explicit RunningServer(Answer answer, HttpLimits limits = {}, std::size_t threads = 2)
      : answer_(std::move(answer)), stop_(::eventfd(0, EFD_CLOEXEC)) {
    server_ = std::move(
        HttpServer::Open({.post_path = "/messages", .threads = threads, .limits = limits}).value());
    port_ = server_->port();
    thread_ = std::thread([this] { THRESH_CHECK(server_->Run(this, stop_.fd()).ok()); });
  }
  ~RunningServer() {
    if (!thread_.joinable()) return;
    Stop();
    thread_.join();
  }
  std::uint16_t port() const { return port_; }
  void Stop() { THRESH_CHECK(::eventfd_write(stop_.fd(), 1) == 0); }
  void Join() { thread_.join(); }
  // How many requests for a path were answered, how many with a status refused, and connections
  // dropped for this reason.
  int Refused(int status) {
    const std::lock_guard lock(mutex_);
    return refused_[status];
  }
  int Answered(const std::string& path) {
    const std::lock_guard lock(mutex_);
    return answered_[path];
  }
  int Dropped(HttpDrop why) {
    const std::lock_guard lock(mutex_);
    return dropped_[why];
  }

 private:
  HttpResponse Handle(const HttpRequest& request) override {
    HttpResponse response = answer_(request);
    const std::lock_guard lock(mutex_);
    ++answered_[request.path];
    return response;
  }
  bool IsCheap(const HttpRequest& request) const override { return request.path == "/cheap"; }
  void OnRefused(int status) override {
    const std::lock_guard lock(mutex_);
    ++refused_[status];
  }
  void OnDropped(HttpDrop why) override {
    const std::lock_guard lock(mutex_);
    ++dropped_[why];
  }
  std::mutex mutex_;  // guards the counts
  std::map<int, int> refused_;
  std::map<HttpDrop, int> dropped_;
  std::map<std::string, int> answered_;
  const Answer answer_;
  Socket stop_;
  std::unique_ptr<HttpServer> server_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace thresh
