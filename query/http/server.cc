#include "query/http/server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

#include "query/http/workers.h"

namespace thresh {
namespace {

// How long new connections wait in the kernel before the next accept, if no descriptor or place is
// free. Without the pause poll would return at once, again and again.
constexpr std::chrono::milliseconds kPause{50};
constexpr std::chrono::milliseconds kLongestWait{60'000};

// The descriptors that are polled before those of the connections.
enum Own : std::size_t { kStop, kAnswers, kListener, kOwn };

bool ConnectionGone(int error) {
  return error == EINTR || error == ECONNABORTED || error == EPROTO;
}

}  // namespace

HttpServer::HttpServer(HttpServerOptions options, Listener listener)
    : options_(std::move(options)),
      listener_(std::move(listener)),
      rules_{AllowedHosts(listener_.port, options_.names), options_.post_path} {}

Result<std::unique_ptr<HttpServer>> HttpServer::Open(HttpServerOptions options) {
  THRESH_ASSIGN_OR_RETURN(Listener listener, Listen(options.address, options.port));
  // Private: make_unique cannot.
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(options), std::move(listener)));
}

Status HttpServer::Run(HttpHandler* handler, int stop_fd) {
  handler_ = handler;
  HttpWorkers workers(handler, options_.threads);
  while (!stopping_ || (!connections_.empty() && ServerClock::now() < leave_))
    THRESH_RETURN_IF_ERROR(Turn(&workers, stop_fd));
  return {};
}

Status HttpServer::Turn(HttpWorkers* workers, int stop_fd) {
  Time now = ServerClock::now();
  std::vector<pollfd> polled(kOwn);
  polled[kStop] = {stop_fd, POLLIN, 0};
  polled[kAnswers] = {workers->ready_fd(), POLLIN, 0};
  polled[kListener] = {now < accept_again_ ? -1 : listener_.socket.fd(), POLLIN, 0};
  for (const auto& [number, connection] : connections_) {
    // poll skips a descriptor of -1. With the real descriptor and no events it would still report
    // a client that hung up, and return at once until the worker has answered.
    const short events = connection.events();
    polled.push_back({events == 0 ? -1 : connection.fd(), events, 0});
  }
  if (::poll(polled.data(), polled.size(), WaitMs(now)) < 0 && errno != EINTR)
    return ErrnoStatus(errno, "cannot wait for", "connections");
  now = ServerClock::now();
  // The map has not changed since it was polled, so both sequences run in parallel.
  auto at = polled.begin() + kOwn;
  for (auto& [number, connection] : connections_)
    if ((at++)->revents != 0) connection.GoOn(now);
  if (polled[kAnswers].revents != 0) Answer(workers, now);
  if (polled[kStop].revents != 0) Stop(stop_fd, now);
  if (polled[kListener].revents != 0) Accept(now);
  Sweep(workers, now);
  return {};
}

int HttpServer::WaitMs(Time now) const {
  // The deadline of a connection that waits for a worker is the end of time. kLongestWait keeps
  // the difference within an int.
  Time until = std::min(leave_, now + kLongestWait);
  if (accept_again_ > now) until = std::min(until, accept_again_);
  for (const auto& [number, connection] : connections_)
    until = std::min(until, connection.deadline());
  // Rounded up, because poll would otherwise wake just before the deadline, again and again.
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - now);
  return static_cast<int>(std::max<std::int64_t>(wait.count(), 0));
}

void HttpServer::Stop(int stop_fd, Time now) {
  // Draining the descriptor tells a second stop from the first one.
  std::array<char, 128> ignored;
  const bool told = ::read(stop_fd, ignored.data(), ignored.size()) > 0;
  leave_ = stopping_ && told ? now : std::min(leave_, now + options_.limits.drain);
  stopping_ = true;
  // Closed at once, so that new clients are refused instead of waiting in the kernel in vain.
  listener_.socket = Socket();
  for (auto& [number, connection] : connections_) connection.Finish();
}

void HttpServer::Answer(HttpWorkers* workers, Time now) {
  // The connection still exists: one that waits for its answer is not idle, is not polled, and has
  // no deadline, so nothing closes it.
  for (HttpWorkers::Answer& answer : workers->TakeAnswers())
    connections_.at(answer.connection).Answer(std::move(answer.response), now);
  DropUnsent();
}

// Clients that ask for much and take nothing must not fill the memory: those go that have taken
// nothing for the longest time.
void HttpServer::DropUnsent() {
  std::size_t unsent = 0;
  for (const auto& [number, connection] : connections_) unsent += connection.unsent();
  while (unsent > options_.limits.unsent) {
    const auto longest = std::min_element(
        connections_.begin(), connections_.end(), [](const auto& a, const auto& b) {
          const bool a_has = a.second.unsent() > 0, b_has = b.second.unsent() > 0;
          return a_has != b_has ? a_has : a.second.since() < b.second.since();
        });
    unsent -= longest->second.unsent();
    DropForOthers(longest);
  }
}

void HttpServer::DropForOthers(Connections::iterator connection) {
  HttpConnection& dropped = connection->second;
  if (const int status = dropped.TakeRefusal(); status != 0) handler_->OnRefused(status);
  // A client that has all of its answers loses nothing.
  if (dropped.waited_for()) handler_->OnDropped(HttpDrop::kNoPlace);
  connections_.erase(connection);
}

void HttpServer::Accept(Time now) {
  while (!stopping_) {
    const bool room = connections_.size() < options_.limits.connections || MakePlace(now);
    Socket socket(
        room ? ::accept4(listener_.socket.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)
             : -1);
    // The lack of a place is handled like the lack of a descriptor.
    const int error = socket.fd() >= 0 ? 0 : room ? errno : EMFILE;
    if (error == EAGAIN) return;
    if (ConnectionGone(error)) continue;
    if (error != 0) {
      // Gives a descriptor back, so that the accept after the pause can succeed.
      MakePlace(now);
      accept_again_ = now + kPause;
      return;
    }
    const int on = 1;  // an answer is written in one call: there is no more data to wait for
    ::setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections_.try_emplace(next_++, std::move(socket), &rules_, &options_.limits, now);
  }
}

// Closes the connection that has been longest without a whole request, or without taking a byte.
// Clients that say nothing or read nothing, however many, so cannot keep out those that ask.
// Returns false if none may give way.
bool HttpServer::MakePlace(Time now) {
  const auto longest = std::min_element(
      connections_.begin(), connections_.end(), [now](const auto& a, const auto& b) {
        const bool a_may = a.second.MayGiveWay(now), b_may = b.second.MayGiveWay(now);
        return a_may != b_may ? a_may : a.second.since() < b.second.since();
      });
  if (longest == connections_.end() || !longest->second.MayGiveWay(now)) return false;
  DropForOthers(longest);
  return true;
}

// Ends connections whose time is over, hands requests that were read to the workers, and removes
// closed connections.
void HttpServer::Sweep(HttpWorkers* workers, Time now) {
  for (auto at = connections_.begin(); at != connections_.end();) {
    auto& [number, connection] = *at;
    if (connection.deadline() <= now) {
      if (const std::optional<HttpDrop> why = connection.TimeOut(now)) handler_->OnDropped(*why);
    }
    if (const int status = connection.TakeRefusal(); status != 0) handler_->OnRefused(status);
    if (std::optional<HttpRequest> request = connection.TakeRequest())
      workers->Ask({number, std::move(*request)});
    at = connection.state() == HttpConnection::State::kClosed ? connections_.erase(at)
                                                              : std::next(at);
  }
}

}  // namespace thresh
