// HttpConnection: one browser's connection, from the first byte to the last: it reads a request,
// waits for its answer, writes it, and reads the next. It never blocks; its owner, one thread,
// tells it when it may go on and when its time is over. Deadlines are for a whole request and a
// whole answer: a byte now and then gains nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "query/http/http.h"
#include "query/http/parser.h"
#include "query/http/socket.h"

namespace thresh {

using ServerClock = std::chrono::steady_clock;

struct HttpLimits {
  std::chrono::milliseconds request{
      10'000};  // from a request's first byte (the first one's: from the start)
  std::chrono::milliseconds idle{60'000};    // between two requests
  std::chrono::milliseconds answer{30'000};  // until the last byte of an answer is taken
  std::chrono::milliseconds linger{1'000};   // until the other side has closed, too
  std::chrono::milliseconds drain{5'000};    // after a stop: what is in work
  std::size_t connections = 512;             // more wait in the kernel
};

class HttpConnection {
 public:
  enum class State { kReading, kWaiting, kWriting, kLingering, kClosed };

  // `hosts` and `limits` must outlive it.
  HttpConnection(Socket socket, const AllowedHosts* hosts, const HttpLimits* limits,
                 ServerClock::time_point now);

  State state() const { return state_; }
  int fd() const { return socket_.fd(); }
  short events() const;  // what to poll for
  ServerClock::time_point deadline() const { return deadline_; }
  // Between two requests.
  bool idle() const { return state_ == State::kReading && answered_ && parser_.empty(); }

  // The socket is ready for what was polled for.
  void GoOn(ServerClock::time_point now);
  void TimeOut(ServerClock::time_point now);
  // A request was read: to be answered with Answer. The state is kWaiting from here to there.
  std::optional<HttpRequest> TakeRequest();
  void Answer(HttpResponse response, ServerClock::time_point now);
  // The server stops: what was asked is answered, and no further request is read.
  void Finish();

 private:
  void Enter(State state, std::chrono::milliseconds time, ServerClock::time_point now);
  void Read(ServerClock::time_point now);
  void ParseNext(ServerClock::time_point now);
  void Write(ServerClock::time_point now);
  void Written(ServerClock::time_point now);
  void Discard();

  Socket socket_;
  const HttpLimits* limits_;
  HttpParser parser_;
  State state_ = State::kReading;
  ServerClock::time_point deadline_;
  std::optional<HttpRequest> request_;
  std::string head_, body_;    // of the answer
  std::size_t written_ = 0;    // of both
  bool without_body_ = false;  // the request was HEAD
  bool keep_alive_ = false;    // after this answer
  bool answered_ = false;      // a request, at least
  bool finishing_ = false;
};

}  // namespace thresh
