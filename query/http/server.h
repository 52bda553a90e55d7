// HttpServer: answers browsers until its caller stops it; `thresh-query serve` runs one. The
// caller's thread accepts, reads and writes for all connections with poll. The workers (workers.h)
// see whole requests only. So a slow client takes up nothing but one of HttpLimits::connections,
// and while all of these are taken the one that has asked for nothing the longest gives way.
//
//   server.cc      which connection is ready      parser.h   bytes to requests
//   connection.h   one connection                 reply.h    responses to bytes
//   workers.h      the threads                    socket.h   listening
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
  std::uint16_t port = 0;  // 0: any free port
  // Names of this server that a Host header may have, besides those of this machine (AllowedHosts).
  std::vector<std::string> names = {};
  std::string post_path = {};  // where messages are taken, as a path; empty: nowhere
  std::size_t threads = 1;     // requests that are answered at the same time
  HttpLimits limits = {};
};

class HttpWorkers;

class HttpServer {
 public:
  // Listens from here on: connections wait in the kernel until Run. Errors are those of Listen
  // (socket.h).
  static Result<std::unique_ptr<HttpServer>> Open(HttpServerOptions options);
  std::uint16_t port() const { return listener_.port; }

  // Serves until `stop_fd` becomes readable, then answers the requests that were read, within
  // HttpLimits::drain, and returns. Returns at once if `stop_fd` becomes readable a second time.
  // Must not be called again.
  Status Run(HttpHandler* handler, int stop_fd);

 private:
  using Time = ServerClock::time_point;
  HttpServer(HttpServerOptions options, Listener listener);
  Status Turn(HttpWorkers* workers, int stop_fd);
  int WaitMs(Time now) const;
  void Stop(int stop_fd, Time now);
  void Accept(Time now);
  void DropUnsent();
  using Connections = std::map<std::uint64_t, HttpConnection>;
  void DropForOthers(Connections::iterator connection);
  bool MakePlace(Time now);
  void Answer(HttpWorkers* workers, Time now);
  void Sweep(HttpWorkers* workers, Time now);

  const HttpServerOptions options_;
  Listener listener_;
  const HttpRules rules_;
  HttpHandler* handler_ = nullptr;  // while it runs
  Connections connections_;         // by number, in the order of arrival
  std::uint64_t next_ = 0;          // number of the next connection
  Time accept_again_ = {};  // no accept before this time, as there was no place or descriptor
  bool stopping_ = false;
  Time leave_ = Time::max();  // while stopping: connections still open at this time are cut off
};

}  // namespace thresh
