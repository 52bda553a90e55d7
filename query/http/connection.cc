#include "query/http/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

#include "common/base/check.h"
#include "query/http/reply.h"

namespace thresh {
namespace {

bool NotYet(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// `written` counts head and body together, so it may lie beyond the end of this text.
iovec Rest(std::string& text, std::size_t written) {
  const std::size_t begin = std::min(written, text.size());
  return {text.data() + begin, text.size() - begin};
}

}  // namespace

HttpConnection::HttpConnection(Socket socket, const HttpRules* rules, const HttpLimits* limits,
                               ServerClock::time_point now)
    : socket_(std::move(socket)),
      limits_(limits),
      parser_(rules),
      deadline_(now + limits->request),
      since_(now) {}

short HttpConnection::events() const {
  switch (state_) {
    case State::kReading:
    case State::kLingering:
      return POLLIN;
    case State::kWriting:
      return POLLOUT;
    default:
      return 0;
  }
}

void HttpConnection::Enter(State state, std::chrono::milliseconds time,
                           ServerClock::time_point now) {
  state_ = state;
  deadline_ = now + time;
}

void HttpConnection::GoOn(ServerClock::time_point now) {
  if (state_ == State::kReading) return Read(now);
  if (state_ == State::kWriting) return Write(now);
  if (state_ == State::kLingering) return Discard();
}

void HttpConnection::Read(ServerClock::time_point now) {
  const std::span<char> space = parser_.Space();
  const ssize_t got = ::recv(socket_.fd(), space.data(), space.size(), 0);
  if (got < 0 && NotYet(errno)) return;
  if (got <= 0) {
    state_ = State::kClosed;
    return;
  }
  // The first byte of a next request ends the idle time: from now on the limit of a request counts.
  if (idle()) Enter(State::kReading, limits_->request, now);
  parser_.Add(static_cast<std::size_t>(got));
  ParseNext(now);
}

void HttpConnection::ParseNext(ServerClock::time_point now) {
  std::optional<ParsedRequest> parsed = parser_.Next();
  if (!parsed) return;
  keep_alive_ = parsed->keep_alive;
  without_body_ = parsed->request.head;
  state_ = State::kWaiting;
  deadline_ = ServerClock::time_point::max();  // the handler limits its own time
  if (parsed->refused != 0) {
    refused_ = parsed->refused;
    HttpResponse refusal = RefusedWith(parsed->refused, parsed->why);
    refusal.allow = parsed->allow;
    return Answer(std::move(refusal), now);
  }
  request_ = std::move(parsed->request);
}

std::optional<HttpRequest> HttpConnection::TakeRequest() {
  return std::exchange(request_, std::nullopt);
}

void HttpConnection::Answer(HttpResponse response, ServerClock::time_point now) {
  THRESH_CHECK(state_ == State::kWaiting);
  // The header has to announce the close of a server that is stopping. Otherwise the client could
  // send its next request into a closed connection.
  keep_alive_ = keep_alive_ && !finishing_;
  head_ = ReplyHead(response, keep_alive_, std::time(nullptr));
  body_ = without_body_ ? std::string() : std::move(response.body);
  written_ = 0;
  Enter(State::kWriting, limits_->answer, now);
  since_ = now;
  // An answer that fits into the buffer of the kernel needs no turn of poll.
  Write(now);
}

void HttpConnection::Write(ServerClock::time_point now) {
  // Head and body go out in one call. With TCP_NODELAY two calls would send two packets.
  std::array<iovec, 2> parts = {Rest(head_, written_),
                                Rest(body_, written_ - std::min(written_, head_.size()))};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  // MSG_NOSIGNAL: a client that has closed is an error here, not a SIGPIPE that ends the program.
  const ssize_t sent = ::sendmsg(socket_.fd(), &message, MSG_NOSIGNAL);
  if (sent < 0 && NotYet(errno)) return;
  if (sent < 0) {
    state_ = State::kClosed;
    return;
  }
  written_ += static_cast<std::size_t>(sent);
  since_ = now;
  if (written_ == head_.size() + body_.size()) Written(now);
}

void HttpConnection::Written(ServerClock::time_point now) {
  head_ = body_ = {};
  written_ = 0;
  if (keep_alive_ && !finishing_) {
    answered_ = true;
    Enter(State::kReading, parser_.empty() ? limits_->idle : limits_->request, now);
    // The next request may be in the buffer already. Then poll would never report the socket.
    return ParseNext(now);
  }
  // Closing while bytes of the client are unread sends a reset, which can destroy the part of the
  // answer that the client has not read yet. So only the sending side is closed, and what still
  // comes is discarded until the client closes.
  const bool open = ::shutdown(socket_.fd(), SHUT_WR) == 0;
  Enter(open ? State::kLingering : State::kClosed, limits_->linger, now);
}

void HttpConnection::Discard() {
  std::array<char, 4096> ignored;
  const ssize_t got = ::recv(socket_.fd(), ignored.data(), ignored.size(), 0);
  if (got == 0 || (got < 0 && !NotYet(errno))) state_ = State::kClosed;
}

std::optional<HttpDrop> HttpConnection::TimeOut(ServerClock::time_point now) {
  // Only a request that has begun is answered. A 408 on an idle connection could be taken for the
  // answer to a request that is on its way.
  if (state_ == State::kReading && !parser_.empty()) {
    state_ = State::kWaiting;
    keep_alive_ = false;
    refused_ = 408;
    Answer(RefusedWith(408, "the request took too long"), now);
    return std::nullopt;
  }
  const State before = std::exchange(state_, State::kClosed);
  if (before == State::kWriting) return HttpDrop::kNotRead;
  // Between two requests, and behind the last answer, nothing is missing.
  if (before == State::kReading && !answered_) return HttpDrop::kNoRequest;
  return std::nullopt;
}

void HttpConnection::Finish() {
  finishing_ = true;
  if (state_ == State::kReading) state_ = State::kClosed;
}

}  // namespace thresh
