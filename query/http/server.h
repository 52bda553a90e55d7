// HttpServer: answers browsers until it is told to stop. One thread, the caller's, accepts, reads
// and writes for all connections; the pool (http_workers.h) sees whole requests only. So a
// connection that dawdles costs nobody anything but its place, and where all places are taken the
// next ones wait in the kernel.
//
//   http_server.cc       who is ready             http_parser.h   bytes -> request
//   http_connection.h    one connection           http_reply.h    response -> bytes
//   http_workers.h       the threads              socket.h        listening
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/http/connection.h"
#include "query/http/http.h"
#include "query/http/socket.h"

namespace thresh {

struct HttpServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
  std::vector<std::string> names =
      {};                   // of this server in a Host header, besides those of this machine
  std::size_t threads = 1;  // requests in work at a time
  HttpLimits limits = {};
};

class HttpWorkers;

class HttpServer {
 public:
  // Listens from here on. An error: as Listen (socket.h).
  static Result<std::unique_ptr<HttpServer>> Open(HttpServerOptions options);
  std::uint16_t port() const { return listener_.port; }

  // Returns when `stop_fd` was readable and what was in work then has been answered; at once when
  // it is readable a second time. Not to be called again.
  Status Run(HttpHandler* handler, int stop_fd);

 private:
  using Time = ServerClock::time_point;
  HttpServer(HttpServerOptions options, Listener listener);
  Status Turn(HttpWorkers* workers, int stop_fd);
  int WaitMs(Time now) const;
  void Stop(int stop_fd, Time now);
  void Accept(Time now);
  bool CloseIdle();
  void Answer(HttpWorkers* workers, Time now);
  void Sweep(HttpWorkers* workers, Time now);

  const HttpServerOptions options_;
  Listener listener_;
  const AllowedHosts hosts_;
  std::map<std::uint64_t, HttpConnection> connections_;  // by number, in the order of their coming
  std::uint64_t next_ = 0;                               // number
  Time accept_again_ = {};
  bool stopping_ = false;
  Time leave_ = Time::max();  // stopping: whoever is not done by then is cut off
};

}  // namespace thresh
