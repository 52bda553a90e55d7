#include "query/http/socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace thresh {
namespace {

constexpr int kWaiting = 1024;  // connections that wait in the kernel until they are accepted

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Status CannotListen(int error, const std::string& address, std::uint16_t port) {
  const std::string where = "port " + std::to_string(port) + " of " + address;
  switch (error) {
    case EADDRINUSE:
      return Status(Code::kTryAgain,
                    where + " is taken: choose another with --port; 0 stands for any free port");
    case EADDRNOTAVAIL:
      return Status(Code::kUsage, address + " is not an address of this machine");
    default:
      return Status(Code::kCannotCreate, "cannot listen at " + where + ": " + std::strerror(error));
  }
}

// getaddrinfo, because inet_pton does not read the scope of an IPv6 address (fe80::1%eth0).
Addresses Resolve(const std::string& address, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  const std::string numeric = address == "localhost" ? "127.0.0.1" : address;
  addrinfo* list = nullptr;
  if (getaddrinfo(numeric.c_str(), std::to_string(port).c_str(), &hints, &list) != 0)
    return nullptr;
  return Addresses(list);
}

std::uint16_t PortOf(int fd) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
  // Copied, because reading the storage through a pointer of another type is undefined.
  sockaddr_in6 six{};
  sockaddr_in four{};
  std::memcpy(&six, &bound, sizeof six);
  std::memcpy(&four, &bound, sizeof four);
  return ntohs(bound.ss_family == AF_INET6 ? six.sin6_port : four.sin_port);
}

}  // namespace

Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

Result<Listener> Listen(const std::string& address, std::uint16_t port) {
  const Addresses found = Resolve(address, port);
  if (found == nullptr) {
    return Status(Code::kUsage,
                  "'" + address + "' is not a numeric address such as 127.0.0.1, 0.0.0.0 or ::1");
  }
  Listener listener;
  listener.socket =
      Socket(::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int fd = listener.socket.fd(), on = 1;
  // The connections of a server that was just stopped would block the port for a minute.
  const bool listening =
      fd >= 0 && ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      ::bind(fd, found->ai_addr, found->ai_addrlen) == 0 && ::listen(fd, kWaiting) == 0;
  if (!listening) return CannotListen(errno, address, port);
  // Port 0 let the kernel choose.
  listener.port = PortOf(fd);
  return listener;
}

std::string WebAddress(const std::string& address, std::uint16_t port) {
  const bool six = address.find(':') != std::string::npos;
  return "http://" + (six ? "[" + address + "]" : address) + ":" + std::to_string(port) + "/";
}

bool IsLoopback(const std::string& address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

}  // namespace thresh
