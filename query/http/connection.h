// HttpConnection: one connection of a browser, from the first byte to the last. It reads a request,
// waits for the answer, writes it, and reads the next request. It never blocks: the server's
// thread, its only user, polls for events() and calls GoOn when the socket is ready and TimeOut
// when the deadline has passed. It ends in the state kClosed, after the other side closed, after a
// request that was refused, or after a timeout.
//
// A deadline is for a whole request or a whole answer. A client that sends or reads a byte now and
// then cannot extend it.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "query/http/http.h"
#include "query/http/parser.h"
#include "query/http/socket.h"

namespace thresh {

using ServerClock = std::chrono::steady_clock;

struct HttpLimits {
  // From the first byte of a request to its last; for the first request from the connection's
  // start.
  std::chrono::milliseconds request{10'000};
  std::chrono::milliseconds idle{60'000};  // between two requests
  std::chrono::milliseconds grace{500};    // for a request, where others wait for a place
  std::chrono::milliseconds stall{2'000};  // without taking a byte of an answer, the same
  std::chrono::milliseconds answer{
      30'000};                              // until the client has taken the last byte of an answer
  std::chrono::milliseconds linger{1'000};  // until the client has closed, too
  std::chrono::milliseconds drain{5'000};   // after a stop, for requests that are being answered
  std::size_t connections = 512;            // open at a time; more wait in the kernel
  std::size_t unsent = std::size_t{256} << 20;  // bytes of answers that clients have not taken yet
};

class HttpConnection {
 public:
  // kReading: a request is read, or awaited. kWaiting: a request was read and is not answered yet.
  // kWriting: an answer is being written. kLingering: the last answer was written, and the client
  // has not closed yet. kClosed: the owner may destroy the connection.
  enum class State { kReading, kWaiting, kWriting, kLingering, kClosed };

  // `rules` and `limits` must outlive it.
  HttpConnection(Socket socket, const HttpRules* rules, const HttpLimits* limits,
                 ServerClock::time_point now);

  State state() const { return state_; }
  int fd() const { return socket_.fd(); }
  short events() const;  // to poll for; 0 while it waits for an answer or is closed
  ServerClock::time_point deadline() const { return deadline_; }
  // Whether it may be closed where there is no place for others: it is between two requests, has
  // had HttpLimits::grace for a whole one, or takes nothing of its answer.
  bool MayGiveWay(ServerClock::time_point now) const {
    if (state_ == State::kWriting) return now - since_ >= limits_->stall;
    if (state_ == State::kLingering) return true;
    return state_ == State::kReading && (idle() || now - since_ >= limits_->grace);
  }
  // Whether its client may lack an answer.
  bool waited_for() const {
    return state_ == State::kWriting || (state_ == State::kReading && !idle());
  }
  // When it last took a part of an answer; before the first, when it was accepted.
  ServerClock::time_point since() const { return since_; }
  // Bytes of its answer that it has not taken.
  std::size_t unsent() const { return head_.size() + body_.size() - written_; }

  // To be called when the socket is ready for events(). Reads or writes once.
  void GoOn(ServerClock::time_point now);
  // To be called when deadline() has passed. Answers 408 to a request that is half read, and
  // closes. Returns why, if the client lacks an answer.
  std::optional<HttpDrop> TimeOut(ServerClock::time_point now);
  // The status of the request that was refused since the last call; 0: none was.
  int TakeRefusal() { return std::exchange(refused_, 0); }
  // The request that was read, once; then nothing until the next was read. The state is kWaiting
  // from the last byte of the request to the call of Answer.
  std::optional<HttpRequest> TakeRequest();
  // REQUIRES: state() is kWaiting.
  void Answer(HttpResponse response, ServerClock::time_point now);
  // To be called when the server stops: a request that was read is still answered, but no further
  // one is read.
  void Finish();

 private:
  bool idle() const { return state_ == State::kReading && answered_ && parser_.empty(); }
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
  ServerClock::time_point since_;
  std::optional<HttpRequest> request_;
  std::string head_, body_;    // of the answer
  std::size_t written_ = 0;    // bytes of head_ and body_ together
  bool without_body_ = false;  // the request was HEAD
  bool keep_alive_ = false;    // after this answer
  bool answered_ = false;      // at least one request was
  bool finishing_ = false;
  int refused_ = 0;
};

}  // namespace thresh
